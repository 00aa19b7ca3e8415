// @ts-check
/**
 * Keys of the page. Those of the board come first: it keeps what it understands, and letters and digits are typed on it
 * wherever the focus is. Some letters have a meaning of their own too, and wait a moment for a digit.
 *
 * @import { ReversiBoard } from "../board/board.js"
 *
 * @typedef {object} Deeds
 * @property {(by: number) => void} step
 * @property {(end: "first" | "last") => void} goTo
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => boolean} canHint
 * @property {() => void} analyse
 * @property {() => boolean} canAnalyse
 * @property {() => void} newGame
 * @property {ReversiBoard} board
 * @property {(square: string) => void} typed a letter or a digit led to a square
 * @property {() => void} help
 */
import { NEXT_KEY } from "../timing.js";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @param {Deeds} deeds */
export function listenToKeys(deeds) {
  document.addEventListener("keydown", () => clearTimeout(waiting), { capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isElsewhere(event)) return;
    const deed = deedOf(event, deeds);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {Deeds} deeds
 * @returns {(() => void) | null}
 */
function deedOf(event, deeds) {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
  if (isUndo) return deeds.undo;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => deeds.step(-1),
    ArrowRight: () => deeds.step(1),
    Home: () => deeds.goTo("first"),
    End: () => deeds.goTo("last"),
    h: () => unlessSquare("h", deeds, deeds.hint, deeds.canHint),
    a: () => unlessSquare("a", deeds, deeds.analyse, deeds.canAnalyse),
    n: deeds.newGame,
    "?": deeds.help,
  };
  return keys[event.key] ?? keys[event.key.toLowerCase()] ?? typing(event.key, deeds);
}

/**
 * @param {string} key
 * @param {Deeds} deeds
 */
function typing(key, { board, typed }) {
  const square = board.type(key);
  return square ? () => typed(square) : null;
}

/**
 * H asks for a hint, but h followed by a digit is a square.
 * @param {string} letter
 * @param {Deeds} deeds
 * @param {() => void} deed
 * @param {() => boolean} can
 */
function unlessSquare(letter, { board }, deed, can) {
  const { cursor } = board;
  if (!board.type(letter, { focus: false })) return deed();
  if (!can()) return; // Then it is a column, and nothing else.
  waiting = setTimeout(() => {
    board.cursor = cursor;
    deed();
  }, NEXT_KEY);
}

/** Is somebody typing, or in a dialog? @param {KeyboardEvent} event */
function isElsewhere({ target }) {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, dialog, [popover], [contenteditable]") !== null;
}
