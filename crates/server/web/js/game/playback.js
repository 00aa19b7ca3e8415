// @ts-check
/**
 * Plays a game back from the first move to the last at the viewer's speed. Moves from the server
 * only extend it. Knows nothing of the page; the caller passes the time.
 */

export class Playback extends EventTarget {
  /** Turns that are shown. */
  ply = 0;
  /** The highest turn shown so far. Later turns are not revealed. */
  farthest = 0;
  /** Turns in the log. */
  plies = 0;
  /** Nothing follows the last of them. */
  isOver = false;
  /** It was started once. */
  hasStarted = false;
  isPlaying = false;
  #speed = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #step;

  /** @param {number} step ms from move to move at speed 1 */
  constructor(step) {
    super();
    this.#step = step;
  }

  get isAtEnd() {
    return this.ply >= this.plies;
  }

  /** The end was reached and there is no more to come. */
  get isDone() {
    return this.hasStarted && this.isOver && this.isAtEnd && !this.isPlaying;
  }

  get speed() {
    return this.#speed;
  }

  set speed(speed) {
    this.#speed = speed;
    this.#schedule();
    this.#tell(false);
  }

  /**
   * The log grew, or shrank by a move that was taken back.
   *
   * @param {number} plies
   * @param {boolean} isOver
   */
  follow(plies, isOver) {
    this.plies = plies;
    this.isOver = isOver;
    if (this.ply > plies) this.ply = plies;
    if (this.isPlaying && this.isAtEnd && isOver) this.isPlaying = false;
    if (this.#timer === undefined) this.#schedule();
    this.#tell(false);
  }

  /** Starts or resumes; from the end it starts again. */
  play() {
    if (this.hasStarted && this.isOver && this.isAtEnd) this.ply = 0;
    this.hasStarted = true;
    // A game may end before its first move.
    this.isPlaying = !(this.isOver && this.isAtEnd);
    this.#schedule();
    this.#tell(false);
  }

  pause() {
    this.isPlaying = false;
    this.#schedule();
    this.#tell(false);
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /**
   * Goes somewhere by hand, which stops what was playing.
   *
   * @param {number} ply
   */
  goTo(ply) {
    const wanted = Math.max(0, Math.min(this.plies, ply));
    const isOneStep = Math.abs(wanted - this.ply) === 1;
    this.hasStarted = true;
    this.isPlaying = false;
    this.ply = wanted;
    this.#schedule();
    this.#tell(isOneStep);
  }

  /** Goes to the newest move and stays with the game. */
  goLive() {
    this.hasStarted = true;
    this.ply = this.plies;
    this.isPlaying = !this.isOver;
    this.#schedule();
    this.#tell(false);
  }

  #schedule() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.isPlaying || this.isAtEnd) return;
    this.#timer = setTimeout(() => this.#advance(), this.#step / this.#speed);
  }

  #advance() {
    this.#timer = undefined;
    this.ply += 1;
    if (this.isAtEnd && this.isOver) this.isPlaying = false;
    this.#schedule();
    this.#tell(true);
  }

  /** @param {boolean} isOneStep a single move, which is worth an animation */
  #tell(isOneStep) {
    this.farthest = Math.min(this.plies, Math.max(this.farthest, this.ply));
    this.dispatchEvent(new CustomEvent("change", { detail: { isOneStep } }));
  }
}
