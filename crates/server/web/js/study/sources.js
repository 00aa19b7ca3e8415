// @ts-check
/**
 * Sources of an analysed game: a game of the server, one of the archive, moves in the address, or
 * pasted text.
 *
 * @import { Line, Subject, ReadGame } from "./wire.js"
 * @import { LostTurn } from "../wire.js"
 *
 * @typedef {object} Source
 * @property {Subject} subject
 * @property {{ black: string | null, white: string | null }} names
 * @property {string} about event and date, as far as they are known
 * @property {string | null} game of the server, whose pictures and records it has
 * @property {string | null} past of the archive
 * @property {boolean} isSecret two people are playing it: no values before its end
 * @property {(LostTurn | undefined)[]} [lost] why turns were lost, one a turn: lines do not tell it
 */
import { playerName, recordedName } from "../game/players.js";
import { game } from "../net/api.js";
import { pastGame } from "../net/archive.js";
import { subjectQuery } from "../net/study.js";
import { address } from "../place.js";
import { moveText } from "./tree.js";

/** Characters of a name and of an event that go into an address. */
const LONGEST = { name: 60, about: 100 };

/**
 * Loads the game that the address names.
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
  const [black, white] = ["black", "white"].map((color) => brief(query.get(color), LONGEST.name) || null);
  return { ...nothing(), subject: { variant, start, moves }, names: { black, white }, about: brief(query.get("event"), LONGEST.about) };
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
 * @param {number} [ply] the move that it is to lead to
 */
export function addressOf(source, ply) {
  const query = queryOf(source);
  if (ply !== undefined) query.set("ply", String(ply));
  return address(query.size > 0 ? `/analyse?${query}` : "/analyse");
}

/** @param {Source} source */
function queryOf({ game: id, past, subject, names, about }) {
  if (id) return new URLSearchParams({ game: id });
  if (past) return new URLSearchParams({ archive: past });
  const query = subjectQuery(subject);
  const known = { black: brief(names.black, LONGEST.name), white: brief(names.white, LONGEST.name), event: brief(about, LONGEST.about) };
  for (const [name, value] of Object.entries(known)) if (value) query.set(name, value);
  return query;
}

/**
 * The ply at which a game opens: its start. An unfinished line without players, such as an opening,
 * opens at its end.
 *
 * @param {Source} source
 * @param {Line} line
 */
export function beginsAt({ game: id, past, names }, { status }) {
  const isGame = id || past || names.black || names.white || status === "over";
  return isGame ? 0 : Infinity;
}

/** @returns {Source} the first position of the usual game */
export function nothing() {
  return { subject: {}, names: { black: null, white: null }, about: "", game: null, past: null, isSecret: false };
}

/** @param {string} id @returns {Promise<Source>} */
async function ofGame(id) {
  const { variant, start, first, moves, seats, status, hints } = await game(id);
  const position = `${start} ${first === "black" ? "X" : "O"}`;
  const subject = { variant: variant.name ?? undefined, start: position, moves: moves.map(moveText) };
  const names = { black: playerName(seats.black), white: playerName(seats.white) };
  return { ...nothing(), subject, names, game: id, isSecret: status !== "over" && !hints, lost: moves.map((turn) => turn.lost) };
}

/** @param {string} id @returns {Promise<Source>} */
async function ofPast(id) {
  const { black, white, event, date, variant, start, moves } = await pastGame(id);
  const names = { black: black && recordedName(black), white: white && recordedName(white) };
  const subject = { variant: variant.name ?? undefined, start: start ?? undefined, moves };
  return { ...nothing(), subject, names, about: facts(event, date), past: id };
}

/** @param {string | null} text @param {number} longest */
function brief(text, longest) {
  return [...(text ?? "").replaceAll(/\s+/g, " ").trim()].slice(0, longest).join("");
}

/** @param {...(string | null)} known */
function facts(...known) {
  return known.filter(Boolean).join(" · ");
}
