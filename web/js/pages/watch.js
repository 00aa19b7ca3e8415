// @ts-check
/**
 * The page that shows a game from its first move to its last: click to start, the whole game, click to close. It follows
 * the log at its own pace, whether the game is over, is being played, or was played much faster.
 *
 * @typedef {import("../wire.js").State} State
 * @typedef {import("../wire.js").Color} Color
 */

import "../board/board.js";
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { boardAt } from "../game/fold.js";
import { Playback } from "../game/playback.js";
import { playerName } from "../game/players.js";
import { Link } from "../net/socket.js";
import { icon } from "../parts/icons.js";
import "../parts/move-list.js";
import "../parts/site-header.js";
import { transport } from "../parts/transport.js";
import { settings } from "../settings.js";
import { WATCH_STEP } from "../timing.js";
import { word } from "../words.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const playback = new Playback(WATCH_STEP);
playback.speed = Number(settings.value("speed"));

const board = /** @type {import("../board/board.js").ReversiBoard} */ (document.createElement("reversi-board"));
const black = playerLine("black");
const white = playerLine("white");
const overlay = el("button", { class: "overlay", type: "button", hidden: true });
const status = el("p", { class: "soft status", role: "status" });
const announcer = el("p", { class: "visually-hidden", "aria-live": "polite" });
const stage = el("div", { class: "stage" }, board, overlay);
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const heading = el("h1", { class: "visually-hidden" }, word("watch.title"));

document.title = word("watch.title");
const moves = /** @type {import("../parts/move-list.js").MoveList} */ (document.createElement("move-list"));
const opening = el("span", { class: "opening" });
const record = el(
  "aside",
  { class: "panel record", "aria-label": word("play.moves") },
  el("header", {}, el("h2", {}, word("play.moves")), opening),
  moves,
);
const table = el("div", { class: "table" }, white.line, stage, black.line, transport(playback), status);
main.append(heading, table, record, announcer);

/** @type {State | null} */
let state = null;
let isLost = false;
const link = new Link(id);
link.addEventListener("state", (event) => {
  state = /** @type {CustomEvent<{ state: State }>} */ (event).detail.state;
  playback.follow(state.moves.length, state.status === "over");
});
link.addEventListener("connection", (event) => {
  const { detail } = /** @type {CustomEvent<"open" | "lost" | "gone">} */ (event);
  if (detail === "gone") return showGone();
  isLost = detail === "lost";
  drawStatus();
});
playback.addEventListener("change", (event) => draw(/** @type {CustomEvent<{ isOneStep: boolean }>} */ (event).detail.isOneStep));
settings.onChange(() => draw(false));
moves.addEventListener("look", (event) => playback.goTo(/** @type {CustomEvent<{ ply: number }>} */ (event).detail.ply));
overlay.addEventListener("click", () => (playback.isDone ? close() : playback.play()));
stage.addEventListener("click", (event) => {
  if (event.target !== overlay && !overlay.contains(/** @type {Node} */ (event.target)) && playback.hasStarted) playback.toggle();
});
document.addEventListener("keydown", onKey);

/** @param {boolean} isOneStep */
function draw(isOneStep) {
  if (!state) return;
  const { ply, plies, isAtEnd, isOver } = playback;
  const shown = boardAt(state, ply);
  const view = { size: state.variant.size, board: shown.board, last: shown.last };
  const taste = { coordinates: settings.value("coordinates"), notation: settings.value("notation") };
  const landed = board.show({ ...view, ...taste }, { animate: isOneStep });
  const turn = state.moves[ply]?.color ?? state.turn;
  for (const side of [black, white]) side.draw(state, shown.counts, isOver && isAtEnd ? null : turn);
  moves.show(state.moves.slice(0, playback.farthest), ply, settings.value("notation"));
  opening.textContent = playback.farthest === plies ? state.opening : "";
  if (playback.isDone) landed.then(drawOverlay);
  else drawOverlay();
  drawStatus();
  if (isOneStep && playback.speed <= 1) announce(ply);
}

function drawOverlay() {
  const isDone = playback.isDone;
  overlay.hidden = playback.hasStarted && !isDone;
  if (overlay.hidden) return;
  overlay.replaceChildren(el("span", { class: "overlay-card" }, ...(isDone ? ending() : beginning())));
  overlay.classList.toggle("done", isDone);
}

function beginning() {
  return [el("span", { class: "overlay-action" }, icon("play"), word("watch.start"))];
}

function ending() {
  return [
    el("span", { class: "overlay-title" }, outcome()),
    el("span", { class: "overlay-score" }, score()),
    el("span", { class: "overlay-action" }, word("watch.close")),
  ];
}

function outcome() {
  const winner = state?.result?.winner;
  return winner ? word("result.wins", { color: word(`color.${winner}`) }) : word("result.draw");
}

function score() {
  const { black = 0, white = 0 } = state?.result ?? {};
  return word("result.score", { black, white });
}

function drawStatus() {
  const { ply, isPlaying, isAtEnd, isOver } = playback;
  const move = state?.moves[ply - 1];
  if (isLost) status.textContent = word("connection.reconnecting");
  else if (move?.move === "pass") status.textContent = word("play.passes", { color: word(`color.${move.color}`) });
  else status.textContent = isPlaying && isAtEnd && !isOver ? word("watch.waiting") : "";
}

/** What a screen reader hears of a move; at higher speeds it could not keep up. @param {number} ply */
function announce(ply) {
  const move = state?.moves[ply - 1];
  if (!move) return;
  const color = word(`color.${move.color}`);
  const square = squareName(move.move, settings.value("notation"));
  if (move.move === "pass") return; // The status says it.
  announcer.textContent = word("announce.moved", { color, square, n: move.flips.length });
}

/** @param {Color} color */
function playerLine(color) {
  const name = el("span", { class: "name" });
  const count = el("span", { class: "count" });
  const line = el("div", { class: "player" }, el("span", { class: `disc-sign ${color}` }), name, count);
  /**
   * @param {State} game
   * @param {Record<Color, number>} counts
   * @param {Color | null} turn
   */
  const drawLine = (game, counts, turn) => {
    name.textContent = playerName(game.seats[color], { you: game.you.includes(color) });
    count.textContent = String(counts[color]);
    count.setAttribute("aria-label", word("play.discCount", { n: counts[color] }));
    line.classList.toggle("to-move", turn === color);
  };
  return { line, draw: drawLine };
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event)) return;
  const action = /** @type {Record<string, () => void>} */ ({
    " ": () => (playback.isDone ? close() : playback.toggle()),
    ArrowLeft: () => playback.goTo(playback.ply - 1),
    ArrowRight: () => playback.goTo(playback.ply + 1),
    Home: () => playback.goTo(0),
    End: () => playback.goTo(playback.plies),
    Escape: close,
  })[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/**
 * Whether a key already means something where it was pressed: in the settings, on a button, among the speeds.
 *
 * @param {KeyboardEvent} event
 */
function isTyping({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog, [popover], select, .speeds")) return true;
  if (target.matches("input[type=range]")) return key !== " " && key !== "Escape";
  return key === " " && target.matches("button, a, summary");
}

function close() {
  location.assign("/");
}

function showGone() {
  main.replaceChildren(
    el("p", { class: "gone" }, word("connection.gone")),
    el("a", { class: "button primary", href: "/" }, word("connection.goHome")),
  );
}
