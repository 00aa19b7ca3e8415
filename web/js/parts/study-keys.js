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
  const typing = listenToTyping(deeds.board);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
    if (event.key === " " && isPressed(event)) return;
    const deed = deedOf(event.key, deeds, typing);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

/**
 * Who types a square does not want to move about on the board: once the disc lies, arrows step through the game again.
 *
 * @param {ReversiBoard} board
 */
function listenToTyping(board) {
  const typing = { isOn: false };
  board.addEventListener("play", () => typing.isOn && board.focus({ quiet: true }));
  board.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && board.contains(relatedTarget))) typing.isOn = false;
  });
  return typing;
}

/**
 * @param {string} key
 * @param {StudyDeeds} deeds
 * @param {{ isOn: boolean }} typing
 * @returns {(() => unknown) | null}
 */
function deedOf(key, deeds, typing) {
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
  if (!square) return null;
  typing.isOn = true;
  return () => deeds.typed(square);
}

/** Does the key press what has the focus? @param {KeyboardEvent} event */
function isPressed({ target }) {
  return target instanceof Element && target.closest("button, a, summary") !== null;
}

/** Is somebody typing, or in a dialog? @param {KeyboardEvent} event */
function isElsewhere({ target }) {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, dialog, [popover], [contenteditable]") !== null;
}
