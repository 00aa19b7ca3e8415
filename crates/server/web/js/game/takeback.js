// @ts-check
/**
 * Which turns a takeback removes: your last move and the replies to it.
 *
 * @import { State, Color, Move } from "../wire.js"
 */

/**
 * The turns that go when these sides take back.
 * @param {State} state
 * @param {Color[]} [sides]
 * @returns {Move[]} none where there is nothing to take back
 */
export function takenBackBy({ moves, you }, sides = you) {
  const from = moves.findLastIndex(({ color, move }) => sides.includes(color) && move !== "pass");
  return from < 0 ? [] : moves.slice(from);
}

/**
 * Is a takeback allowed now? The snapshot's flag holds only for its own version.
 * @param {State} state
 */
export function canTakeBack(state) {
  return state.status === "playing" && state.offers.takeback === null && takenBackBy(state).length > 0;
}

/** Two people play each other, so the opponent must agree. @param {State} state */
export function needsConsent({ you, seats }) {
  return you.length === 1 && seats.black.kind === "human" && seats.white.kind === "human";
}

/**
 * How the button explains itself.
 * @param {State} state
 * @returns {import("../i18n.js").Word}
 */
export function takebackHint(state) {
  const isAnswered = takenBackBy(state).slice(1).some(({ move }) => move !== "pass");
  if (needsConsent(state)) return isAnswered ? "play.askTakebackBoth" : "play.askTakebackOne";
  return isAnswered ? "play.undoBoth" : "play.undoOne";
}
