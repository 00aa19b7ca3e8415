// @ts-check
/**
 * Navigation through a game and its variations. No rules: the server says what may be played.
 * Events: `move` (detail `{ at, before }`), `stay` when a position stays on the board for a moment,
 * `learn` when the server has described a new position, `change` when variations were added or
 * removed, `trouble` (detail: the error).
 *
 * @import { Branching, Tree } from "./tree.js"
 * @import { Line, Subject } from "./wire.js"
 */
import { SETTLE } from "../timing.js";

export class Walk extends EventTarget {
  /** @type {Tree | null} */
  tree = null;
  /** Where one is. @type {Branching | null} */
  at = null;
  #ask;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  #moved = -Infinity;

  /** @param {(subject: Subject) => Promise<Line>} ask what the server says of a position */
  constructor(ask) {
    super();
    this.#ask = ask;
  }

  /**
   * Starts with another game.
   *
   * @param {Tree} tree
   * @param {Branching} at
   */
  begin(tree, at) {
    this.tree = tree;
    this.at = null;
    this.#moved = -Infinity;
    this.go(at);
  }

  /** Drops the game. */
  end() {
    clearTimeout(this.#settling);
    this.tree = null;
    this.at = null;
  }

  /** @param {Branching} at */
  go(at) {
    const before = this.at;
    this.at = at;
    if (before !== at) this.#tell("move", { at, before });
    this.#settle(at);
  }

  /** @param {number} ply of the main line */
  goToPly(ply) {
    if (this.tree) this.go(positionAt(this.tree, ply));
  }

  /** Goes to a turn of the current line, main or variation. @param {number} ply */
  stepTo(ply) {
    if (!this.tree || !this.at) return;
    const line = this.tree.lineThrough(this.at);
    this.go(line[Math.max(0, Math.min(line.length - 1, ply))]);
  }

  /** Asks the server at once, but not about every position while the user steps quickly. @param {Branching} at */
  #settle(at) {
    clearTimeout(this.#settling);
    const now = performance.now();
    const isRunning = now - this.#moved < SETTLE;
    this.#moved = now;
    if (isRunning) this.#settling = setTimeout(() => this.#stay(at), SETTLE);
    else this.#stay(at);
  }

  /** @param {Branching} at */
  async #stay(at) {
    const { tree } = this;
    if (!tree || this.at !== at || this.#passes(tree, at)) return;
    this.#tell("stay");
    if (at.line) return;
    try {
      at.line = await this.#ask(tree.subjectAt(at));
      if (this.at === at && !this.#passes(tree, at)) this.#tell("learn");
    } catch (error) {
      if (this.at === at) this.#tell("trouble", error);
    }
  }

  /**
   * A side without a move passes by itself.
   *
   * @param {Tree} tree
   * @param {Branching} at
   */
  #passes(tree, at) {
    const isForced = at.line !== null && mustPass(at.line) && at.children.length === 0;
    if (!isForced) return false;
    // The user has stayed here.
    this.#moved = -Infinity;
    this.go(passFrom(tree, at));
    return true;
  }

  /** @param {string} move a square, or a pass where there is nothing else */
  play(move) {
    const { tree, at } = this;
    if (!tree || !at?.line?.turn) return;
    if (move === "pass" && mustPass(at.line)) return this.go(passFrom(tree, at));
    const legal = at.line.legal.find(({ square }) => square === move);
    if (legal) this.go(tree.grow(at, [{ ply: 0, color: at.line.turn, move, flips: legal.flips }]));
  }

  /** Adds a line of the engine as a variation and shows its first move. @param {string[]} moves */
  async follow(moves) {
    const { tree, at: from } = this;
    if (!tree || !from) return;
    if (moves.length === 1) return this.play(moves[0]);
    try {
      const subject = tree.subjectAt(from);
      const read = await this.#ask({ ...subject, moves: [...subject.moves, ...moves] });
      tree.grow(tree.root, read.moves).line = read;
      const first = from.children.find(({ move }) => move?.move === moves[0]);
      if (first && this.at === from) this.go(first);
    } catch (error) {
      if (this.at === from) this.#tell("trouble", error);
    }
  }

  /** Takes a variation away. @param {Branching} at */
  prune(at) {
    if (!this.tree || !this.at) return;
    const isWithin = this.tree.lineThrough(this.at).includes(at) && this.at.ply >= at.ply;
    const parent = this.tree.prune(at);
    if (isWithin) this.go(parent);
    else this.#tell("change");
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/**
 * A position of the main line, at most its last.
 *
 * @param {Tree} tree
 * @param {number} ply
 */
export function positionAt(tree, ply) {
  if (ply <= 0) return tree.root;
  return tree.main[ply - 1] ?? tree.end;
}

/** @param {Line} line */
function mustPass({ status, legal, turn }) {
  return status === "playing" && legal.length === 0 && turn !== null;
}

/**
 * @param {Tree} tree
 * @param {Branching} at
 */
function passFrom(tree, at) {
  const color = /** @type {import("../wire.js").Color} */ (at.line?.turn);
  return tree.grow(at, [{ ply: 0, color, move: "pass", flips: [] }]);
}
