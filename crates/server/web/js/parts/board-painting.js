// @ts-check
/**
 * Input of the board editor: a click, a drag over several squares (a stroke) or a key sets discs.
 *
 * @import { ReversiBoard } from "../board/board.js"
 * @import { Drawing, Brush } from "../study/board-editor.js"
 */

/** @type {Record<string, Brush>} */
const KEYS = { x: "X", o: "O", "-": "-", ".": "-", Delete: "-", Backspace: "-" };

/**
 * @param {ReversiBoard} board
 * @param {Drawing} drawing
 * @param {{ brush: Brush }} tools
 */
export function listenToStrokes(board, drawing, tools) {
  /** The brush of the current stroke. @type {Brush | null} */
  let stroke = null;
  /** The stroke has painted already, so the click at its end is ignored. */
  let wasPainted = false;

  board.addEventListener("pointerdown", (event) => {
    const square = squareAt(event);
    if (!square || event.button !== 0) return;
    stroke = drawing.strokeOn(square, tools.brush);
    wasPainted = true;
    drawing.paint(square, stroke);
  });
  board.addEventListener("pointermove", (event) => {
    const square = stroke !== null && event.buttons ? squareAt(event) : null;
    if (square && stroke !== null) drawing.paint(square, stroke, { joins: true });
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (stroke = null));
  // A stroke that left its first square has its click elsewhere, or no click.
  addEventListener("click", () => (wasPainted = false));
  addEventListener("keydown", () => (wasPainted = false), true);
  board.addEventListener("play", (event) => {
    const { square } = /** @type {CustomEvent<{ square: string }>} */ (event).detail;
    if (!wasPainted) drawing.paint(square, drawing.strokeOn(square, tools.brush));
  });
  document.addEventListener("keydown", (event) => onKey(event, board, drawing));
}

/**
 * @param {KeyboardEvent} event
 * @param {ReversiBoard} board
 * @param {Drawing} drawing
 */
function onKey(event, board, drawing) {
  if (event.target instanceof Element && event.target.closest("input:not([type=radio]), textarea, select, dialog, [popover]")) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    return drawing.undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !board.contains(document.activeElement)) return;
  const content = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!content) return;
  event.preventDefault();
  drawing.paint(board.cursor, content);
}

/** The square under the pointer: a finger stays with the one that it touched first. @param {PointerEvent} event */
function squareAt({ clientX, clientY }) {
  const button = document.elementFromPoint(clientX, clientY)?.closest("reversi-board button");
  return button instanceof HTMLElement ? (button.dataset.square ?? null) : null;
}
