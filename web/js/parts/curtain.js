// @ts-check
/**
 * What lies over a watched game before it starts and after it ended: the whole board is one button, *click to start* and
 * *click to close*.
 *
 * @typedef {import("../wire.js").Result} Result
 */

import { el } from "../dom.js";
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
  const { black = 0, white = 0, winner = null } = result ?? {};
  const outcome = winner ? word("result.wins", { color: word(`color.${winner}`) }) : word("result.draw");
  return el(
    "span",
    { class: "curtain-card" },
    el("span", { class: "curtain-title" }, outcome),
    el("span", { class: "curtain-score" }, word("result.score", { black, white })),
    el("span", { class: "curtain-action" }, word("watch.close")),
  );
}
