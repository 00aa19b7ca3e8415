// @ts-check
/**
 * What of a transcript can be played where not all of it can. Which moves are legal the server says.
 *
 * @import { ReadGame } from "./wire.js"
 */
import { ApiError } from "../net/api.js";
import { line } from "../net/study.js";

/** How often the server is asked: passes that a transcript leaves out count as moves there. */
const QUESTIONS = 6;

/** Moves from the start of a text, whatever numbers and signs stand between them. */
const MOVE = /(?:[\s,;-]|\d+[.)]|pa(?:ss)?\b)*([a-h][1-8])/iy;

/**
 * @param {string} text
 * @returns {Promise<ReadGame | null>} null where not even the first move can be played
 */
export async function legalPart(text) {
  let moves = leadingMoves(text);
  for (let question = 0; moves.length > 0 && question < QUESTIONS; question += 1) {
    try {
      const { moves: played, opening, transcript } = await line({ moves });
      const unknown = { black: null, white: null, event: null, date: null, result: null, start: null };
      return { index: 1, ...unknown, plies: played.length, opening, variant: "standard", moves: transcript };
    } catch (error) {
      if (!(error instanceof ApiError) || error.ply === undefined) throw error;
      moves = moves.slice(0, Math.min(moves.length, error.ply) - 1);
    }
  }
  return null;
}

/** @param {string} text */
function leadingMoves(text) {
  const moves = [];
  const reader = new RegExp(MOVE);
  for (let found = reader.exec(text); found; found = reader.exec(text)) moves.push(found[1].toLowerCase());
  return moves;
}
