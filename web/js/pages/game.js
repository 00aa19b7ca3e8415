// @ts-check
/**
 * The page of a game that is being played: it follows the game's messages, paces them onto the board, and sends what
 * the user does.
 *
 * @import { State, Color, EventMessage, Command } from "../wire.js"
 * @import { Step } from "../game/pace.js"
 * @import { ReversiBoard } from "../board/board.js"
 * @import { PlayerCard } from "../parts/player-card.js"
 * @import { MoveList } from "../parts/move-list.js"
 * @import { PlayActions } from "../parts/play-actions.js"
 * @import { StepBar } from "../parts/step-bar.js"
 */
import "../board/board.js";
import { squareName } from "../board/squares.js";
import { cardOf, farColor, nearColor } from "../game/cards.js";
import { timeLeft } from "../game/clock.js";
import { boardAt, withMove } from "../game/fold.js";
import { inviteOf } from "../game/invites.js";
import { Pace } from "../game/pace.js";
import { passText, titleOf, turnSpeech } from "../game/speech.js";
import { hint, options, takeSeat } from "../net/api.js";
import { Link } from "../net/socket.js";
import { announce } from "../parts/announcer.js";
import { showBanner } from "../parts/banner.js";
import { inviteUrl } from "../parts/invite-card.js";
import { openKeyHelp } from "../parts/key-help.js";
import "../parts/move-list.js";
import { listenToKeys } from "../parts/page-keys.js";
import { canTakeBack } from "../parts/play-actions.js";
import { playPrompts } from "../parts/play-prompts.js";
import "../parts/player-card.js";
import { Prompts } from "../parts/prompts.js";
import { outcomeText } from "../parts/result-card.js";
import "../parts/site-header.js";
import "../parts/step-bar.js";
import { toast, toastError } from "../parts/toast.js";
import { settings } from "../settings.js";
import { playEnd, playMove, playPass, playWarning } from "../sound.js";
import { CLOCK_LOW, CLOCK_TICK, END_AFTER, PASS_BANNER, RECONNECTING_AFTER } from "../timing.js";
import { fillWords, word } from "../words.js";

class GamePage {
  #id;
  #link;
  #pace = new Pace((state, step) => this.#draw(state, step));
  #board = /** @type {ReversiBoard} */ (part("board"));
  #near = /** @type {PlayerCard} */ (part("near"));
  #far = /** @type {PlayerCard} */ (part("far"));
  #moves = /** @type {MoveList} */ (part("moves"));
  #steps = /** @type {StepBar} */ (part("steps"));
  #actions = /** @type {PlayActions} */ (part("actions"));
  #prompts = new Prompts(part("prompts"));
  /** The hint on the board, and for how many turns it holds. @type {{ ply: number, values: Record<string, import("../board/cell.js").CellValue> } | null} */
  #hint = null;
  /** A move of ours that the server has not confirmed yet. @type {{ ply: number, square: string } | null} */
  #pending = null;
  /** Was the end of the game seen while it happened? */
  #sawEnd = false;
  #isSettled = false;
  #warned = false;

  /** @param {string} id */
  constructor(id) {
    this.#id = id;
    this.#link = new Link(id);
    this.#listenToLink();
    this.#listenToUser();
    setInterval(() => this.#tick(), CLOCK_TICK);
  }

  #listenToLink() {
    this.#link.addEventListener("state", (event) => {
      const { state, message } = /** @type {CustomEvent} */ (event).detail;
      this.#follow(state);
      if (message.type === "event") this.#tellEvent(message);
    });
    this.#link.addEventListener("presence", () => this.#showAround());
    this.#link.addEventListener("connection", (event) => showConnection(/** @type {CustomEvent} */ (event).detail));
  }

  #listenToUser() {
    this.#board.addEventListener("play", (event) => this.#play(/** @type {CustomEvent} */ (event).detail.square));
    for (const list of [this.#moves, this.#steps]) {
      list.addEventListener("look", (event) => this.#look(/** @type {CustomEvent} */ (event).detail.ply));
    }
    this.#actions.addEventListener("undo", () => this.#undo());
    this.#actions.addEventListener("hint", () => this.#toggleHint());
    this.#actions.addEventListener("resign", () => this.#send({ type: "resign" }));
    part("live").addEventListener("click", () => this.#look(Infinity));
    part("help").addEventListener("click", openKeyHelp);
    listenToKeys({
      step: (by) => this.#look(this.#pace.shown + by),
      goTo: (end) => this.#look(end === "first" ? 0 : Infinity),
      undo: () => this.#undo(),
      hint: () => this.#toggleHint(),
      newGame: openNewGame,
      help: openKeyHelp,
    });
    settings.onChange(() => this.#pace.state && this.#follow(this.#pace.state));
  }

  /** @param {State} state */
  #follow(state) {
    const isFirst = this.#pace.state === null;
    if (isFirst) this.#join(state);
    if (isFirst && state.status === "over") this.#isSettled = true;
    if (state.status !== "over") this.#isSettled = this.#sawEnd = false;
    document.title = titleOf(state);
    document.body.dataset.status = state.status;
    this.#pace.follow(this.#withPending(state));
  }

  /** @param {State} state */
  #withPending(state) {
    if (!this.#pending) return state;
    if (state.moves.length === this.#pending.ply) return withMove(state, this.#pending.square) ?? state;
    this.#pending = null;
    return state;
  }

  /** Whoever comes by an invite is seated. @param {State} state */
  async #join(state) {
    const secret = location.hash.slice(1);
    if (!/^[0-9a-f]{64}$/i.test(secret)) return;
    history.replaceState(null, "", location.pathname);
    if (state.you.length > 0) return;
    try {
      await takeSeat(this.#id, { secret, name: settings.value("name") || null });
      this.#link.reconnect();
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
    const { board, last } = boardAt(state, ply);
    const isNow = ply === moves.length;
    const isMine = isNow && status === "playing" && turn !== null && you.includes(turn);
    if (this.#hint?.ply !== ply) this.#hint = null;
    const landed = this.#board.show(
      {
        size: variant.size,
        board,
        last,
        legal: isMine ? state.legal : [],
        turn,
        playable: isMine,
        values: this.#hint?.values ?? null,
        coordinates: settings.value("coordinates"),
        notation: settings.value("notation"),
      },
      { animate },
    );
    if (forward) this.#tellTurn(state, ply);
    this.#showAround();
    await landed;
    if (isNow && status === "over" && !this.#isSettled) setTimeout(() => this.#settle(), END_AFTER);
  }

  /** Everything but the board. */
  #showAround() {
    const state = this.#stateNow();
    if (!state) return;
    const { shown, isFollowing } = this.#pace;
    const { counts } = boardAt(state, shown);
    const known = isFollowing ? shown : state.moves.length;
    for (const [card, color] of this.#cards(state)) card.show(cardOf(state, color, { count: counts[color], ply: known }));
    this.#moves.show(state.moves.slice(0, known), shown, settings.value("notation"));
    this.#steps.show(shown, known);
    this.#actions.show(state);
    this.#actions.hinted = this.#hint !== null;
    this.#showOpening(state);
    part("live").hidden = isFollowing;
    this.#tick();
  }

  /**
   * @param {State} state
   * @returns {[PlayerCard, Color][]}
   */
  #cards(state) {
    return [
      [this.#near, nearColor(state)],
      [this.#far, farColor(state)],
    ];
  }

  /** The state on the board, with who is here and the clocks as they were last told. */
  #stateNow() {
    const { state } = this.#pace;
    const heard = this.#link.state;
    if (!state || heard?.version !== state.version) return state;
    const { presence, clock, now } = heard;
    return { ...state, presence, clock, now };
  }

  /** @param {State} state */
  #showOpening({ opening }) {
    const place = part("opening");
    place.textContent = opening ?? "";
    place.hidden = !opening;
  }

  /** Clocks, countdowns and prompts. */
  #tick() {
    const state = this.#stateNow();
    if (!state) return;
    const now = this.#link.serverNow();
    for (const [card, color] of this.#cards(state)) card.time = timeLeft(state, color, now);
    this.#warn(state, now);
    const secret = inviteOf(this.#id);
    const prompts = playPrompts(state, {
      now,
      isSettled: this.#isSettled,
      countUp: this.#sawEnd,
      invite: secret && inviteUrl(this.#id, secret),
      send: (command) => this.#send(command),
      newGame: openNewGame,
    });
    this.#prompts.show(prompts);
  }

  /**
   * @param {State} state
   * @param {number} now
   */
  #warn(state, now) {
    const own = state.you.length === 1 && state.clock?.running === state.you[0] ? state.you[0] : null;
    const left = own && timeLeft(state, own, now);
    const isLow = left !== null && left < CLOCK_LOW;
    if (isLow && !this.#warned) playWarning();
    this.#warned = isLow;
  }

  /**
   * @param {State} state
   * @param {number} ply
   */
  #tellTurn(state, ply) {
    const move = state.moves[ply - 1];
    announce(turnSpeech(state, ply, settings.value("notation")));
    if (move.move !== "pass") return playMove(move.flips.length);
    playPass();
    showBanner(part("banner"), passText(state, move.color), PASS_BANNER);
  }

  /** What is no turn. @param {EventMessage} message */
  #tellEvent({ event }) {
    if (event.kind === "over") this.#sawEnd = true;
    if (event.kind === "taken_back") announce(word("announce.takenBack"));
    if (event.kind === "takeback_declined") toast(word("play.takebackDeclined"));
    if (event.kind === "seated") toast(word("invite.joined"));
    if (event.kind === "rematch_declined") toast(word("play.rematchDeclined"));
    if (event.kind === "rematched" && this.#link.state?.you.length) location.assign(`/game/${encodeURIComponent(event.game)}`);
  }

  #settle() {
    const { state } = this.#pace;
    if (this.#isSettled || !state?.result) return;
    this.#isSettled = true;
    const { winner, black, white } = state.result;
    announce(`${outcomeText({ ...state, result: state.result })}. ${word("announce.counts", { black, white })}`);
    const isOwn = state.you.length !== 1 || winner === state.you[0];
    playEnd(winner === null ? "even" : isOwn ? "won" : "lost");
    this.#tick();
  }

  /** The disc lies on the board at once; the server is asked meanwhile. @param {string} square */
  async #play(square) {
    const { state } = this.#link;
    if (!state || this.#pending) return;
    this.#pending = { ply: state.moves.length, square };
    document.body.toggleAttribute("data-sending", true);
    this.#follow(state);
    try {
      await this.#link.send({ type: "move", ...this.#pending });
    } catch (error) {
      toastError(error);
      this.#pending = null;
      if (this.#link.state) this.#follow(this.#link.state);
    }
    document.body.toggleAttribute("data-sending", false);
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
    const state = this.#pace.state;
    if (state && canTakeBack(state)) this.#send({ type: "takeback" });
  }

  /** @param {number} ply */
  #look(ply) {
    this.#pace.look(ply);
    const { state, shown } = this.#pace;
    if (state) announce(turnSpeech(state, shown, settings.value("notation")));
  }

  async #toggleHint() {
    const state = this.#pace.state;
    if (!state?.hints || !state.turn || !state.you.includes(state.turn) || !this.#pace.isAtEnd) return;
    if (this.#hint) return this.#showHint(null);
    this.#actions.thinking = true;
    try {
      const { ply, values, best } = await hint(this.#id);
      const bySquare = values.map(({ move, value, exact }) => [move, { value, exact, best: move === best }]);
      this.#showHint({ ply, values: Object.fromEntries(bySquare) });
      if (best) announce(word("play.hintBest", { square: squareName(best, settings.value("notation")) }));
    } catch (error) {
      toastError(error);
    }
    this.#actions.thinking = false;
  }

  /** @param {{ ply: number, values: Record<string, import("../board/cell.js").CellValue> } | null} found */
  #showHint(found) {
    this.#hint = found;
    if (this.#pace.state) this.#pace.look(this.#pace.shown);
  }
}

/** @param {string} id */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let connectionTimer;

/** @param {"open" | "lost" | "gone"} connection */
function showConnection(connection) {
  clearTimeout(connectionTimer);
  document.body.dataset.connection = connection;
  const note = part("connection");
  if (connection === "open") note.hidden = true;
  if (connection === "lost") {
    connectionTimer = setTimeout(() => {
      note.textContent = word("connection.reconnecting");
      note.hidden = false;
    }, RECONNECTING_AFTER);
  }
  if (connection !== "gone") return;
  part("table").hidden = part("side").hidden = note.hidden = true;
  part("gone").hidden = false;
}

async function openNewGame() {
  try {
    const [{ openNewGame: open }, offered] = await Promise.all([import("../parts/new-game-dialog.js"), options()]);
    if (!document.querySelector("dialog[open]")) open(offered);
  } catch (error) {
    toastError(error);
  }
}

fillWords();
new GamePage(decodeURIComponent(location.pathname.split("/").at(-1) ?? ""));
