// @ts-check
/**
 * Input of the editor: a board in any notation, or a game in any format, from which it takes a
 * position.
 *
 * @import { Line, Subject } from "../study/wire.js"
 * @import { Color } from "../wire.js"
 *
 * @typedef {object} Brought
 * @property {{ variant: string | null, size: number, board: string, turn: Color }} position
 * @property {GameHere | null} game that leads there
 * @property {number} games in what was brought
 *
 * @typedef {object} GameHere
 * @property {Subject} subject the whole of it
 * @property {number} ply
 * @property {Line} line as far as the position
 */
import { reasonOr, word } from "../i18n.js";
import { placeText } from "../study/reading.js";
import { line, position, read } from "./study.js";

/** The longest text that can be a board. */
const BOARD_BYTES = 4096;

/**
 * @param {Blob | string} content
 * @param {{ name?: string, variant?: string }} [how] the name of a file; what is played on the board
 * @returns {Promise<Brought>}
 */
export async function brought(content, { name, variant } = {}) {
  const whole = typeof content === "string" ? new Blob([content]) : content;
  const text = whole.size > BOARD_BYTES ? "" : await whole.text();
  const board = text ? await boardIn(text, variant).catch((/** @type {Error} */ error) => error) : null;
  if (board && !(board instanceof Error)) return board;
  const reading = await read(content, name).catch((error) => {
    // For unreadable text, report that it is not a board.
    throw board ?? error;
  });
  const [first] = reading.games;
  if (first) return { ...(await ofGame(first)), games: reading.games.length + reading.omittedGames };
  const [fault] = reading.faults;
  throw new Error(fault ? `${placeText(fault.place)}: ${reasonOr(fault, fault.message)}` : word("open.nothing"));
}

/**
 * A game after `ply` turns, or at its end.
 *
 * @param {Subject} subject
 * @param {number} [wanted]
 * @returns {Promise<Brought>}
 */
export async function gameAt(subject, wanted = Infinity) {
  const whole = await line(subject);
  const moves = whole.moves.map(({ move }) => move);
  const ply = Math.max(0, Math.min(moves.length, wanted));
  const here = ply === moves.length ? whole : await line({ ...subject, moves: moves.slice(0, ply) });
  return { position: positionOf(here), game: { subject: { ...subject, moves }, ply, line: here }, games: 1 };
}

/** One without moves is a position. @param {import("../study/wire.js").ReadGame} game @returns {Promise<Brought>} */
async function ofGame({ variant, start, moves }) {
  const there = await gameAt({ variant, start: start ?? undefined, moves });
  return there.game?.ply ? there : { ...there, game: null };
}

/**
 * @param {string} text
 * @param {string} [variant]
 * @returns {Promise<Brought>}
 */
async function boardIn(text, variant) {
  const found = await position(variant ? { board: text, variant } : { board: text });
  return { position: positionOf(found), game: null, games: 0 };
}

/** @param {Pick<Line, "variant" | "board" | "turn">} of @returns {Brought["position"]} */
function positionOf({ variant: { name, size }, board, turn }) {
  return { variant: name, size, board, turn: turn ?? "black" };
}
