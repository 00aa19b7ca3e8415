// @ts-check
/**
 * Values of moves in words and signs. They are discs at the end of the game, for the side to move; how sure they are is told
 * by shape: a check mark where they are proven, `~` where they are estimated, with the depth and the risk beside them.
 *
 * @import { Values, Worth } from "./wire.js"
 * @import { CellValue } from "../board/cell.js"
 * @import { Notation } from "../board/squares.js"
 */
import { squareName } from "../board/squares.js";
import { word } from "../words.js";

/** From this depth on an estimate is more than a first guess. */
const DEEP = 10;

/**
 * How far a value can be trusted: a first guess, a search that left something out, one that did not, or a proof.
 *
 * @param {Worth} worth
 * @returns {"early" | "likely" | "sure" | "exact"}
 */
export function certaintyOf({ exact, depth, percent }) {
  if (exact) return "exact";
  if (depth < DEEP) return "early";
  return percent >= 100 ? "sure" : "likely";
}

/** A move as it is read. @param {string} move @param {Notation} notation */
export function moveName(move, notation) {
  return move === "pass" ? word("play.pass") : squareName(move, notation);
}

/** With its sign. @param {number} value */
export function discs(value) {
  const whole = Math.round(value);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/**
 * In words for those who listen.
 *
 * @param {Worth} worth
 */
export function worthSpeech(worth) {
  const value = `${boundSign(worth)}${discs(worth.value)}`;
  return worth.exact ? word("values.exact", { value }) : word("values.about", { value, effort: effortText(worth) });
}

/**
 * How it was found: `14`, or `22@91%` where it is that likely to be right.
 *
 * @param {{ depth: number, percent: number }} worth
 */
export function effortText({ depth, percent }) {
  return percent >= 100 ? String(depth) : `${depth}@${Math.round(percent)}%`;
}

/** @param {Worth} worth */
export function boundSign({ bound }) {
  return bound === "atLeast" ? "≥" : bound === "atMost" ? "≤" : "";
}

/**
 * What stands on the squares.
 *
 * @param {Values} values
 * @returns {Record<string, CellValue>}
 */
export function cellValues({ moves, best }) {
  return Object.fromEntries(
    moves.map((worth) => {
      const { move, value, exact } = worth;
      const face = {
        value,
        exact,
        best: move === best || (exact && value === bestValue(moves)),
        bound: boundSign(worth),
        note: exact ? "" : effortText(worth),
        certainty: certaintyOf(worth),
        said: worthSpeech(worth),
      };
      return [move, face];
    }),
  );
}

/**
 * The best first, as many as there are; of equals the engine's own choice.
 *
 * @param {Values} values
 */
export function ranked({ moves, best }) {
  return [...moves].sort((one, other) => other.value - one.value || Number(other.move === best) - Number(one.move === best));
}

/** @param {Worth[]} moves */
function bestValue(moves) {
  return Math.max(...moves.map(({ value }) => value));
}
