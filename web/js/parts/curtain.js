// @ts-check
/**
 * What lies over a watched game before it starts and after it ended: the whole board is one button, *click to start* and
 * *click to close*.
 *
 * @typedef {import("../wire.js").Result} Result
 */

import { el } from "../dom.js";
import { outcomeOf } from "../game/speech.js";
import { word } from "../words.js";
import { icon } from "./icons.js";

/** @param {() => void} onclick */
export function curtain(onclick) {
  const button = el("button", { class: "curtain", type: "button", hidden: true, onclick });
  return {
    element: button,
    /** @param {"start" | "close" | "open"} face @param {Result | null} [result] */
    show(face, result = null) {
      button.hidden = face === "open";
      button.classList.toggle("done", face === "close");
      if (face !== "open") button.replaceChildren(face === "start" ? beginning() : ending(result));
    },
  };
}

function beginning() {
  return el("span", { class: "curtain-action" }, icon("play"), word("watch.start"));
}

/** @param {Result | null} result */
function ending(result) {
  return el(
    "span",
    { class: "curtain-card" },
    el("span", { class: "curtain-title" }, outcomeOf(result)),
    el("span", { class: "curtain-score" }, sum("black", result?.black ?? 0), sum("white", result?.white ?? 0)),
    el("span", { class: "curtain-action" }, word("watch.close")),
  );
}

/**
 * @param {import("../wire.js").Color} color
 * @param {number} count
 */
function sum(color, count) {
  return el("span", { class: "sum" }, el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": word(`color.${color}`) }), count);
}
