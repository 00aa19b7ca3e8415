// @ts-check
/**
 * Text that the server could not read, or not wholly: the legal start of a transcript, and the place of a fault.
 *
 * @import { ReadGame } from "./wire.js"
 */
import { wordOr } from "../i18n.js";
import { ApiError } from "../net/api.js";
import { line } from "../net/study.js";

/** Maximum requests: omitted passes shift the reported move number. */
const QUESTIONS = 6;

/** Moves at the start of a text, with any numbers and punctuation between them. */
const MOVE = /(?:[\s,;-]|\d+[.)]|pa(?:ss)?\b)*([a-h][1-8])/iy;

/**
 * The moves of a transcript up to the first illegal one.
 *
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

/** The place of a fault in a file: the server writes `game 4, line 7`, `byte 0` or `the end`. @param {string} place */
export function placeText(place) {
  return place
    .split(", ")
    .map((part) => {
      const [, unit, number] = /^(\w+) (\d+)$/.exec(part) ?? [];
      return unit ? wordOr(`places.${unit}`, part, { number }) : wordOr(`places.${part}`, part);
    })
    .join(wordOr("places.and", ", "));
}
