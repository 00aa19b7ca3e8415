// @ts-check
/**
 * Texts and signs of move values: discs at the end of the game for the side to move. A check mark
 * means proven, `~` estimated, with depth and selectivity beside it.
 *
 * @import { Values, Worth } from "./wire.js"
 * @import { CellValue } from "../board/cell.js"
 * @import { Notation } from "../board/squares.js"
 */
import { turnName } from "../game/speech.js";
import { word } from "../i18n.js";

/** From this depth on an estimate is more than a first guess. */
const DEEP = 10;

/**
 * How far a value can be trusted: a first guess, a search that left something out, one that did not, or a proof.
 *
 * @param {Worth} worth
 * @returns {"early" | "likely" | "sure" | "exact"}
 */
export function certaintyOf({ exact, depth, selectivity }) {
  if (exact) return "exact";
  if (depth < DEEP) return "early";
  return selectivity >= 100 ? "sure" : "likely";
}

/** A move as it is read; the server calls a lost turn `lost`. @param {string} move @param {Notation} notation */
export function moveName(move, notation) {
  return turnName(move === "lost" ? { move: "pass", lost: "unknown" } : { move }, notation);
}

/** With its sign. @param {number} value */
export function discs(value) {
  const whole = Math.round(value);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/**
 * In words, for screen readers.
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
 * @param {{ depth: number, selectivity: number }} worth
 */
export function effortText({ depth, selectivity }) {
  return selectivity >= 100 ? String(depth) : `${depth}@${Math.round(selectivity)}%`;
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
