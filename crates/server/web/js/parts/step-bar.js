// @ts-check
/** Buttons that step through a game. */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { icon } from "./icons.js";

/** @param {(ply: number) => void} look */
export function stepBar(look) {
  let shown = 0;
  let plies = 0;
  const first = button("first", "play.goFirst", () => 0);
  const back = button("back", "play.goBack", () => shown - 1);
  const forward = button("forward", "play.goForward", () => shown + 1);
  const last = button("last", "play.goLast", () => plies);
  const element = el("div", { class: "step-bar", role: "group", "aria-label": word("play.moves") }, first, back, forward, last);

  return { element, show };

  /**
   * @param {number} ply
   * @param {number} count
   */
  function show(ply, count) {
    shown = ply;
    plies = count;
    // `aria-disabled` keeps the focus; `disabled` would lose it.
    for (const button of [first, back]) button.ariaDisabled = String(ply === 0);
    for (const button of [forward, last]) button.ariaDisabled = String(ply === count);
  }

  /**
   * @param {"first" | "back" | "forward" | "last"} sign
   * @param {import("../i18n.js").Word} label
   * @param {() => number} target
   */
  function button(sign, label, target) {
    const button = el("button", { type: "button", class: "icon-button quiet", "aria-label": word(label) }, icon(sign));
    button.addEventListener("click", () => button.ariaDisabled !== "true" && look(target()));
    return button;
  }
}
