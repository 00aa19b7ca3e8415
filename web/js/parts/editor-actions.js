// @ts-check
/**
 * What can be done with a position that was made: solve it exactly, analyse it, play it, paste another. Events `solve` and `paste`
 * (detail: the text).
 *
 * @import { Diagnosis, JobState } from "../study/wire.js"
 */
import { el } from "../dom.js";
import { subjectQuery } from "../net/study.js";
import { discs } from "../study/values.js";
import { word } from "../words.js";
import { icon } from "./icons.js";
import { toastError } from "./toast.js";

export class EditorActions extends EventTarget {
  #solve = el("button", { type: "button", class: "button primary", onclick: () => this.dispatchEvent(new Event("solve")) }, icon("graph"), word("edit.solve"));
  #analyse = el("a", { class: "button" }, icon("eye"), word("edit.analyse"));
  #play = el("button", { type: "button", class: "button", onclick: () => this.#playIt() }, icon("play"), word("edit.play"));
  #text = el("textarea", { class: "field", rows: 3, spellcheck: "false", autocapitalize: "off", "aria-label": word("edit.paste"), placeholder: word("edit.pastePlaceholder") });
  #status = el("p", { class: "soft", role: "status" });
  element = el(
    "section",
    { class: "panel editor-actions", "aria-label": word("edit.actions") },
    el("div", { class: "button-row" }, this.#solve, this.#analyse, this.#play),
    this.#status,
    el("details", { class: "more" }, el("summary", {}, word("edit.paste")), this.#text, this.#pasteButton()),
  );
  /** @type {Diagnosis | null} */
  #diagnosis = null;
  /** What the solver is doing. */
  status = "";

  /** @param {{ diagnosis: Diagnosis | null, solved: JobState | null }} view */
  show({ diagnosis, solved }) {
    this.#diagnosis = diagnosis;
    const isFit = diagnosis !== null && diagnosis.faults.length === 0 && !diagnosis.isOver;
    const isSolving = solved?.status === "waiting" || solved?.status === "running";
    this.#solve.disabled = !isFit || isSolving;
    this.#play.disabled = !isFit;
    this.#analyse.setAttribute("aria-disabled", String(!isFit));
    if (isFit) this.#analyse.href = `/analyse?${subjectQuery({ variant: diagnosis.variant.name ?? undefined, start: diagnosis.position })}`;
    else this.#analyse.removeAttribute("href");
    this.status = statusOf(solved);
    if (this.#status.textContent !== this.status) this.#status.textContent = this.status;
  }

  #pasteButton() {
    const onclick = () => this.#text.value.trim() && this.dispatchEvent(new CustomEvent("paste", { detail: this.#text.value }));
    return el("button", { type: "button", class: "button", onclick }, word("edit.pasteDo"));
  }

  async #playIt() {
    if (!this.#diagnosis) return;
    try {
      const { openPlayFrom } = await import("./play-from-dialog.js");
      const { variant, position, turn } = this.#diagnosis;
      await openPlayFrom({ variant: variant.name, from: position, turn });
    } catch (error) {
      toastError(error);
    }
  }
}

/** @param {JobState | null} solved */
function statusOf(solved) {
  if (!solved || solved.status === "failed" || solved.status === "cancelled") return "";
  const { values, progress } = solved;
  if (solved.status === "done" && values) {
    const best = values.moves.find(({ move }) => move === values.best);
    return best ? word("edit.solved", { value: discs(best.value), move: best.move }) : word("analyse.exact");
  }
  return progress?.depth ? word("edit.solvingAt", { depth: progress.depth }) : word("edit.solving");
}
