// @ts-check
/**
 * The game page: follows the game's messages, paces them onto the board, and sends the user's
 * commands.
 *
 * @import { State, EventMessage, Command } from "../wire.js"
 * @import { Step } from "../game/pace.js"
 * @import { ReversiBoard } from "../board/board.js"
 */
import "../board/board.js";
import { squareName } from "../board/squares.js";
import { on } from "../dom.js";
import { queryPly, searchWithoutPly } from "../game/address.js";
import { boardAt, withMove } from "../game/fold.js";
import { Hints } from "../game/hints.js";
import { forgetInvite, inviteOf, inviteUrl, rememberInvite } from "../game/invites.js";
import { Pace } from "../game/pace.js";
import { playerName } from "../game/players.js";
import { sitDown } from "../game/seating.js";
import { endSpeech, openingSpeech, passText, takenBackSpeech, titleOf, turnSpeech } from "../game/speech.js";
import { canTakeBack } from "../game/takeback.js";
import { whyNot } from "../game/unplayable.js";
import { fillWords, word } from "../i18n.js";
import { newInvite, takeSeat } from "../net/api.js";
import { Link } from "../net/socket.js";
import { gameSidebar } from "../parts/game-sidebar.js";
import { listenToGameKeys } from "../parts/keys.js";
import { openKeyHelp, openNewGame, shareGame } from "../parts/lazy-dialogs.js";
import { goesByKeys, isFocusLost } from "../parts/modality.js";
import { announce, hideBanner, showBanner, showConnection, toast, toastError, toastOnce } from "../parts/notices.js";
import { analysisUrl, playPrompts, promptList } from "../parts/play-prompts.js";
import { outcomeText } from "../parts/result-card.js";
import "../parts/site-header.js";
import { gameUrl } from "../place.js";
import { settings } from "../settings.js";
import { playEnd, playMove, playPass } from "../sound.js";
import { CLOCK_TICK, END_AFTER, PASS_BANNER } from "../timing.js";

class GamePage {
  #id;
  #link;
  #pace = new Pace((state, step) => this.#draw(state, step));
  #hints = new Hints();
  #board = /** @type {ReversiBoard} */ (document.getElementById("board"));
  #banner = /** @type {HTMLElement} */ (document.getElementById("banner"));
  #prompts = promptList(/** @type {HTMLElement} */ (document.getElementById("prompts")));
  #sidebar = gameSidebar({
    look: (ply) => this.#look(ply),
    undo: () => this.#undo(),
    hint: () => this.#toggleHint(),
    resign: () => this.#send({ type: "resign" }),
  });
  /** A move of ours that the server has not confirmed yet. @type {{ ply: number, square: string } | null} */
  #pending = null;
  /** Was the end of the game seen while it happened? */
  #sawEnd = false;
  /** Has the end been shown? */
  #isSettled = false;
  /** Is a hint being thought about? */
  #isAsking = false;
  /** What its bots thought, once it is over. @type {ReturnType<typeof import("../parts/thoughts.js").thoughtPanel> | null} */
  #thoughts = null;
  /** The seats that were announced. */
  #knownSeats = "";
  /** The result of the invite link. @type {import("../game/seating.js").Seating | null} */
  #seating = null;
  /** Sends the name of a player who sat down without one. @type {((name: string) => void) | null} */
  #tellName = null;

  /**
   * @param {string} id
   * @param {Link | import("../game/local.js").LocalGame} link
   */
  constructor(id, link) {
    this.#id = id;
    this.#link = link;
    this.#listenToLink();
    this.#listenToUser();
    setInterval(() => this.#tick(), CLOCK_TICK);
  }

  #listenToLink() {
    on(this.#link, "state", ({ state, message }) => {
      const before = this.#pace.state;
      this.#follow(state);
      if (message.type === "event") this.#tellEvent(message, before);
    });
    on(this.#link, "presence", () => this.#showAround());
    on(this.#link, "connection", showConnection);
  }

  #listenToUser() {
    on(this.#board, "play", ({ square }) => this.#play(square));
    on(this.#board, "refuse", ({ square }) => this.#refuse(square));
    on(this.#sidebar.live, "click", () => this.#look(Infinity));
    document.getElementById("help")?.addEventListener("click", openKeyHelp);
    document.getElementById("share")?.addEventListener("click", () => this.#pace.state && shareGame(this.#pace.state, this.#pace.shown));
    listenToGameKeys({
      step: (by) => this.#look(this.#pace.shown + by),
      goTo: (end) => this.#look(end === "first" ? 0 : Infinity),
      undo: () => this.#undo(),
      hint: () => this.#toggleHint(),
      canHint: () => this.#canHint(),
      analyse: () => this.#analyse(),
      canAnalyse: () => this.#canAnalyse(),
      newGame: openNewGame,
      help: openKeyHelp,
      board: this.#board,
      typed: (square) => announce(word("announce.typed", { square: squareName(square, settings.value("notation")) })),
    });
    settings.onChange(() => this.#pace.refresh());
    // A link to the open game does not reload the page.
    addEventListener("hashchange", () => this.#link.state && this.#join(this.#link.state));
  }

  /** @param {State} state */
  #follow(state) {
    const isFirst = this.#pace.state === null;
    if (isFirst) this.#join(state);
    if (isFirst && state.status === "over") this.#isSettled = true;
    if (state.status !== "over") this.#isSettled = this.#sawEnd = false;
    if (state.you.join() !== this.#knownSeats) this.#welcome(state);
    document.title = titleOf(state);
    document.body.dataset.status = state.status;
    this.#pace.follow(this.#withPending(state));
    if (isFirst) this.#goToMove();
    if (isFirst) this.#focus();
    if (state.status === "over") this.#learnThoughts(state);
  }

  /** Loads the bots' comments, which are public after the game. @param {State} state */
  async #learnThoughts({ seats }) {
    if (this.#thoughts || ![seats.black, seats.white].some(({ kind }) => kind === "network")) return;
    const { thoughtPanel } = await import("../parts/thoughts.js");
    if (this.#thoughts) return;
    this.#thoughts = thoughtPanel();
    // The page works without them.
    await this.#thoughts.load(this.#id).catch(() => {});
    document.getElementById("side")?.append(this.#thoughts.element);
    this.#pace.refresh();
  }

  /**
   * Announces the state of the game to a player who has just arrived.
   * @param {State} state
   */
  #welcome(state) {
    this.#knownSeats = state.you.join();
    announce(openingSpeech(state, settings.value("notation")));
    const { result } = state;
    if (result && state.you.length) announce(endSpeech(outcomeText({ ...state, result }), state));
  }

  /** Focuses the board or the result, unless something else has the focus. */
  #focus() {
    if (!isFocusLost()) return;
    const result = document.getElementById("result-title");
    if (result) result.focus({ preventScroll: true });
    else this.#board.focus({ quiet: !goesByKeys(), preventScroll: true });
  }

  /** @param {State} state */
  #withPending(state) {
    if (!this.#pending) return state;
    if (state.moves.length === this.#pending.ply) return withMove(state, this.#pending.square) ?? state;
    this.#pending = null;
    return state;
  }

  /** A link may name a move with `?ply=`. The fragment is the secret of a seat. */
  #goToMove() {
    const ply = queryPly();
    if (ply === null) return;
    history.replaceState(null, "", location.pathname + searchWithoutPly() + location.hash);
    this.#pace.look(ply);
  }

  /** Takes the seat of an invite link, or shows why it cannot. @param {State} state */
  async #join(state) {
    const secret = location.hash.slice(1);
    if (!secret) return;
    try {
      this.#seating = await sitDown(state, secret, settings.value("name"));
    } catch (error) {
      return toastError(error); // The address keeps its secret: a reload tries again.
    }
    // A link that is still good stays, for another try with cookies.
    if (this.#seating !== "forgetful") history.replaceState(null, "", location.pathname);
    if (this.#seating === "own") toast(word("invite.own"));
    if (this.#seating !== "seated") return this.#tick();
    if (!settings.value("name")) this.#tellName = (name) => this.#rename(secret, name);
    this.#link.reconnect();
  }

  /**
   * @param {string} secret of the own seat
   * @param {string} name
   */
  async #rename(secret, name) {
    this.#tellName = null;
    this.#tick();
    if (!name) return;
    settings.put("name", name);
    try {
      await takeSeat(this.#id, { secret, name });
    } catch (error) {
      toastError(error);
    }
  }

  /** A new link for an opponent who has lost the seat, or was never there. */
  async #inviteAgain() {
    // The socket may report the free seat before this request is answered. The old link is dead then.
    forgetInvite(this.#id);
    try {
      const { secret } = await newInvite(this.#id);
      rememberInvite(this.#id, secret);
      this.#tick();
    } catch (error) {
      toastError(error);
    }
  }

  /**
   * Puts the game after some turns onto the page.
   * @param {State} state
   * @param {Step} step
   */
  async #draw(state, { ply, animate, forward }) {
    const { variant, moves, you, turn, status } = state;
    const isNow = ply === moves.length;
    const isMine = isNow && status === "playing" && turn !== null && you.includes(turn);
    const position = boardAt(state, ply);
    const view = {
      ...position,
      size: variant.size,
      legal: isMine ? state.legal : [],
      turn,
      playable: isMine,
      values: this.#hintsAt(state, ply) ?? this.#thoughts?.valuesAt(ply, position.last ?? "") ?? null,
      coordinates: settings.value("coordinates"),
      notation: settings.value("notation"),
    };
    const landed = this.#board.show(view, { animate });
    if (forward) this.#tellTurn(state, ply);
    this.#showAround();
    await landed;
    if (isNow && status === "over" && !this.#isSettled) setTimeout(() => this.#settle(), END_AFTER);
  }

  /** Everything but the board. */
  #showAround() {
    const state = this.#stateNow();
    if (!state) return;
    this.#sidebar.show(state, this.#pace);
    const { shown } = this.#pace;
    this.#sidebar.actions.showHinted(this.#hintsAt(state, shown) ? this.#hints.by : null);
    const last = state.moves[shown - 1];
    this.#thoughts?.show(shown, settings.value("notation"), last ? { move: last.move, name: playerName(state.seats[last.color]) } : null);
    this.#tick();
  }

  /** The state on the board with the latest presence and clocks. */
  #stateNow() {
    const { state } = this.#pace;
    const heard = this.#link.state;
    if (!state || heard?.version !== state.version) return state;
    const { presence, clock, now } = heard;
    return { ...state, presence, clock, now };
  }

  /** Updates what changes with time. */
  #tick() {
    const state = this.#stateNow();
    if (!state) return;
    const now = this.#link.serverNow();
    this.#sidebar.showClocks(state, now);
    const secret = state.status === "open" ? inviteOf(this.#id) : null;
    const prompts = playPrompts(state, {
      now,
      isSettled: this.#isSettled,
      countUp: this.#sawEnd,
      invite: secret && inviteUrl(this.#id, secret),
      seating: this.#seating,
      tellName: this.#tellName,
      send: (command) => this.#send(command),
      inviteAgain: () => this.#inviteAgain(),
      newGame: openNewGame,
    });
    const wasAnswered = this.#prompts.show(prompts);
    if (wasAnswered) this.#focus();
  }

  /**
   * @param {State} state
   * @param {number} ply
   */
  #tellTurn(state, ply) {
    const move = state.moves[ply - 1];
    announce(turnSpeech(state, ply, settings.value("notation")));
    // A player who moves has read the banner.
    if (state.you.includes(move.color)) hideBanner(this.#banner);
    if (move.move !== "pass") return playMove(move.flips.length);
    playPass();
    showBanner(this.#banner, passText(state, move), PASS_BANNER);
  }

  /**
   * Announces events other than turns.
   * @param {EventMessage} message
   * @param {State | null} before
   */
  #tellEvent({ event }, before) {
    if (event.kind === "over") this.#sawEnd = true;
    if (event.kind === "taken_back") {
      hideBanner(this.#banner);
      announce(takenBackSpeech(before?.moves.slice(event.ply) ?? [], settings.value("notation")));
    }
    if (event.kind === "takeback_declined") toast(word("play.takebackDeclined"));
    if (event.kind === "rematch_declined") toast(word("play.rematchDeclined"));
    // A seated player has only changed the name.
    if (event.kind === "seated" && before?.you.length === 1 && !before.seats[event.color].taken) toast(word("invite.joined"));
    // Another player may have the seat now.
    if (event.kind === "reopened" && before?.you.includes(event.color)) this.#link.reconnect();
    if (event.kind === "rematched" && this.#link.state?.you.length) location.assign(gameUrl(event.game));
  }

  /** The game has ended, and the last disc lies still. */
  #settle() {
    const { state } = this.#pace;
    if (this.#isSettled || !state?.result) return;
    this.#isSettled = true;
    hideBanner(this.#banner);
    const { winner } = state.result;
    announce(endSpeech(outcomeText({ ...state, result: state.result }), state));
    const isOwn = state.you.length !== 1 || winner === state.you[0];
    playEnd(winner === null ? "even" : isOwn ? "won" : "lost");
    this.#tick();
    this.#focus();
  }

  /** Shows the disc at once, then sends the move. @param {string} square */
  async #play(square) {
    const { state } = this.#link;
    if (!state || this.#pending) return;
    this.#pending = { ply: state.moves.length, square };
    document.body.toggleAttribute("data-sending", true);
    this.#follow(state);
    try {
      await this.#link.send({ type: "move", ply: state.moves.length, square });
    } catch (error) {
      toastError(error);
      this.#pending = null;
      if (this.#link.state) this.#follow(this.#link.state);
    }
    document.body.toggleAttribute("data-sending", false);
  }

  /** Says why a square cannot be played. @param {string} square */
  #refuse(square) {
    const { state, isAtEnd } = this.#pace;
    if (!state) return;
    this.#board.refuse(square);
    const reason = whyNot(state, square, { isNow: isAtEnd, notation: settings.value("notation") });
    announce(reason);
    toastOnce(reason);
  }

  /** @param {Command} command */
  async #send(command) {
    try {
      await this.#link.send(command);
    } catch (error) {
      toastError(error);
    }
  }

  #undo() {
    const { state } = this.#pace;
    if (state && canTakeBack(state)) this.#send({ type: "takeback" });
  }

  /** @param {number} ply */
  #look(ply) {
    hideBanner(this.#banner);
    this.#pace.look(ply);
    const { state, shown } = this.#pace;
    if (state) announce(turnSpeech(state, shown, settings.value("notation")));
  }

  /** Games between people can be analysed only after they end. */
  #canAnalyse() {
    const { state } = this.#pace;
    return Boolean(state && state.moves.length > 0 && (state.status === "over" || state.hints));
  }

  #analyse() {
    const { state, shown } = this.#pace;
    if (state && this.#canAnalyse()) location.assign(`${analysisUrl(state)}#${shown}`);
  }

  #canHint() {
    const { state, isAtEnd } = this.#pace;
    return Boolean(state?.hints && state.turn && state.you.includes(state.turn) && isAtEnd);
  }

  /**
   * The values of the position after the first `ply` turns.
   * @param {State} state
   * @param {number} ply
   */
  #hintsAt(state, ply) {
    return this.#hints.at(boardAt(state, ply).board, state.moves[ply]?.color ?? state.turn);
  }

  async #toggleHint() {
    const { state, shown } = this.#pace;
    if (!state || !this.#canHint() || this.#isAsking) return;
    if (this.#hintsAt(state, shown)) this.#hints.clear();
    else await this.#askHint(state);
    this.#pace.refresh();
  }

  /** @param {State} state */
  async #askHint(state) {
    this.#isAsking = true;
    this.#sidebar.actions.showThinking(true);
    this.#showAround();
    announce(word("play.thinking"));
    try {
      const best = await this.#hints.ask(state);
      if (best) announce(word("play.hintBest", { square: squareName(best, settings.value("notation")) }));
    } catch (error) {
      toastError(error);
    }
    this.#isAsking = false;
    this.#sidebar.actions.showThinking(false);
  }
}

/** A game of this browser is named by the query, one of the server by the path. */
async function open() {
  const local = new URLSearchParams(location.search).get("local");
  if (local === null) {
    const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
    return new GamePage(id, new Link(id));
  }
  const { LocalGame } = await import("../game/local.js");
  return new GamePage(local, new LocalGame(local));
}

fillWords();
open();
