// @ts-check
/**
 * The overlay of a watched game: the whole board is a button, *click to start* and *click to
 * close*. At the end it is transparent, and a card beside the board shows the result.
 *
 * @import { State, Color } from "../wire.js"
 */

import { el } from "../dom.js";
import { outcomeNamed, reasonText } from "../game/speech.js";
import { word } from "../i18n.js";
import { icon } from "./icons.js";

/** @param {() => void} onclick */
export function curtain(onclick) {
  const over = el("button", { class: "curtain", type: "button", hidden: true, onclick });
  const card = el("button", { class: "ending panel", type: "button", hidden: true, onclick });
  return {
    /** Lies over the board. */
    over,
    /** Stands beside it. */
    card,
    /** @param {"start" | "close" | "open"} face @param {State | null} [state] */
    show(face, state = null) {
      const isDone = face === "close";
      over.hidden = face === "open";
      over.classList.toggle("done", isDone);
      over.replaceChildren(...(face === "start" ? [beginning()] : []));
      over.title = isDone ? word("watch.close") : "";
      // The card says it already.
      over.ariaHidden = isDone ? "true" : null;
      over.tabIndex = isDone ? -1 : 0;
      card.hidden = !isDone;
      if (isDone && state) card.replaceChildren(...ending(state));
    },
  };
}

function beginning() {
  return el("span", { class: "curtain-action" }, icon("play"), word("watch.start"));
}

/** @param {State} state */
function ending({ id, result, seats, counts, variant }) {
  const reason = result && reasonText(result, seats);
  const rule = variant.goal === "fewest" && word("play.fewest");
  return [
    el("span", { class: "curtain-title" }, outcomeNamed(result, seats)),
    el("span", { class: "curtain-score" }, sum("black", (result ?? counts).black), sum("white", (result ?? counts).white)),
    (reason || rule) && el("span", { class: "soft" }, [reason, rule].filter(Boolean).join(" · ")),
    result?.foul && el("span", { class: "soft" }, word("result.game", { id })),
    el("span", { class: "curtain-action" }, word("watch.close")),
  ].filter((part) => part instanceof Node);
}

/**
 * @param {Color} color
 * @param {number} count
 */
function sum(color, count) {
  return el("span", { class: "sum" }, el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": word(`color.${color}`) }), count);
}
