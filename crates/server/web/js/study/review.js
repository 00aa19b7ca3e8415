// @ts-check
/**
 * Names, signs and texts of a review.
 *
 * @import { Review, Judged, MoveClass } from "./wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { colorName } from "../game/speech.js";
import { word } from "../i18n.js";
import { discs, moveName } from "./values.js";

/** Moves that cost something, from the least to the most. */
export const LOSSES = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);

const SIGNS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The annotation sign, as in books. @param {MoveClass} kind */
export function signOf(kind) {
  return SIGNS[kind];
}

/** @param {MoveClass} kind */
export function isLoss(kind) {
  return kind !== "best" && kind !== "good";
}

/** @param {MoveClass} kind */
export function className(kind) {
  return word(`review.${kind}`);
}

/**
 * The range of lost discs of a class. Losses are whole discs.
 *
 * @param {Review["thresholds"]} thresholds
 * @param {typeof LOSSES[number]} kind
 */
export function thresholdText(thresholds, kind) {
  const from = thresholds[kind];
  if (kind === "blunder") return word("review.from", { from });
  const to = (kind === "inaccuracy" ? thresholds.mistake : thresholds.blunder) - 1;
  return word("review.between", { from, to });
}

/**
 * The moves that changed who wins.
 *
 * @param {Review} review
 */
export function turningPoints({ moves }) {
  return moves.filter(({ change }) => change !== null);
}

/** "from a win to a loss". @param {[string, string]} change */
export function changeText([before, after]) {
  return word("review.change", { before: outcomeWord(before), after: outcomeWord(after) });
}

/** @param {string} outcome */
function outcomeWord(outcome) {
  if (outcome === "win") return word("review.win");
  return word(outcome === "loss" ? "review.lossOf" : "review.drawOf");
}

/**
 * A move in a sentence: who, where, what it was worth and what it cost.
 *
 * @param {Judged} judged
 * @param {Notation} notation
 */
export function judgedSpeech(judged, notation) {
  const { color, move, playedValue, exact, loss } = judged;
  const name = moveName(move, notation);
  const value = (exact ? "" : "~") + discs(playedValue);
  const said = [word("review.moveSaid", { color: colorName(color), move: name, value })];
  if (isLoss(judged.class)) said.push(word("review.lossSaid", { kind: className(judged.class), n: Math.round(loss) }));
  if (judged.change) said.push(changeText(judged.change));
  return said.join(", ");
}

/** A loss as a figure: nothing where there is none. @param {number} loss */
export function lossText(loss) {
  const whole = Math.round(loss);
  return whole > 0 ? `−${whole}` : "0";
}
