// @ts-check
/**
 * Where a game to look at comes from: a game of the server, one of the archive, moves in the address, or what somebody has
 * pasted.
 *
 * @import { Subject, ReadGame } from "./wire.js"
 *
 * @typedef {object} Source
 * @property {Subject} subject
 * @property {{ black: string | null, white: string | null }} names
 * @property {string} about event and date, as far as they are known
 * @property {string | null} game of the server, whose pictures and records it has
 * @property {string | null} past of the archive
 * @property {boolean} isSecret people play it: nothing is told before its end
 */
import { recordedName, shortName } from "../game/players.js";
import { game } from "../net/api.js";
import { pastGame } from "../net/archive.js";
import { subjectQuery } from "../net/study.js";

/**
 * What the address asks for.
 *
 * @param {URLSearchParams} query
 * @returns {Promise<Source | null>} null where it asks for nothing
 */
export async function sourceOf(query) {
  const id = query.get("game");
  if (id) return ofGame(id);
  const past = query.get("archive");
  if (past) return ofPast(past);
  if (!["moves", "start", "variant"].some((name) => query.has(name))) return null;
  const [variant, start, moves] = ["variant", "start", "moves"].map((name) => query.get(name) ?? undefined);
  return { ...nothing(), subject: { variant, start, moves } };
}

/**
 * @param {ReadGame} read
 * @returns {Source}
 */
export function ofRead({ black, white, event, date, variant, start, moves }) {
  const subject = { variant, start: start ?? undefined, moves };
  return { ...nothing(), subject, names: { black: black || null, white: white || null }, about: facts(event, date) };
}

/**
 * The address by which a source is found again.
 *
 * @param {Source} source
 */
export function addressOf({ game: id, past, subject }) {
  if (id) return `/analyse?${new URLSearchParams({ game: id })}`;
  if (past) return `/analyse?${new URLSearchParams({ archive: past })}`;
  const query = String(subjectQuery(subject));
  return query ? `/analyse?${query}` : "/analyse";
}

/** @returns {Source} the first position of the usual game */
export function nothing() {
  return { subject: {}, names: { black: null, white: null }, about: "", game: null, past: null, isSecret: false };
}

/** @param {string} id @returns {Promise<Source>} */
async function ofGame(id) {
  const { variant, start, first, moves, seats, status, hints } = await game(id);
  const position = `${start} ${first === "black" ? "X" : "O"}`;
  const subject = { variant: variant.name ?? undefined, start: position, moves: moves.map(({ move }) => move) };
  const names = { black: shortName(seats.black), white: shortName(seats.white) };
  return { ...nothing(), subject, names, game: id, isSecret: status !== "over" && !hints };
}

/** @param {string} id @returns {Promise<Source>} */
async function ofPast(id) {
  const { black, white, event, date, variant, start, moves } = await pastGame(id);
  const names = { black: black && recordedName(black), white: white && recordedName(white) };
  const subject = { variant: variant.name ?? undefined, start: start ?? undefined, moves };
  return { ...nothing(), subject, names, about: facts(event, date), past: id };
}

/** @param {...(string | null)} known */
function facts(...known) {
  return known.filter(Boolean).join(" · ");
}
