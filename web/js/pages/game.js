// @ts-check
/**
 * The page of a game that is being played: it follows the game's messages, paces them onto the board, and sends what
 * the user does.
 *
 * @import { State, EventMessage, Command } from "../wire.js"
 * @import { Step } from "../game/pace.js"
 * @import { ReversiBoard } from "../board/board.js"
 */
import "../board/board.js";
import { squareName } from "../board/squares.js";
import { queryPly } from "../game/address.js";
import { boardAt, withMove } from "../game/fold.js";
import { Hints } from "../game/hints.js";
import { inviteOf, inviteUrl, rememberInvite } from "../game/invites.js";
import { Pace } from "../game/pace.js";
import { playerName } from "../game/players.js";
import { sitDown } from "../game/seating.js";
import { endSpeech, openingSpeech, passText, takenBackSpeech, titleOf, turnSpeech } from "../game/speech.js";
import { canTakeBack } from "../game/takeback.js";
import { whyNot } from "../game/unplayable.js";
import { newInvite, takeSeat } from "../net/api.js";
import { Link } from "../net/socket.js";
import { announce } from "../parts/announcer.js";
import { hideBanner, showBanner } from "../parts/banner.js";
import { Beside } from "../parts/beside.js";
import { showConnection } from "../parts/connection-note.js";
import { openKeyHelp, openNewGame, shareGame } from "../parts/dialogs.js";
import { goesByKeys, isFocusLost } from "../parts/modality.js";
import { listenToKeys } from "../parts/page-keys.js";
import { playPrompts } from "../parts/play-prompts.js";
import { Prompts } from "../parts/prompts.js";
import { outcomeText } from "../parts/result-card.js";
import "../parts/site-header.js";
import { toast, toastError, toastOnce } from "../parts/toast.js";
import { settings } from "../settings.js";
import { playEnd, playMove, playPass } from "../sound.js";
import { CLOCK_TICK, END_AFTER, PASS_BANNER } from "../timing.js";
import { fillWords, word } from "../words.js";

class GamePage {
  #id;
  #link;
  #pace = new Pace((state, step) => this.#draw(state, step));
  #hints = new Hints();
  #board = /** @type {ReversiBoard} */ (document.getElementById("board"));
  #banner = /** @type {HTMLElement} */ (document.getElementById("banner"));
  #prompts = new Prompts(/** @type {HTMLElement} */ (document.getElementById("prompts")));
  #beside = new Beside();
  /** A move of ours that the server has not confirmed yet. @type {{ ply: number, square: string } | null} */
  #pending = null;
  /** Was the end of the game seen while it happened? */
  #sawEnd = false;
  /** Has the end been shown? */
  #isSettled = false;
  /** Is a hint being thought about? */
  #isAsking = false;
  /** What its bots thought, once it is over. @type {import("../parts/thoughts.js").Thoughts | null} */
  #thoughts = null;
  /** The seats that the user was told of. */
  #knownSeats = "";
  /** What came of the link that led here. @type {import("../game/seating.js").Seating | null} */
  #seating = null;
  /** Takes the name of somebody who sat down without one. @type {((name: string) => void) | null} */
  #tellName = null;

  /** @param {string} id */
  constructor(id) {
    this.#id = id;
    this.#link = new Link(id);
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
    const { moves, steps, actions, live } = this.#beside;
    on(this.#board, "play", ({ square }) => this.#play(square));
    on(this.#board, "refuse", ({ square }) => this.#refuse(square));
    for (const list of [moves, steps]) on(list, "look", ({ ply }) => this.#look(ply));
    on(live, "click", () => this.#look(Infinity));
    on(actions, "undo", () => this.#undo());
    on(actions, "hint", () => this.#toggleHint());
    on(actions, "resign", () => this.#send({ type: "resign" }));
    document.getElementById("help")?.addEventListener("click", openKeyHelp);
    document.getElementById("share")?.addEventListener("click", () => this.#pace.state && shareGame(this.#pace.state, this.#pace.shown));
    listenToKeys({
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
    // A link to the game that is open already loads nothing anew.
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

  /** After the game everybody may know what bots have said about their moves. @param {State} state */
  async #learnThoughts({ seats }) {
    if (this.#thoughts || ![seats.black, seats.white].some(({ kind }) => kind === "network")) return;
    const { Thoughts } = await import("../parts/thoughts.js");
    if (this.#thoughts) return;
    this.#thoughts = new Thoughts();
    // Without them the game is still a game.
    await this.#thoughts.load(this.#id).catch(() => {});
    document.getElementById("side")?.append(this.#thoughts.element);
    this.#pace.refresh();
  }

  /**
   * Somebody has sat down, or come back: says how things stand.
   * @param {State} state
   */
  #welcome(state) {
    this.#knownSeats = state.you.join();
    announce(openingSpeech(state, settings.value("notation")));
    const { result } = state;
    if (result && state.you.length) announce(endSpeech(outcomeText({ ...state, result }), state));
  }

  /** Keys find the board, or the result, unless they are in use elsewhere. */
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

  /** A link may lead to a move of the game. What is behind `#` is the secret of a seat. */
  #goToMove() {
    const ply = queryPly();
    if (ply === null) return;
    history.replaceState(null, "", location.pathname + location.hash);
    this.#pace.look(ply);
  }

  /** Whoever comes by an invite is seated, or told why not. @param {State} state */
  async #join(state) {
    const secret = location.hash.slice(1);
    if (!secret) return;
    try {
      this.#seating = await sitDown(state, secret, settings.value("name"));
    } catch (error) {
      return toastError(error); // The address keeps its secret: loading the page anew tries again.
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
      values: this.#hints.at(ply) ?? this.#thoughts?.valuesAt(ply, position.last ?? "") ?? null,
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
    this.#beside.show(state, this.#pace);
    this.#beside.actions.hinted = this.#hints.at(this.#pace.shown) !== null;
    const { shown } = this.#pace;
    const last = state.moves[shown - 1];
    this.#thoughts?.show(shown, settings.value("notation"), last ? { move: last.move, name: playerName(state.seats[last.color]) } : null);
    this.#tick();
  }

  /** The state on the board, with who is here and the clocks as they were last told. */
  #stateNow() {
    const { state } = this.#pace;
    const heard = this.#link.state;
    if (!state || heard?.version !== state.version) return state;
    const { presence, clock, now } = heard;
    return { ...state, presence, clock, now };
  }

  /** What changes by itself as time goes by. */
  #tick() {
    const state = this.#stateNow();
    if (!state) return;
    const now = this.#link.serverNow();
    this.#beside.showClocks(state, now);
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
    // Who moves has read it.
    if (state.you.includes(move.color)) hideBanner(this.#banner);
    if (move.move !== "pass") return playMove(move.flips.length);
    playPass();
    showBanner(this.#banner, passText(state, move.color), PASS_BANNER);
  }

  /**
   * What is no turn.
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
    // Who sits already has only said a name.
    if (event.kind === "seated" && before?.you.length === 1 && !before.seats[event.color].taken) toast(word("invite.joined"));
    // Somebody else may sit there now.
    if (event.kind === "reopened" && before?.you.includes(event.color)) this.#link.reconnect();
    if (event.kind === "rematched" && this.#link.state?.you.length) location.assign(`/game/${encodeURIComponent(event.game)}`);
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

  /** The disc lies on the board at once; the server is asked meanwhile. @param {string} square */
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

  /** Nothing can be placed there: says so, and why. @param {string} square */
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

  /** What would be told in a game between people is told after it. */
  #canAnalyse() {
    const { state } = this.#pace;
    return Boolean(state && state.moves.length > 0 && (state.status === "over" || state.hints));
  }

  #analyse() {
    if (this.#canAnalyse()) location.assign(`/analyse?game=${encodeURIComponent(this.#id)}#${this.#pace.shown}`);
  }

  #canHint() {
    const { state, isAtEnd } = this.#pace;
    return Boolean(state?.hints && state.turn && state.you.includes(state.turn) && isAtEnd);
  }

  async #toggleHint() {
    const { shown } = this.#pace;
    if (!this.#canHint() || this.#isAsking) return;
    if (this.#hints.at(shown)) this.#hints.clear();
    else await this.#askHint();
    this.#pace.refresh();
  }

  async #askHint() {
    this.#isAsking = true;
    this.#beside.actions.thinking = true;
    this.#showAround();
    announce(word("play.thinking"));
    try {
      const best = await this.#hints.ask(this.#id);
      if (best) announce(word("play.hintBest", { square: squareName(best, settings.value("notation")) }));
    } catch (error) {
      toastError(error);
    }
    this.#isAsking = false;
    this.#beside.actions.thinking = false;
  }
}

/**
 * Listens to an event that carries a detail.
 * @param {EventTarget} target
 * @param {string} name
 * @param {(detail: any) => void} listener
 */
function on(target, name, listener) {
  target.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));
}

fillWords();
new GamePage(decodeURIComponent(location.pathname.split("/").at(-1) ?? ""));
