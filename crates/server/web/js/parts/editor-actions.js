// @ts-check
/**
 * The actions of the editor: solve, analyse, play, paste.
 *
 * @import { Diagnosis, JobState } from "../study/wire.js"
 * @import { GameHere } from "../net/editor-input.js"
 * @import { Notation } from "../board/squares.js"
 */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { subjectQuery } from "../net/study.js";
import { address } from "../place.js";
import { discs, moveName } from "../study/values.js";
import { icon } from "./icons.js";
import { announce, toastError } from "./notices.js";

/** The most empty squares of a position that the server solves: `solvable` of its `JobSettings`. */
const SOLVABLE = 30;

/** @param {{ solve: () => void, stop: () => void, paste: (text: string) => void }} deeds */
export function editorActions(deeds) {
  const solveLabel = el("span", {}, word("edit.solve"));
  const solve = el(
    "button",
    { type: "button", class: "button primary", "aria-describedby": "solve-limit", onclick: press },
    icon("graph"),
    solveLabel,
  );
  const analyse = el("a", { class: "button" }, icon("eye"), word("edit.analyse"));
  const play = el("button", { type: "button", class: "button", onclick: playIt }, icon("play"), word("edit.play"));
  const limit = el("p", { class: "soft", id: "solve-limit" });
  const status = el("p", { class: "soft solve-status" });
  const text = el("textarea", {
    class: "field",
    rows: 3,
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": word("edit.paste"),
    placeholder: word("edit.pastePlaceholder"),
  });
  const element = el(
    "section",
    { class: "panel editor-actions", "aria-label": word("edit.actions") },
    el("div", { class: "button-row" }, solve, analyse, play),
    limit,
    status,
    el("details", { class: "more" }, el("summary", {}, word("edit.paste")), text, pasteButton()),
  );
  /** @type {Diagnosis | null} */
  let shown = null;
  let isSolving = false;
  let said = "";

  return { element, show };

  /** @param {{ diagnosis: Diagnosis | null, game: GameHere | null, solved: JobState | null, trouble: string, notation: Notation }} view */
  function show({ diagnosis, game, solved, trouble, notation }) {
    shown = diagnosis;
    const isFit = diagnosis !== null && diagnosis.faults.length === 0 && !diagnosis.isOver;
    const empties = diagnosis?.board.match(/-/g)?.length ?? 0;
    const isTooOpen = isFit && empties > SOLVABLE;
    isSolving = solved?.status === "waiting" || solved?.status === "running";
    put(solveLabel, word(isSolving ? "edit.stop" : "edit.solve"));
    allow(solve, isSolving || (isFit && !isTooOpen));
    allow(play, isFit);
    // A finished game can still be analysed.
    const address = diagnosis && (game || isFit) ? addressOf(diagnosis, game) : null;
    allow(analyse, address !== null);
    if (address) analyse.href = address;
    else analyse.removeAttribute("href");
    put(limit, isTooOpen ? word("edit.tooOpen", { most: SOLVABLE, empties }) : "");
    put(status, trouble || statusOf(solved, notation));
    say(isSolving ? word("edit.solving") : (status.textContent ?? ""));
  }

  /** Screen readers hear the start and the end, not every depth. @param {string} line */
  function say(line) {
    if (line === said) return;
    said = line;
    announce(line);
  }

  function press() {
    if (isAllowed(solve)) (isSolving ? deeds.stop : deeds.solve)();
  }

  function pasteButton() {
    const onclick = () => text.value.trim() && deeds.paste(text.value);
    return el("button", { type: "button", class: "button", onclick }, word("edit.pasteDo"));
  }

  async function playIt() {
    if (!shown || !isAllowed(play)) return;
    try {
      const { openPlayFrom } = await import("./new-game-dialog.js");
      const { variant, position, turn } = shown;
      await openPlayFrom({ variant: variant.name, from: position, turn });
    } catch (error) {
      toastError(error);
    }
  }
}

/**
 * The address of the analysis page: with the game, if there is one.
 *
 * @param {Diagnosis} diagnosis
 * @param {GameHere | null} game
 */
function addressOf({ variant, position }, game) {
  if (game) return address(`/analyse?${subjectQuery(game.subject)}#${game.ply}`);
  return address(`/analyse?${subjectQuery({ variant: variant.name ?? undefined, start: position })}`);
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
