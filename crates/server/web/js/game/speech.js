// @ts-check
/**
 * Sentences about turns and results, for screen readers and the banner.
 *
 * @import { State, Color, Foul, Move, Result, Seat, Variant } from "../wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { squareName } from "../board/squares.js";
import { word, wordOr } from "../i18n.js";
import { opponent } from "./color.js";
import { playerName } from "./players.js";
import { variantName } from "./variants.js";

/** @param {Color} color */
export function colorName(color) {
  return word(color === "black" ? "color.black" : "color.white");
}

/**
 * A turn in a list: a square, a pass, or a turn that was lost and why.
 *
 * @param {Pick<Move, "move" | "lost">} turn
 * @param {Notation} notation
 */
export function turnName({ move, lost }, notation) {
  if (lost) return word(`play.lost.${lost}`);
  return move === "pass" ? word("play.pass") : squareName(move, notation);
}

/**
 * The turn that made the board what it is after `ply` turns, and what follows from it.
 * @param {State} state
 * @param {number} ply
 * @param {Notation} notation
 */
export function turnSpeech(state, ply, notation) {
  const move = state.moves[ply - 1];
  if (!move) return "";
  const color = colorName(move.color);
  if (move.move === "pass") {
    return `${word(move.lost ? "announce.lost" : "announce.passed", { color })} ${yourTurn(state, ply)}`;
  }
  const square = squareName(move.move, notation);
  return `${word("announce.moved", { color, square, n: move.flips.length })} ${yourTurn(state, ply)}`;
}

/**
 * @param {State} state
 * @param {number} ply
 */
function yourTurn({ turn, you, moves }, ply) {
  if (ply !== moves.length || !turn || you.length !== 1) return "";
  return turn === you[0] ? word("announce.yourTurn") : "";
}

/**
 * @param {Pick<State, "you">} state
 * @param {Move} move a pass, or a turn that was lost
 */
export function passText({ you }, { color, lost }) {
  if (lost) return `${colorName(color)}: ${word(`play.lost.${lost}`)}`;
  if (you.length !== 1) return word("play.passes", { color: colorName(color) });
  return word(color === you[0] ? "play.youPass" : "play.theyPass");
}

/**
 * The outcome for spectators.
 * @param {Result | null} result
 */
export function outcomeOf(result) {
  return result?.winner ? word("result.wins", { color: colorName(result.winner) }) : word("result.draw");
}

/**
 * The same with the names of the winner, or of both players after a draw.
 * @param {Result | null} result
 * @param {Record<Color, Seat>} seats
 */
export function outcomeNamed(result, seats) {
  if (result?.winner) {
    const name = knownName(seats[result.winner]);
    return name ? word("result.winsNamed", { color: colorName(result.winner), name }) : outcomeOf(result);
  }
  const [black, white] = [knownName(seats.black), knownName(seats.white)];
  return result && black && white ? word("result.drawNamed", { black, white }) : outcomeOf(result);
}

/** A player's name, if the player has one. @param {Seat} seat */
function knownName(seat) {
  return seat.kind === "human" && !seat.name ? "" : playerName(seat);
}

/**
 * The same in a few words, with why: what the discs do not show.
 * @param {Result | null} result
 * @param {Variant} variant
 */
export function outcomeShort(result, { goal }) {
  const outcome = outcomeOf(result);
  if (result?.winner && result.reason in SHORT) return word(SHORT[/** @type {keyof typeof SHORT} */ (result.reason)], { outcome });
  return goal === "fewest" ? word("result.short.fewest", { outcome }) : outcome;
}

const SHORT = /** @type {const} */ ({
  resigned: "result.short.resigned",
  time: "result.short.time",
  gone: "result.short.gone",
  foul: "result.short.foul",
});

/**
 * Why a game ended before its board said so.
 * @param {Result} result
 * @param {Record<Color, Seat>} seats
 */
export function reasonText({ reason, winner, foul }, seats) {
  if (reason === "played") return "";
  if (foul) return foulText(foul, seats);
  return word(`result.reasons.${reason}`, { color: winner ? colorName(opponent(winner)) : "" });
}

/**
 * Who broke the rules, how, and the details that the server gives.
 * @param {Foul} foul
 * @param {Record<Color, Seat>} seats
 */
function foulText({ color, verdict, description, detail }, seats) {
  const said = word("result.reasons.foul", { color: colorName(color), name: playerName(seats[color]), what: wordOr(`fouls.${verdict}`, description) });
  return detail ? `${said}: ${detail}` : said;
}

/**
 * Why the game is over, who won, and how many discs there are.
 * @param {string} outcome
 * @param {State} state
 */
export function endSpeech(outcome, { result, counts, variant, seats }) {
  const { black, white } = result ?? counts;
  const reason = result && reasonText(result, seats);
  const said = [`${outcome}.`, word("announce.counts", { black, white })];
  if (reason) said.unshift(`${reason}.`);
  if (variant.goal === "fewest") said.push(`${word("play.fewest")}.`);
  return said.join(" ");
}

/**
 * What a player hears when the page opens: color, variant, last turn.
 * @param {State} state
 * @param {Notation} notation
 */
export function openingSpeech(state, notation) {
  const { you, variant, moves, status, turn } = state;
  if (you.length === 0) return "";
  const said = you.length === 1 ? [word("announce.youAre", { color: colorName(you[0]) })] : [];
  const name = variantName(variant);
  if (name) said.push(`${name}.`);
  if (moves.length) said.push(turnSpeech(state, moves.length, notation));
  else if (status === "playing" && turn === you[0]) said.push(yourTurn(state, 0));
  return said.join(" ").trim();
}

/**
 * The taken back moves.
 * @param {Move[]} moves
 * @param {Notation} notation
 */
export function takenBackSpeech(moves, notation) {
  return word("announce.takenBack", { squares: squaresOf(moves, notation) });
}

/**
 * Moves in a row: "d3 and c5".
 * @param {Move[]} moves
 * @param {Notation} notation
 */
export function squaresOf(moves, notation) {
  const placed = moves.filter(({ move }) => move !== "pass");
  return placed.map(({ move }) => squareName(move, notation)).join(word("announce.and"));
}

/**
 * The window title. It shows whose turn it is when the tab is in the background.
 * @param {State} state
 */
export function titleOf({ status, turn, you, seats }) {
  const name = word("name");
  if (status === "playing" && you.length === 1 && turn === you[0]) return `${word("play.yourTurn")} · ${name}`;
  const other = you.length === 1 ? seats[opponent(you[0])].name : null;
  return `${other ?? word("play.title")} · ${name}`;
}
