// @ts-check
/**
 * How many turns the board shows. The server plays at full speed; the board follows turn by turn,
 * pauses before computer moves, and stays where the user looks back.
 *
 * @import { State } from "../wire.js"
 *
 * @typedef {object} Step
 * @property {number} ply turns on the board
 * @property {boolean} animate
 * @property {boolean} forward a turn that was not seen before
 */
import { ANSWER_AFTER, ANSWER_AFTER_PASS } from "../timing.js";

export class Pace {
  /** Turns on the board. */
  shown = 0;
  /** @type {State | null} */
  state = null;
  /** Does the board follow new turns? */
  isFollowing = true;

  #draw;
  #now;
  /** When the last disc came to rest. */
  #landedAt = 0;
  #motions = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {(state: State, step: Step) => Promise<void>} draw fulfilled when the discs lie still
   * @param {() => number} [now] milliseconds since whenever
   */
  constructor(draw, now = () => performance.now()) {
    this.#draw = draw;
    this.#now = now;
  }

  /** Is the last turn of the game on the board? */
  get isAtEnd() {
    return this.state !== null && this.shown === this.state.moves.length;
  }

  /** @param {State} state */
  follow(state) {
    const before = this.state;
    this.state = state;
    if (!before || before.id !== state.id) return this.#jump(state.moves.length, false);
    const common = commonPlies(before, state);
    if (this.shown > common) this.#jump(common, true);
    else this.refresh();
    this.#advance();
  }

  /**
   * Shows the game after `ply` turns. At the last turn, the board follows again.
   * @param {number} ply
   */
  look(ply) {
    if (!this.state) return;
    const wanted = Math.max(0, Math.min(ply, this.state.moves.length));
    this.isFollowing = wanted === this.state.moves.length;
    if (wanted !== this.shown) this.#jump(wanted, Math.abs(wanted - this.shown) === 1);
    else this.refresh();
  }

  /** Redraws the marks; no disc moves. */
  refresh() {
    if (this.state) this.#draw(this.state, { ply: this.shown, animate: false, forward: false });
  }

  /**
   * @param {number} ply
   * @param {boolean} animate
   */
  #jump(ply, animate) {
    clearTimeout(this.#timer);
    this.shown = ply;
    this.#show({ ply, animate, forward: false });
  }

  #advance() {
    clearTimeout(this.#timer);
    if (!this.state || !this.isFollowing || this.isAtEnd) return;
    const pause = this.#pauseBefore(this.state, this.shown);
    if (pause === Infinity) return; // the landing calls again
    if (pause > 0) {
      this.#timer = setTimeout(() => this.#advance(), pause);
      return;
    }
    this.shown += 1;
    this.#show({ ply: this.shown, animate: true, forward: true });
    this.#advance();
  }

  /**
   * @param {State} state
   * @param {number} ply
   */
  #pauseBefore(state, ply) {
    const move = state.moves[ply];
    const isPass = move.move === "pass";
    const isComputer = state.seats[move.color].kind !== "human";
    if (ply === 0 || !(isPass || isComputer)) return 0;
    if (this.#motions > 0) return Infinity;
    if (isPass) return 0;
    const pause = state.moves[ply - 1].move === "pass" ? ANSWER_AFTER_PASS : ANSWER_AFTER;
    return this.#landedAt + pause - this.#now();
  }

  /** @param {Step} step */
  async #show(step) {
    if (!this.state) return;
    this.#motions += 1;
    await this.#draw(this.state, step);
    this.#motions -= 1;
    this.#landedAt = this.#now();
    if (this.#motions > 0) return;
    this.#advance();
  }
}

/**
 * How many turns two states of a game have in common.
 * @param {State} one
 * @param {State} other
 */
function commonPlies({ moves: one }, { moves: other }) {
  const first = one.findIndex((move, ply) => move.move !== other[ply]?.move || move.color !== other[ply]?.color);
  return first < 0 ? Math.min(one.length, other.length) : first;
}
