// @ts-check
/**
 * Status texts of the engine.
 *
 * @import { Branching } from "./tree.js"
 * @import { Thinking } from "./thinking.js"
 * @import { Notation } from "../board/squares.js"
 */
import { outcomeOf } from "../game/speech.js";
import { word } from "../i18n.js";
import { moveName, worthSpeech } from "./values.js";

/**
 * @param {Thinking} thinking
 * @param {Branching} at
 * @returns {string}
 */
export function statusOf({ state, valuesTrouble }, at) {
  const { line, values } = at;
  if (line?.status === "over") return `${word("analyse.over")}: ${outcomeOf(/** @type {any} */ (line.result))}`;
  if (valuesTrouble) return valuesTrouble;
  if (state?.againIn) return againText(state.againIn);
  if (state?.status === "waiting" && state.queuePosition) return word("analyse.waiting", { n: state.queuePosition });
  if (values?.exact) return signed(word("analyse.exact"), values.by);
  if (values) return signed(word(at.isValued ? "analyse.depth" : "analyse.deepening", { depth: values.depth }), values.by);
  return word("analyse.thinking");
}

/** With the engine that found it. @param {string} text @param {"browser" | "server"} [by] */
export function signed(text, by) {
  return by ? word("analyse.by", { text, engine: word(`engine.${by}`) }) : text;
}

/** The server is busy; the page retries. @param {number} seconds */
export function againText(seconds) {
  return word("analyse.again", { n: Math.ceil(seconds) });
}

/**
 * The best move, once no more is to come.
 *
 * @param {Thinking} thinking
 * @param {Branching} at
 * @param {Notation} notation
 */
export function valuesSpeech({ valuesTrouble }, { values }, notation) {
  if (valuesTrouble) return valuesTrouble;
  const best = values?.moves.find(({ move }) => move === values.best);
  return best ? word("analyse.bestSaid", { move: moveName(best.move, notation), value: worthSpeech(best) }) : "";
}

/** The totals of a finished review. @param {Thinking} thinking */
export function reviewSpeech({ trouble, review }) {
  if (trouble || !review) return trouble;
  return word("review.done", { black: Math.round(review.totals.black.loss), white: Math.round(review.totals.white.loss) });
}
