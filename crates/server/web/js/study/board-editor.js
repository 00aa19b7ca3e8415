// @ts-check
/**
 * A board in the editor with its undo history. Knows no rules.
 *
 * @import { Color } from "../wire.js"
 *
 * @typedef {object} Sketch
 * @property {string} variant
 * @property {number} size
 * @property {string} board
 * @property {Color} turn
 *
 * @typedef {"X" | "O" | "-"} Brush
 */
import { indexOf } from "../board/squares.js";

/** Undo steps. */
const KEPT = 200;

export class Drawing extends EventTarget {
  #now;
  /** @type {Sketch[]} */
  #past = [];

  /** @param {Sketch} first */
  constructor(first) {
    super();
    this.#now = first;
  }

  get now() {
    return this.#now;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /**
   * @param {Partial<Sketch>} change
   * @param {{ joins?: boolean }} [how] a stroke over several squares is one step
   */
  put(change, { joins = false } = {}) {
    const next = { ...this.#now, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.#now)) return;
    if (!joins) this.#past = [...this.#past.slice(-KEPT + 1), this.#now];
    this.#now = next;
    this.dispatchEvent(new Event("change"));
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return;
    this.#now = before;
    this.dispatchEvent(new Event("change"));
  }

  /**
   * @param {string} square
   * @param {Brush} content
   * @param {{ joins?: boolean }} [how]
   */
  paint(square, content, how) {
    const index = indexOf(square, this.#now.size);
    const { board } = this.#now;
    if (board[index] === "#" || board[index] === undefined) return;
    this.put({ board: board.slice(0, index) + content + board.slice(index + 1) }, how);
  }

  /**
   * What a brush does to a square: a second touch removes the disc.
   *
   * @param {string} square
   * @param {Brush} brush
   * @returns {Brush}
   */
  strokeOn(square, brush) {
    return this.#now.board[indexOf(square, this.#now.size)] === brush ? "-" : brush;
  }

  /** No disc is left. */
  clear() {
    this.put({ board: this.#now.board.replace(/[XO]/g, "-") });
  }

  /** Black becomes white, and White black. */
  swap() {
    const board = this.#now.board.replace(/[XO]/g, (disc) => (disc === "X" ? "O" : "X"));
    this.put({ board, turn: this.#now.turn === "black" ? "white" : "black" });
  }

  /**
   * Changes the variant. On a board of the same size, discs stay where it has squares.
   *
   * @param {{ name: string, size: number, board: string }} variant
   */
  suit({ name, size, board }) {
    if (size !== this.#now.size) return this.put({ variant: name, size, board, turn: "black" });
    const cells = [...this.#now.board].map((cell, index) => (board[index] === "#" ? "#" : cell === "#" ? "-" : cell));
    this.put({ variant: name, board: cells.join("") });
  }
}
