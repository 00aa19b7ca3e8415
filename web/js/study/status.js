// @ts-check
/**
 * What the engine is doing, in a few words.
 *
 * @import { Branching } from "./tree.js"
 * @import { Thinking } from "./thinking.js"
 */
import { outcomeOf } from "../game/speech.js";
import { word } from "../words.js";

/**
 * @param {Thinking} thinking
 * @param {Branching} at
 * @returns {string}
 */
export function statusOf({ state, valuesTrouble }, at) {
  const { line, values } = at;
  if (line?.status === "over") return `${word("analyse.over")}: ${outcomeOf(/** @type {any} */ (line.result))}`;
  if (state?.status === "waiting" && state.place) return word("analyse.waiting", { n: state.place });
  if (values?.exact) return word("analyse.exact");
  if (values) return word(at.isValued ? "analyse.depth" : "analyse.deepening", { depth: values.depth });
  return valuesTrouble || word("analyse.thinking");
}
