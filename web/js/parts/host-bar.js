// @ts-check
/**
 * What the host of a tournament can do: begin, pause, go on, end it.
 *
 * @typedef {import("../contest.js").Contest} Contest
 * @typedef {import("./entrant-list.js").Direct} Direct
 */
import { el } from "../dom.js";
import { word } from "../words.js";
import { formDialog } from "./form-dialog.js";
import { icon } from "./icons.js";
import { toastError } from "./toast.js";

/** @param {Direct} direct */
export function hostBar(direct) {
  const start = deed("start", "play", "contest.start", "primary");
  const pause = deed("pause", "pause", "contest.pause", "");
  const resume = deed("resume", "play", "contest.resume", "primary");
  const stop = el("button", { class: "button", type: "button", onclick: () => askStop(direct) }, icon("stop"), word("contest.stop"));
  const hint = el("p", { class: "soft" });
  const bar = el("div", { class: "host-bar", hidden: true }, start, pause, resume, stop, hint);
  return {
    element: bar,
    /** @param {Contest} contest */
    show({ host, status, entrants }) {
      const hadFocus = bar.contains(document.activeElement);
      const taking = entrants.filter(({ withdrawn }) => !withdrawn).length;
      bar.hidden = !host || status === "over" || status === "stopped";
      start.hidden = status !== "open";
      start.disabled = taking < 2;
      pause.hidden = status !== "playing";
      resume.hidden = status !== "paused";
      stop.hidden = status === "open";
      hint.textContent = status === "open" ? word(taking < 2 ? "contest.startHint" : "contest.hostOnly") : "";
      hint.hidden = !hint.textContent;
      // The button that was pressed may have given way to its opposite.
      if (hadFocus && !bar.contains(document.activeElement)) /** @type {HTMLElement | null} */ (bar.querySelector("button:not([hidden]):enabled"))?.focus();
    },
  };

  /**
   * @param {"start" | "pause" | "resume"} type
   * @param {Parameters<typeof icon>[0]} sign
   * @param {import("../words.js").Word} label
   * @param {string} kind
   */
  function deed(type, sign, label, kind) {
    const button = el("button", { class: `button ${kind}`, type: "button" }, icon(sign), word(label));
    button.addEventListener("click", async () => {
      button.ariaBusy = "true";
      await direct({ type }).catch(toastError);
      button.ariaBusy = null;
    });
    return button;
  }
}

/** @param {Direct} direct */
function askStop(direct) {
  const dialog = formDialog({
    title: word("contest.stopSure"),
    action: word("contest.stop"),
    content: [],
    submit: async () => {
      await direct({ type: "stop" });
      dialog.close();
    },
  });
}
