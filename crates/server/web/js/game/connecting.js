// @ts-check
/** The commands that connect a bot to this server. */
import { urlForOthers } from "./invites.js";

/**
 * The host and port that other machines use for this server. A page opened by a local address gets
 * the network address, if there is one.
 *
 * @param {string | null} origin how others in the network find the server
 */
export function hostForBots(origin) {
  return new URL(urlForOthers(location.href, origin) ?? location.href).host;
}

/**
 * @param {string} host
 * @param {string} [code] of a tournament
 */
export function builtInLine(host, code) {
  return `outflank bot level:5 --connect ${host}${joining(code)}`;
}

/**
 * @param {string} host
 * @param {string} [code]
 */
export function programLine(host, code) {
  return `outflank bot "python3 my-bot/bot.py" --connect ${host}${joining(code)} --name Ann`;
}

/**
 * Typed in the folder that `outflank bot new --lang python --package` makes.
 *
 * @param {string} host
 * @param {string} [code]
 */
export function pythonLines(host, code) {
  const { hostname, port } = new URL(`http://${host}`);
  const place = `"${hostname.replace(/^\[|\]$/g, "")}", ${port || 80}`;
  return `from bot import MyBot\nMyBot().connect(${place}${code ? `, join="${code}"` : ""})`;
}

/** @param {string | undefined} code */
function joining(code) {
  return code ? ` --join ${code}` : "";
}
