// @ts-check
/**
 * What can be done with a position that was made: solve it exactly, analyse it, play it, paste another. Events `solve`, `stop` and
 * `paste` (detail: the text).
 *
 * @import { Diagnosis, JobState } from "../study/wire.js"
 * @import { GameHere } from "../net/brought.js"
 * @import { Notation } from "../board/squares.js"
 */
import { el } from "../dom.js";
import { subjectQuery } from "../net/study.js";
import { discs, moveName } from "../study/values.js";
import { word } from "../words.js";
import { announce } from "./announcer.js";
import { icon } from "./icons.js";
import { toastError } from "./toast.js";

/** The most empty squares of a position that the server solves: `solvable` of its `JobSettings`. */
const SOLVABLE = 30;

export class EditorActions extends EventTarget {
  #solveLabel = el("span", {}, word("edit.solve"));
  #solve = el(
    "button",
    { type: "button", class: "button primary", "aria-describedby": "solve-limit", onclick: () => this.#press() },
    icon("graph"),
    this.#solveLabel,
  );
  #analyse = el("a", { class: "button" }, icon("eye"), word("edit.analyse"));
  #play = el("button", { type: "button", class: "button", onclick: () => this.#playIt() }, icon("play"), word("edit.play"));
  #limit = el("p", { class: "soft", id: "solve-limit" });
  #status = el("p", { class: "soft solve-status" });
  #text = el("textarea", {
    class: "field",
    rows: 3,
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": word("edit.paste"),
    placeholder: word("edit.pastePlaceholder"),
  });
  element = el(
    "section",
    { class: "panel editor-actions", "aria-label": word("edit.actions") },
    el("div", { class: "button-row" }, this.#solve, this.#analyse, this.#play),
    this.#limit,
    this.#status,
    el("details", { class: "more" }, el("summary", {}, word("edit.paste")), this.#text, this.#pasteButton()),
  );
  /** @type {Diagnosis | null} */
  #diagnosis = null;
  #isSolving = false;
  #said = "";

  /** @param {{ diagnosis: Diagnosis | null, game: GameHere | null, solved: JobState | null, trouble: string, notation: Notation }} view */
  show({ diagnosis, game, solved, trouble, notation }) {
    this.#diagnosis = diagnosis;
    const isFit = diagnosis !== null && diagnosis.faults.length === 0 && !diagnosis.isOver;
    const empties = diagnosis?.board.match(/-/g)?.length ?? 0;
    const isTooOpen = isFit && empties > SOLVABLE;
    this.#isSolving = solved?.status === "waiting" || solved?.status === "running";
    put(this.#solveLabel, word(this.#isSolving ? "edit.stop" : "edit.solve"));
    allow(this.#solve, this.#isSolving || (isFit && !isTooOpen));
    allow(this.#play, isFit);
    // A game can be looked at even where it is over.
    const address = diagnosis && (game || isFit) ? addressOf(diagnosis, game) : null;
    allow(this.#analyse, address !== null);
    if (address) this.#analyse.href = address;
    else this.#analyse.removeAttribute("href");
    put(this.#limit, isTooOpen ? word("edit.tooOpen", { most: SOLVABLE, empties }) : "");
    put(this.#status, trouble || statusOf(solved, notation));
    this.#say(this.#isSolving ? word("edit.solving") : (this.#status.textContent ?? ""));
  }

  /** Whoever listens hears of the beginning and the end, not of every depth. @param {string} text */
  #say(text) {
    if (text === this.#said) return;
    this.#said = text;
    announce(text);
  }

  #press() {
    if (isAllowed(this.#solve)) this.dispatchEvent(new Event(this.#isSolving ? "stop" : "solve"));
  }

  #pasteButton() {
    const onclick = () => this.#text.value.trim() && this.dispatchEvent(new CustomEvent("paste", { detail: this.#text.value }));
    return el("button", { type: "button", class: "button", onclick }, word("edit.pasteDo"));
  }

  async #playIt() {
    if (!this.#diagnosis || !isAllowed(this.#play)) return;
    try {
      const { openPlayFrom } = await import("./play-from-dialog.js");
      const { variant, position, turn } = this.#diagnosis;
      await openPlayFrom({ variant: variant.name, from: position, turn });
    } catch (error) {
      toastError(error);
    }
  }
}

/**
 * Where it is analysed: in its game, if one was brought.
 *
 * @param {Diagnosis} diagnosis
 * @param {GameHere | null} game
 */
function addressOf({ variant, position }, game) {
  if (game) return `/analyse?${subjectQuery(game.subject)}#${game.ply}`;
  return `/analyse?${subjectQuery({ variant: variant.name ?? undefined, start: position })}`;
}

/**
 * A button that cannot be pressed just now keeps the focus.
 *
 * @param {HTMLElement} button
 * @param {boolean} isPossible
 */
function allow(button, isPossible) {
  button.ariaDisabled = String(!isPossible);
}

/** @param {HTMLElement} button */
function isAllowed(button) {
  return button.ariaDisabled !== "true";
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {JobState | null} solved
 * @param {Notation} notation
 */
function statusOf(solved, notation) {
  if (!solved) return "";
  const { status, values, progress } = solved;
  if (status === "waiting" || status === "running") {
    return progress?.depth ? word("edit.solvingAt", { depth: progress.depth }) : word("edit.solving");
  }
  const best = values?.moves.find(({ move }) => move === values.best);
  if (!values || !best) return word(values?.exact ? "analyse.exact" : "edit.unsolved");
  const places = { move: moveName(best.move, notation), value: discs(best.value) };
  return word(values.exact ? "edit.solved" : "edit.seemsBest", places);
}
