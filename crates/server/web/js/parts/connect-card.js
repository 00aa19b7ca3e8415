// @ts-check
/** The commands that connect a bot, with this server's address. */
import { el } from "../dom.js";
import { builtInLine, hostForBots, programLine, pythonLines } from "../game/connecting.js";
import { word } from "../i18n.js";
import { options } from "../net/api.js";
import { lineToCopy } from "./copy.js";

/** Starts the server for other machines. */
const PUBLIC = "outflank serve --public";

/**
 * The commands appear at once; the network address follows with the server's reply.
 *
 * @param {{ code?: string }} [how] by the code of a tournament
 */
export function connectLines({ code } = {}) {
  const place = el("div", { class: "connect-lines" });
  const fill = (/** @type {string} */ host) => place.replaceChildren(...lines(host, code));
  const note = el("p", { class: "soft only-here", hidden: true });
  fill(location.host);
  learn(fill, note);
  return el("div", { class: "connect" }, place, note);
}

/**
 * @param {string} host
 * @param {string | undefined} code
 */
function lines(host, code) {
  const ways = /** @type {const} */ ([
    ["connect.builtIn", builtInLine(host, code)],
    ["connect.program", programLine(host, code)],
    ["connect.python", pythonLines(host, code)],
  ]);
  return ways.flatMap(([key, line]) => [el("p", { class: "way-in" }, word(key)), lineToCopy(line, word(key))]);
}

/**
 * @param {(host: string) => void} fill
 * @param {HTMLElement} note
 */
async function learn(fill, note) {
  try {
    const { reach } = await options();
    const host = hostForBots(reach.origin);
    if (host !== location.host) fill(host);
    if (reach.public || /^(?!127\.|localhost|\[::1\])/.test(host)) return;
    note.append(word("connect.onlyHere"), " ", el("code", {}, PUBLIC));
    note.hidden = false;
  } catch {
    // The address of this page stands there already.
  }
}
