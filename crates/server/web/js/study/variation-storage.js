// @ts-check
/**
 * Keeps variations in the tab's storage by the address of their game, so that they survive a
 * reload. They are stored move by move, so no rules are needed to restore them.
 *
 * @import { Branching, Tree } from "./tree.js"
 * @import { Move } from "../wire.js"
 *
 * @typedef {object} Tried a variation from where it leaves the game to its end
 * @property {number} from the move of the game
 * @property {Move[]} moves
 *
 * @typedef {{ address: string, game: string[], tried: Tried[], at: { from: number, moves: string[] } | null }} Kept
 */
import { positionAt } from "./navigation.js";
import { movesTo } from "./tree.js";

const KEY = "outflank.variations";
/** Games whose variations are kept, and ends of variations of a game. */
const GAMES = 20;
const ENDS = 60;

/**
 * @param {string} address
 * @param {Tree} tree
 * @param {Branching} at where one is
 */
export function keepVariations(address, tree, at) {
  const known = load();
  const others = known.filter((kept) => kept.address !== address);
  const tried = ends(tree).slice(0, ENDS).map((end) => triedAt(tree, end));
  const { from, moves } = triedAt(tree, at);
  const place = tree.isMain(at) ? null : { from, moves: moves.map(({ move }) => move) };
  if (tried.length > 0) save([{ address, game: gameOf(tree), tried, at: place }, ...others].slice(0, GAMES));
  else if (others.length < known.length) save(others);
}

/**
 * Restores the stored variations.
 *
 * @param {string} address
 * @param {Tree} tree
 * @returns {Branching | null} where one was, if that was not in the game itself
 */
export function restoreVariations(address, tree) {
  const kept = load().find((one) => one.address === address);
  if (!kept) return null;
  const game = gameOf(tree);
  // Moves may have been taken back in the meantime.
  const isThere = (/** @type {number} */ ply) => kept.game.slice(0, ply).join() === game.slice(0, ply).join() && ply <= game.length;
  for (const { from, moves } of kept.tried) if (isThere(from)) tree.grow(positionAt(tree, from), moves);
  return kept.at && isThere(kept.at.from) ? reach(positionAt(tree, kept.at.from), kept.at.moves) : null;
}

/**
 * @param {Branching} from
 * @param {string[]} moves
 */
function reach(from, moves) {
  let at = /** @type {Branching | undefined} */ (from);
  for (const wanted of moves) at = at?.children.find(({ move }) => move?.move === wanted);
  return at ?? null;
}

/** The last positions of all variations. @param {Tree} tree */
function ends(tree) {
  /** @param {Branching} at @returns {Branching[]} */
  const endsOf = (at) => (at.children.length > 0 ? at.children.flatMap(endsOf) : [at]);
  const firsts = [tree.root, ...tree.main].flatMap(({ children }) => children.filter((child) => !tree.isMain(child)));
  return firsts.flatMap(endsOf);
}

/**
 * @param {Tree} tree
 * @param {Branching} end
 * @returns {Tried}
 */
function triedAt(tree, end) {
  const from = tree.trunkOf(end).ply;
  return { from, moves: movesTo(end).slice(from) };
}

/** @param {Tree} tree */
function gameOf(tree) {
  return movesTo(tree.end).map(({ move }) => move);
}

/** @returns {Kept[]} the last one first */
function load() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} kept */
function save(kept) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // No storage, or a full one: the page works without it.
  }
}
