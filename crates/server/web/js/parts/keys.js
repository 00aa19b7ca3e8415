// @ts-check
/**
 * Keyboard shortcuts. The board handles its keys first; letters and digits go to it wherever the
 * focus is. Letters that are also shortcuts wait briefly for a digit.
 *
 * @import { ReversiBoard } from "../board/board.js"
 *
 * @typedef {object} GameDeeds
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
 *
 * @typedef {object} StudyDeeds
 * @property {ReversiBoard} board
 * @property {(by: number) => void} step
 * @property {(end: "first" | "last") => void} goTo
 * @property {() => unknown} [best] plays the engine's move
 * @property {() => void} [hide]
 * @property {() => void} [open]
 * @property {(square: string) => void} typed a letter or a digit led to a square
 * @property {() => void} help
 */
import { NEXT_KEY } from "../timing.js";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @param {GameDeeds} deeds */
export function listenToGameKeys(deeds) {
  document.addEventListener("keydown", () => clearTimeout(waiting), { capture: true });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isElsewhere(event)) return;
    const deed = gameDeed(event, deeds);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {GameDeeds} deeds
 * @returns {(() => void) | null}
 */
function gameDeed(event, deeds) {
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
 * @param {GameDeeds} deeds
 */
function typing(key, { board, typed }) {
  const square = board.type(key);
  return square ? () => typed(square) : null;
}

/**
 * H asks for a hint, but h followed by a digit is a square.
 * @param {string} letter
 * @param {GameDeeds} deeds
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

/** @param {StudyDeeds} deeds */
export function listenToStudyKeys(deeds) {
  const typing = listenToTyping(deeds.board);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
    if (event.key === " " && isPressed(event)) return;
    const deed = studyDeed(event.key, deeds, typing);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

/**
 * After a square was typed and played, arrows step through the game again instead of moving on the
 * board.
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
function studyDeed(key, deeds, typing) {
  /** @type {Record<string, (() => unknown) | undefined>} */
  const keys = {
    ArrowLeft: () => deeds.step(-1),
    ArrowRight: () => deeds.step(1),
    Home: () => deeds.goTo("first"),
    End: () => deeds.goTo("last"),
    " ": deeds.best,
    v: deeds.hide,
    o: deeds.open,
    "?": deeds.help,
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

/** Is the focus in a field, a dialog or a popover? @param {KeyboardEvent} event */
function isElsewhere({ target }) {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, dialog, [popover], [contenteditable]") !== null;
}
