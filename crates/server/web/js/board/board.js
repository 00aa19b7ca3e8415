// @ts-check
/**
 * `<reversi-board>`: a grid of buttons. It shows a position and reports presses: event `play`, or
 * `refuse` where the square is not legal (detail `{ square }`). It knows no rules.
 *
 * With the attribute `mini` it is a picture without buttons.
 *
 * @import { Color, LegalMove } from "../wire.js"
 * @import { Notation } from "./squares.js"
 * @import { CellValue } from "./cell.js"
 *
 * @typedef {object} View
 * @property {number} size
 * @property {string} board size * size characters, rows from the top: X, O, -, # for no square
 * @property {string | null} [last] square of the last move
 * @property {LegalMove[]} [legal] marked by grey circles
 * @property {Color | null} [turn] whose disc a preview shows
 * @property {boolean} [playable] may the legal squares be pressed?
 * @property {Record<string, CellValue> | null} [values] on squares, in discs
 * @property {boolean} [editable] every square can be pressed, whatever the rules say
 * @property {Record<string, string>} [faults] what is wrong with squares
 * @property {boolean} [coordinates]
 * @property {Notation} [notation]
 */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { isStill } from "../timing.js";
import { Cell } from "./cell.js";
import { placeAfterKey } from "./cursor.js";
import { drawMini } from "./mini.js";
import { Motion } from "./motion.js";
import { cellName } from "./names.js";
import { edgeNames, indexOf, placeOf, squareAt } from "./squares.js";

/** Keys that step through the game while the board has the focus by pointer, not by keyboard. */
const KEYS_OF_PAGE = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]);
export class ReversiBoard extends HTMLElement {
  /** @type {View | null} */
  #view = null;
  /** By index; null where there is no square. @type {(Cell | null)[]} */
  #cells = [];
  /** @type {Motion | null} */
  #motion = null;
  /** The size and holes that the cells were built for. */
  #shape = "";
  #cursor = "";
  /** @type {string | null} */
  #considered = null;

  connectedCallback() {
    if (this.hasAttribute("mini")) return;
    this.addEventListener("click", this.#onClick);
    this.addEventListener("keydown", this.#onKey);
    this.addEventListener("focusin", this.#onFocus);
    this.addEventListener("focusout", this.#onBlur);
    this.addEventListener("pointerdown", () => this.toggleAttribute("data-pointed", true));
    this.addEventListener("pointerover", this.#onPointer);
    this.addEventListener("pointerleave", () => this.#consider(null));
    this.addEventListener("pointercancel", () => this.#consider(null));
  }

  /**
   * Shows a position. With `animate`, discs that differ from what was shown move there; a motion under way is
   * completed first, unless nothing but marks has changed. Names, marks and input follow the new position at once.
   * @param {View} view
   * @param {{ animate?: boolean }} [how]
   * @returns {Promise<void>} fulfilled when all discs lie still
   */
  show(view, { animate = false } = {}) {
    if (this.hasAttribute("mini")) return this.#showMini(view);
    const before = this.#build(view) ? null : this.#view;
    this.#view = view;
    this.#mark(view);
    this.#considerAgain();
    if (this.#motion && before?.board === view.board) return this.#motion.landed;
    this.#motion?.finish();
    this.#motion = new Motion();
    if (animate && before && !isStill() && !document.hidden) this.#move(before.board, view, this.#motion);
    else this.#place(view);
    this.#motion.begin();
    return this.#motion.landed;
  }

  /** Completes a motion under way. */
  finish() {
    this.#motion?.finish();
  }

  /**
   * Puts the keyboard's cursor on the board.
   * @override
   * @param {FocusOptions & { quiet?: boolean }} [how] quietly: it shows, and takes keys from the page, once it is moved
   */
  focus({ quiet, ...options } = {}) {
    if (quiet !== undefined) this.toggleAttribute("data-pointed", quiet);
    this.#cellAt(this.#cursor)?.button.focus(options);
    if (quiet) this.#consider(null);
  }

  /** Shakes a square that cannot be played. @param {string} square */
  refuse(square) {
    this.#cellAt(square)?.refuse();
  }

  /**
   * A letter or a digit that was typed elsewhere moves the cursor as if it had been typed here.
   * @param {string} key
   * @param {{ focus?: boolean }} [how] without the focus it waits for the next one
   * @returns {string | null} the square it leads to, null where it leads nowhere
   */
  type(key, { focus = true } = {}) {
    const place = this.#view && /^[a-z0-9]$/i.test(key) ? this.#placeAfter({ key }) : null;
    if (!place) return null;
    this.#moveCursor(place);
    if (focus) this.focus({ quiet: false });
    else if (this.contains(document.activeElement)) this.focus();
    return this.#cursor;
  }

  /** The square of the keyboard's cursor. */
  get cursor() {
    return this.#cursor;
  }

  set cursor(square) {
    if (!this.#cellAt(square)) return;
    this.#setCursor(square);
    if (this.contains(document.activeElement)) this.focus();
  }

  /** @param {View} view */
  #showMini(view) {
    this.replaceChildren(drawMini(view));
    this.#view = view;
    return Promise.resolve();
  }

  /**
   * @param {View} view
   * @returns {boolean} whether the cells were rebuilt
   */
  #build({ size, board, coordinates = true, notation = "standard" }) {
    const shape = [size, board.replace(/[XO]/g, "-"), coordinates, notation].join();
    if (shape === this.#shape) return false;
    this.#shape = shape;
    this.style.setProperty("--size", String(size));
    this.dataset.size = String(size);
    this.#cells = [...board].map((content, index) => (content === "#" ? null : new Cell(squareAt(index, size))));
    const rows = Array.from({ length: size }, (_, row) => this.#buildRow(row, size));
    const label = word("board.labelSize", { size });
    const felt = el("div", { class: "felt", role: "grid", "aria-label": label }, ...rows);
    const edges = coordinates ? buildEdges(size, notation) : [];
    this.toggleAttribute("data-coordinates", coordinates);
    this.replaceChildren(el("div", { class: "frame" }, ...edges, felt));
    this.#setCursor(this.#cellAt(this.#cursor) ? this.#cursor : this.#firstCursor(size));
    return true;
  }

  /**
   * @param {number} row
   * @param {number} size
   */
  #buildRow(row, size) {
    const cells = this.#cells.slice(row * size, (row + 1) * size);
    const boxes = cells.map((cell) => {
      const box = el("div", { role: "gridcell", class: cell ? "cell" : "cell hole" });
      if (cell) box.append(cell.button);
      else box.ariaLabel = word("board.hole");
      return box;
    });
    return el("div", { role: "row", class: "row" }, ...boxes);
  }

  /** @param {number} size */
  #firstCursor(size) {
    const middle = squareAt(Math.floor((size - 1) / 2) * size + Math.floor((size - 1) / 2), size);
    return this.#cellAt(middle, size) ? middle : (this.#cells.find(Boolean)?.square ?? "a1");
  }

  /** @param {View} view */
  #mark({ board, last = null, legal = [], playable = false, values = null, notation = "standard", turn, editable = false, faults = {} }) {
    const bySquare = new Map(legal.map((move) => [move.square, move]));
    this.toggleAttribute("data-playable", playable);
    this.#cells.forEach((cell, index) => {
      if (!cell) return;
      const move = bySquare.get(cell.square);
      const isLast = cell.square === last;
      const value = values?.[cell.square];
      const fault = faults[cell.square];
      cell.name = cellName({ square: cell.square, content: board[index], legal: move, last: isLast, notation, value: value?.said ?? value?.text, fault });
      cell.mark({ legal: Boolean(move), playable: editable || (playable && Boolean(move)), last: isLast, ghost: move && turn ? turn : null, fault: Boolean(fault) });
      cell.preview = null;
      cell.value = value ?? null;
    });
  }

  /** @param {View} view */
  #place({ board }) {
    this.#cells.forEach((cell, index) => cell?.put(colorOf(board[index])));
  }

  /**
   * @param {string} before
   * @param {View} view
   * @param {Motion} motion
   */
  #move(before, { board, size, last }, motion) {
    const changed = this.#cells.flatMap((cell, index) => (cell && before[index] !== board[index] ? [{ cell, index }] : []));
    const origin = changed.find(({ index }) => before[index] === "-" || board[index] === "-")?.cell.square ?? last;
    for (const { cell, index } of changed) {
      const color = colorOf(board[index]);
      if (!color) cell.takeAway(motion);
      else if (before[index] === "-") cell.drop(color, motion);
      else cell.turn(color, awayFrom(origin ?? cell.square, squareAt(index, size)), motion);
    }
  }

  /** @param {Event} event */
  #onClick = (event) => {
    const square = squareOf(event) ?? this.#holeOf(event);
    if (!square) return;
    if (this.#cellAt(square)) this.#setCursor(square);
    const isPlayed = this.#view?.editable || (this.#legal(square) && this.#view?.playable);
    const name = isPlayed ? "play" : "refuse";
    this.dispatchEvent(new CustomEvent(name, { detail: { square }, bubbles: true }));
  };

  /**
   * A hole in the board.
   * @param {Event} event
   */
  #holeOf({ target }) {
    const hole = target instanceof Element ? target.closest(".hole") : null;
    const index = hole ? [...this.querySelectorAll(".cell")].indexOf(hole) : -1;
    return index < 0 ? null : squareAt(index, Number(this.dataset.size));
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    // Some letters are both columns and page shortcuts; the page decides.
    if (!squareOf(event) || (event.key.length === 1 && this.dataset.deeds?.includes(event.key.toLowerCase()))) return;
    if (this.hasAttribute("data-pointed") && KEYS_OF_PAGE.has(event.key)) return;
    this.toggleAttribute("data-pointed", false);
    const place = this.#placeAfter(event);
    if (!place) return;
    event.preventDefault();
    event.stopPropagation();
    this.#moveCursor(place);
    this.focus();
  };

  /** @param {Parameters<typeof placeAfterKey>[0]} event */
  #placeAfter(event) {
    if (!this.#view) return null;
    const { size, notation = "standard" } = this.#view;
    const isHole = /** @param {{ column: number, row: number }} at */ (at) => !this.#cells[at.row * size + at.column];
    return placeAfterKey(event, placeOf(this.#cursor), { size, isHole, notation });
  }

  /** @param {{ column: number, row: number }} place */
  #moveCursor({ column, row }) {
    const size = Number(this.dataset.size);
    this.#setCursor(squareAt(row * size + column, size));
  }

  /** @param {FocusEvent} event */
  #onFocus = (event) => {
    const square = squareOf(event);
    if (!square) return;
    this.#setCursor(square);
    this.#consider(square);
  };

  /** @param {FocusEvent} event */
  #onBlur = (event) => {
    this.#consider(null);
    if (!(event.relatedTarget instanceof Node && this.contains(event.relatedTarget))) this.toggleAttribute("data-pointed", false);
  };

  /** @param {PointerEvent} event */
  #onPointer = (event) => {
    this.#consider(squareOf(event));
  };

  /** The pointer may have rested where a move has just become legal. */
  #considerAgain() {
    this.#considered = null;
    const isPointed = this.hasAttribute("data-pointed");
    const button = this.querySelector(isPointed ? "button:hover" : "button:focus-visible, button:hover");
    if (button instanceof HTMLElement) this.#consider(button.dataset.square ?? null);
  }

  /** Shows what a move would flip. @param {string | null} square */
  #consider(square) {
    if (square === this.#considered) return;
    this.#previewFlips(this.#considered, null);
    this.#considered = square;
    if (this.#view?.playable) this.#previewFlips(square, this.#view.turn ?? null);
  }

  /**
   * @param {string | null} square
   * @param {Color | null} color
   */
  #previewFlips(square, color) {
    for (const flip of (square && this.#legal(square)?.flips) || []) {
      const cell = this.#cellAt(flip);
      if (cell) cell.preview = color;
    }
  }

  /** @param {string} square */
  #legal(square) {
    return this.#view?.legal?.find((move) => move.square === square);
  }

  /**
   * @param {string} square
   * @param {number} [size]
   */
  #cellAt(square, size = Number(this.dataset.size)) {
    return square ? this.#cells[indexOf(square, size)] : null;
  }

  /** @param {string} square */
  #setCursor(square) {
    const old = this.#cellAt(this.#cursor);
    if (old) old.button.tabIndex = -1;
    this.#cursor = square;
    const cell = this.#cellAt(square);
    if (cell) cell.button.tabIndex = 0;
  }
}

/** @param {string} content @returns {Color | null} */
function colorOf(content) {
  return content === "X" ? "black" : content === "O" ? "white" : null;
}

/**
 * @param {string} origin
 * @param {string} square
 */
function awayFrom(origin, square) {
  const from = placeOf(origin);
  const to = placeOf(square);
  const x = to.column - from.column;
  const y = to.row - from.row;
  const distance = Math.max(Math.abs(x), Math.abs(y), 1);
  return { x: x || y ? x : 1, y, distance };
}

/** @param {Event} event @returns {string | null} */
function squareOf(event) {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  return button?.dataset.square ?? null;
}

/**
 * @param {number} size
 * @param {Notation} notation
 */
function buildEdges(size, notation) {
  /** @param {string} kind @param {string[]} names */
  const edge = (kind, names) =>
    el("div", { class: `edge ${kind}`, "aria-hidden": "true" }, ...names.map((name) => el("span", {}, name)));
  const { columns, rows } = edgeNames(size, notation);
  return [edge("columns", columns), edge("rows", rows)];
}

customElements.define("reversi-board", ReversiBoard);
