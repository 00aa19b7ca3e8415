// @ts-check
/**
 * A game with its variations. The opened game is the main line; moves on the board branch from it.
 * No rules: the server says what a move flips.
 *
 * @import { Color, Move } from "../wire.js"
 * @import { Line, Played, Values, Subject } from "./wire.js"
 */

/** A position of the tree, known by the move that led to it. */
export class Branching {
  /** @type {Branching[]} the first continues the line, the others branch off */
  children = [];
  /** The server's description of the position, once loaded. @type {Line | null} */
  line = null;
  /** The values of the moves, as far as known. @type {Values | null} */
  values = null;
  /** Turns up to here. */
  ply = 0;
  /** The values are final. */
  isValued = false;

  /**
   * @param {Branching | null} parent
   * @param {Move | null} move null at the start
   */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    if (parent) this.ply = parent.ply + 1;
  }

  /**
   * Takes new values unless they are weaker: after a reconnect the search starts again.
   *
   * @param {Values} heard
   */
  heed(heard) {
    if (this.values === null || !isLess(heard, this.values)) this.values = heard;
  }
}

/**
 * Is less known than before? The depth counts, and at the same depth how sure the least sure value is.
 *
 * @param {Values} heard
 * @param {Values} known
 */
function isLess(heard, known) {
  if (heard.exact) return false;
  if (known.exact || known.depth !== heard.depth) return known.exact || known.depth > heard.depth;
  return leastSelectivity(known) > leastSelectivity(heard);
}

/** @param {Values} values */
function leastSelectivity({ moves }) {
  return Math.min(100, ...moves.map(({ selectivity }) => selectivity));
}

export class Tree {
  /** The first position. */
  root = new Branching(null, null);

  /**
   * @param {Line} line the game that was read
   * @param {Subject} subject where it came from: variant and start hold for every variation
   */
  constructor(line, subject) {
    this.start = line.start;
    this.first = line.first;
    this.variant = line.variant;
    this.#ground = { variant: subject.variant, start: subject.start };
    const end = this.grow(this.root, line.moves);
    end.line = line;
    /** The last position of the game. */
    this.end = end;
    /** The positions of the opened game without its start. Moves after its end do not belong to it. */
    this.main = pathTo(end).slice(1);
    this.#trunk = new Set(pathTo(end));
  }

  #ground;
  #trunk;

  /** Is this a position of the game that was read? @param {Branching} at */
  isMain(at) {
    return this.#trunk.has(at);
  }

  /**
   * Adds moves to a position and follows those that exist.
   *
   * @param {Branching} from
   * @param {Move[]} moves
   */
  grow(from, moves) {
    let at = from;
    for (const move of moves) {
      const known = at.children.find((child) => child.move?.move === move.move);
      const next = known ?? new Branching(at, { ...move, ply: at.ply + 1 });
      if (!known) at.children.push(next);
      at = next;
    }
    return at;
  }

  /**
   * All positions of a line: from the start to this one, and on to the end of its variation.
   *
   * @param {Branching} through
   */
  lineThrough(through) {
    const line = pathTo(through);
    for (let at = through.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /**
   * The last position of the main line on the way here.
   *
   * @param {Branching} at
   */
  trunkOf(at) {
    const path = pathTo(at).reverse();
    return path.find((position) => this.isMain(position)) ?? this.root;
  }

  /**
   * The subject of a request to the server.
   *
   * @param {Branching} at
   * @returns {Played}
   */
  subjectAt(at) {
    return { ...this.#ground, moves: movesTo(at).map(moveText) };
  }

  /**
   * Takes a variation away, with all that grew from it. The main line stays.
   *
   * @param {Branching} at its first position
   * @returns {Branching} where it grew from
   */
  prune(at) {
    const { parent } = at;
    if (!parent || this.isMain(at)) return at;
    parent.children = parent.children.filter((child) => child !== at);
    return parent;
  }
}

/** A turn as the server reads it in a list of moves. @param {Move} turn */
export function moveText({ move, lost }) {
  return lost ? "lost" : move;
}

/**
 * @param {Branching} at
 * @returns {Move[]} from the first to the one that led here
 */
export function movesTo(at) {
  return pathTo(at).flatMap(({ move }) => (move ? [move] : []));
}

/**
 * @param {Branching} at
 * @returns {Branching[]} from the start to here
 */
function pathTo(at) {
  const path = [];
  for (let position = /** @type {Branching | null} */ (at); position; position = position.parent) path.unshift(position);
  return path;
}

/**
 * Whose turn it is after a position's move, as far as it can be said without rules.
 *
 * @param {Branching} at
 * @param {Color} first
 * @returns {Color | null}
 */
export function turnAt(at, first) {
  if (at.line) return at.line.turn;
  const next = at.children[0]?.move;
  if (next) return next.color;
  return at.move ? null : first;
}
