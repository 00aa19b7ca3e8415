// @ts-check
/**
 * The watch page: click to start, the whole game, click to close. It plays the log back at the
 * viewer's speed, whether the game is over or running.
 *
 * @typedef {import("../wire.js").State} State
 * @typedef {import("../board/board.js").ReversiBoard} ReversiBoard
 */

import "../board/board.js";
import { squareName } from "../board/squares.js";
import { el, on } from "../dom.js";
import { addressPly } from "../game/address.js";
import { boardAt } from "../game/fold.js";
import { Playback } from "../game/playback.js";
import { playerName } from "../game/players.js";
import { endSpeech, outcomeNamed, passText } from "../game/speech.js";
import { variantName } from "../game/variants.js";
import { word } from "../i18n.js";
import { Link } from "../net/socket.js";
import { icon } from "../parts/icons.js";
import { shareGame } from "../parts/lazy-dialogs.js";
import { goesByKeys, isFocusLost } from "../parts/modality.js";
import { moveList } from "../parts/move-list.js";
import { playerLine } from "../parts/player-line.js";
import "../parts/site-header.js";
import { curtain } from "../parts/start-overlay.js";
import { transport } from "../parts/transport.js";
import { settings } from "../settings.js";
import { WATCH_STEP } from "../timing.js";

class WatchPage {
  #main;
  #link;
  #playback = new Playback(WATCH_STEP);
  #board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  #moves = moveList((ply) => this.#playback.goTo(ply));
  #black = playerLine("black");
  #white = playerLine("white");
  #curtain = curtain(() => (this.#playback.isDone ? close() : this.#playback.play()));
  #opening = el("span", { class: "opening" });
  #variant = el("p", { class: "variant", hidden: true });
  #status = el("p", { class: "soft status", role: "status" });
  #announcer = el("div", { class: "visually-hidden", "aria-live": "polite" });
  /** What its bots thought, once it can be known. @type {ReturnType<typeof import("../parts/thoughts.js").thoughtPanel> | null} */
  #thoughts = null;
  #analyse = el("a", { class: "button quiet", hidden: true }, icon("graph"), word("play.analyse"));
  #side = el("aside", { class: "side", "aria-label": word("play.moves") });
  /** @type {State | null} */
  #state = null;
  #isLost = false;
  #hasEnded = false;
  /** This page has sent the command that starts the game. */
  #hasBegun = false;

  /**
   * @param {HTMLElement} main
   * @param {string} id of the game
   */
  constructor(main, id) {
    this.#main = main;
    this.#link = new Link(id);
    this.#playback.speed = Number(settings.value("speed"));
    this.#build();
    this.#listenToLink();
    on(this.#playback, "change", ({ isOneStep }) => this.#draw(isOneStep));
    settings.onChange(() => this.#draw(false));
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  #build() {
    const stage = el("div", { class: "stage" }, this.#board, this.#curtain.over);
    this.#board.addEventListener("click", () => this.#playback.toggle());
    const players = { above: this.#white.element, below: this.#black.element };
    const bar = transport(this.#playback);
    this.#main.append(
      el("h1", { class: "visually-hidden" }, word("watch.title")),
      el("div", { class: "table" }, players.above, stage, players.below, bar, this.#status),
      this.#side,
      this.#announcer,
    );
    const heading = el("header", {}, el("h2", {}, word("play.moves")), this.#opening, this.#variant);
    const share = el("button", { type: "button", class: "button quiet", onclick: () => this.#state && shareGame(this.#state, this.#playback.ply) }, icon("share"), word("share.open"));
    this.#side.append(this.#curtain.card, el("section", { class: "panel record" }, heading, this.#moves.element, el("footer", {}, this.#analyse, share)));
  }

  #listenToLink() {
    on(this.#link, "state", (/** @type {{ state: State }} */ { state }) => {
      this.#state = state;
      this.#playback.follow(state.moves.length, state.status === "over");
      this.#goToMove();
      if (state.status === "over") this.#learnThoughts(state);
    });
    on(this.#link, "connection", (connection) => {
      if (connection === "gone") return this.#showGone();
      this.#isLost = connection === "lost";
      this.#drawStatus();
    });
  }

  /** A link may lead to a move of the game: it is shown, and nothing plays. */
  #goToMove() {
    const ply = addressPly();
    if (ply === null) return;
    history.replaceState(null, "", location.pathname);
    this.#playback.goTo(ply);
  }

  /** Loads the bots' comments, which are public after the game. @param {State} state */
  async #learnThoughts({ id, seats }) {
    if (this.#thoughts || ![seats.black, seats.white].some(({ kind }) => kind === "network")) return;
    const { thoughtPanel } = await import("../parts/thoughts.js");
    if (this.#thoughts) return;
    this.#thoughts = thoughtPanel();
    // The page works without them.
    await this.#thoughts.load(id).catch(() => {});
    this.#side.append(this.#thoughts.element);
    this.#draw(false);
  }

  /** @param {State} state */
  #drawThoughts({ moves, seats }) {
    const { ply } = this.#playback;
    const last = moves[ply - 1];
    this.#thoughts?.show(ply, settings.value("notation"), last ? { move: last.move, name: playerName(seats[last.color]) } : null);
  }

  /** @param {boolean} isOneStep */
  #draw(isOneStep) {
    const state = this.#state;
    if (!state) return;
    const { ply, isDone, hasStarted, speed } = this.#playback;
    if (hasStarted && state.waitingForStart) this.#begin();
    const landed = this.#drawBoard(state, isOneStep);
    this.#drawRecord(state);
    this.#drawThoughts(state);
    this.#drawStatus();
    if (isDone) landed.then(() => this.#playback.isDone && this.#end(state));
    else this.#curtain.show(hasStarted ? "open" : "start");
    if (!hasStarted && goesByKeys() && isFocusLost()) this.#curtain.over.focus();
    if (!isDone) this.#hasEnded = false;
    if (isOneStep && speed <= 1) this.#announce(state, ply);
  }

  /** Bots wait for a spectator: the click that starts the playback starts the game. */
  #begin() {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    // Another spectator may have been first; a lost connection sends it again.
    this.#link.send({ type: "start" }).catch(() => {});
  }

  /** The last disc lies still. Announces the result once, at any speed. @param {State} state */
  #end(state) {
    this.#curtain.show("close", state);
    if (isFocusLost()) this.#curtain.card.focus();
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#announcer.append(el("p", {}, endSpeech(outcomeNamed(state.result, state.seats), state)));
  }

  /**
   * @param {State} state
   * @param {boolean} animate
   */
  #drawBoard(state, animate) {
    const { ply, isOver, isAtEnd, isPlaying } = this.#playback;
    const { board, last, counts } = boardAt(state, ply);
    const turn = isOver && isAtEnd ? null : (state.moves[ply]?.color ?? state.turn);
    this.#black.show(state, counts.black, turn === "black");
    this.#white.show(state, counts.white, turn === "white");
    const taste = { coordinates: settings.value("coordinates"), notation: settings.value("notation") };
    // Figures that come and go with every move could not be read.
    const values = isPlaying ? null : (this.#thoughts?.valuesAt(ply, last ?? "") ?? null);
    return this.#board.show({ size: state.variant.size, board, last, values, ...taste }, { animate });
  }

  /** Moves that were not shown yet stay hidden. @param {State} state */
  #drawRecord({ id, moves, opening, variant }) {
    this.#variant.textContent = variantName(variant);
    this.#variant.hidden = !this.#variant.textContent;
    const { ply, plies, farthest } = this.#playback;
    this.#moves.show(moves.slice(0, farthest), ply, settings.value("notation"));
    this.#opening.textContent = farthest === plies ? opening : "";
    // The graph would tell how it ends.
    this.#analyse.hidden = !this.#playback.isOver || farthest < plies || plies === 0;
    this.#analyse.href = `/analyse?game=${encodeURIComponent(id)}#${ply}`;
  }

  #drawStatus() {
    const { ply, isPlaying, isAtEnd, isOver } = this.#playback;
    const move = this.#state?.moves[ply - 1];
    let text = isPlaying && isAtEnd && !isOver ? word("watch.waiting") : "";
    if (move?.move === "pass") text = passText({ you: [] }, move);
    this.#status.textContent = this.#isLost ? word("connection.reconnecting") : text;
  }

  /**
   * Announces a move, at normal speed only. The status line announces passes.
   *
   * @param {State} state
   * @param {number} ply
   */
  #announce({ moves }, ply) {
    const move = moves[ply - 1];
    if (!move || move.move === "pass") return;
    const square = squareName(move.move, settings.value("notation"));
    this.#announcer.textContent = word("announce.moved", { color: word(`color.${move.color}`), square, n: move.flips.length });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const playback = this.#playback;
    if (event.ctrlKey || event.altKey || event.metaKey || isMeantElsewhere(event)) return;
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

  #showGone() {
    const home = el("a", { class: "button primary", href: "/" }, word("connection.goHome"));
    this.#main.replaceChildren(el("section", { class: "panel gone" }, el("p", {}, word("connection.gone")), home));
    this.#main.classList.add("is-gone");
  }
}

/**
 * Whether a key already means something where it was pressed: in the settings, on the board, on a button, among the speeds.
 *
 * @param {KeyboardEvent} event
 */
function isMeantElsewhere({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog, [popover], select, .speeds")) return true;
  if (target.matches("input[type=range]")) return key !== " " && key !== "Escape";
  return key === " " && target.matches("button, a, summary");
}

function close() {
  location.assign("/");
}

document.title = word("watch.title");
new WatchPage(
  /** @type {HTMLElement} */ (document.getElementById("main")),
  decodeURIComponent(location.pathname.split("/")[2] ?? ""),
);
