// @ts-check
/**
 * Keys of pages on which games are looked at. Those of the board come first.
 *
 * @import { ReversiBoard } from "../board/board.js"
 *
 * @typedef {object} StudyDeeds
 * @property {ReversiBoard} board
 * @property {(by: number) => void} step
 * @property {(end: "first" | "last") => void} goTo
 * @property {() => unknown} [best] plays the engine's move
 * @property {() => void} [hide]
 * @property {() => void} [open]
 * @property {(square: string) => void} typed a letter or a digit led to a square
 */
import { openKeys } from "./study-help.js";

/** @param {StudyDeeds} deeds */
export function listenToStudyKeys(deeds) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
    if (event.key === " " && isPressed(event)) return;
    const deed = deedOf(event.key, deeds);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

/**
 * @param {string} key
 * @param {StudyDeeds} deeds
 * @returns {(() => unknown) | null}
 */
function deedOf(key, deeds) {
  /** @type {Record<string, (() => unknown) | undefined>} */
  const keys = {
    ArrowLeft: () => deeds.step(-1),
    ArrowRight: () => deeds.step(1),
    Home: () => deeds.goTo("first"),
    End: () => deeds.goTo("last"),
    " ": deeds.best,
    v: deeds.hide,
    o: deeds.open,
    "?": openKeys,
  };
  const known = keys[key] ?? keys[key.toLowerCase()];
  if (known) return known;
  const square = deeds.board.type(key);
  return square ? () => deeds.typed(square) : null;
}

/** Does the key press what has the focus? @param {KeyboardEvent} event */
function isPressed({ target }) {
  return target instanceof Element && target.closest("button, a, summary, [role=slider]") !== null;
}

/** Is somebody typing, or in a dialog? @param {KeyboardEvent} event */
function isElsewhere({ target }) {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, dialog, [popover], [contenteditable]") !== null;
}
