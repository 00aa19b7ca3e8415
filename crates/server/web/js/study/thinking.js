// @ts-check
/**
 * The engine jobs of the analysis page: the values of the position on the board and the review of
 * the game. Events: `change` on new results, `begin` of a review, `again` (detail: seconds) when
 * the server is busy, `end` (detail: which job). Deeper values stay until values at least as deep
 * arrive; a review stays until a better one is complete.
 *
 * @import { Branching, Tree } from "./tree.js"
 * @import { JobOrder, JobState, Review, Subject } from "./wire.js"
 */
import { EngineJobs } from "../engine/choice.js";
import { word } from "../i18n.js";
import { refusalText } from "../net/api.js";
import { ENDS } from "../net/jobs.js";

/** Search time of "search deeper", in ms. */
const LONG = 45_000;
/** Levels of a deeper review, strongest first; the page tries the next if the server refuses one. */
const DEEPER = [18, 16];

export class Thinking extends EventTarget {
  #jobs = new EngineJobs();
  /** @type {Review | null} */
  review = null;
  /** While the review is being made. @type {{ done: number, total: number } | null} */
  progress = null;
  /** Seconds until the review is asked for again; 0 if no retry is planned. */
  reviewAgainIn = 0;
  /** Why there is no review. */
  trouble = "";
  /** Why there are no values. */
  valuesTrouble = "";
  /** The job that computes the values on the board. @type {JobState | null} */
  state = null;
  #stopValues = () => {};
  #stopReview = () => {};
  /** @type {Branching | null} */
  #considered = null;
  /** Is a deeper search running? */
  isDeepening = false;
  /** Is a deeper review running? */
  isRejudging = false;
  /** The strongest review level that the server accepts, as far as known. */
  #allowed = DEEPER[0];

  constructor() {
    super();
    this.#jobs.addEventListener("connection", (event) => this.#tell("connection", /** @type {CustomEvent} */ (event).detail));
  }

  /**
   * Asks for the values of a position and cancels the search before it.
   *
   * @param {Tree} tree
   * @param {Branching} at
   */
  consider(tree, at) {
    if (this.#considered === at) return;
    this.rest();
    this.#considered = at;
    if (!at.isValued) this.#submit(at, { kind: "values", ...tree.subjectAt(at) });
  }

  /**
   * More about the position on the board than is usual.
   *
   * @param {Tree} tree
   * @param {Branching} at
   */
  deepen(tree, at) {
    this.rest();
    this.#considered = at;
    this.isDeepening = true;
    at.isValued = false;
    this.#submit(at, { kind: "values", ...tree.subjectAt(at), timeMs: LONG }, true);
    this.#tell("change");
  }

  /** Stops the deeper search and keeps its values. */
  settle() {
    if (this.#considered) this.#considered.isValued = true;
    this.rest();
    this.#tell("change");
  }

  /**
   * @param {Branching} at
   * @param {JobOrder & Subject} order
   * @param {boolean} [isMore]
   */
  #submit(at, order, isMore) {
    this.#stopValues = this.#jobs.submit(
      order,
      (state) => this.#heed(at, state),
      (error) => this.#endValues(at, error.message),
      isMore,
    );
  }

  /** Cancels the search. */
  rest() {
    this.#stopValues();
    this.#stopValues = () => {};
    this.#considered = null;
    this.isDeepening = false;
    this.state = null;
    this.valuesTrouble = "";
  }

  /**
   * @param {Branching} at
   * @param {JobState} state
   */
  #heed(at, state) {
    this.state = state;
    if (state.values) at.heed(state.values);
    if (state.status === "done") at.isValued = true;
    if (ENDS.includes(state.status)) this.#endValues(at, troubleOf(state));
    else this.#tell("change");
    if (state.againIn) this.#tell("again", state.againIn);
  }

  /**
   * The search is over: keep its values, or ask again on the next visit.
   *
   * @param {Branching} at
   * @param {string} trouble
   */
  #endValues(at, trouble) {
    if (at.values) at.isValued = true;
    this.isDeepening = false;
    this.state = null;
    this.valuesTrouble = trouble;
    this.#tell("change");
    this.#tell("end", "values");
  }

  /** Every move of the game. @param {Tree | null} tree null where there is none */
  judge(tree) {
    this.#stopReview();
    this.#stopReview = () => {};
    Object.assign(this, { review: null, trouble: "", progress: null, isRejudging: false, reviewAgainIn: 0 });
    if (!tree || tree.main.length === 0) return;
    this.#submitReview(tree, {}, (error) => this.#endReview(error.message));
  }

  /** Can the game be judged better than it is? */
  get canRejudge() {
    return this.review !== null && this.progress === null && this.review.level < this.#allowed;
  }

  /** Every move of the game once more, by a stronger level. @param {Tree} tree */
  rejudge(tree) {
    if (!this.canRejudge) return;
    Object.assign(this, { trouble: "", isRejudging: true });
    this.#submitReview(tree, { level: this.#allowed }, (error) => this.#lower(tree, error));
    this.#tell("change");
  }

  /** Stops the deeper review and keeps the old one. */
  keepReview() {
    this.#stopReview();
    this.#stopReview = () => {};
    Object.assign(this, { progress: null, isRejudging: false, reviewAgainIn: 0 });
    this.#tell("change");
  }

  /**
   * @param {Tree} tree
   * @param {{ level?: number }} how
   * @param {(error: Error) => void} fail
   */
  #submitReview(tree, how, fail) {
    this.progress = { done: 0, total: tree.main.length };
    const order = /** @type {const} */ ({ kind: "review", ...tree.subjectAt(tree.end), ...how });
    this.#stopReview = this.#jobs.submit(order, (state) => this.#hearReview(state), fail, how.level !== undefined);
    this.#tell("begin");
  }

  /**
   * The server may not allow a level as strong.
   *
   * @param {Tree} tree
   * @param {Error} error
   */
  #lower(tree, error) {
    const weaker = DEEPER.find((level) => level < this.#allowed);
    const isTooStrong = error.name === "bad-job";
    if (isTooStrong) this.#allowed = weaker ?? 0;
    this.progress = null;
    if (isTooStrong && this.canRejudge) this.rejudge(tree);
    else this.#endReview(error.message);
  }

  /** @param {JobState} state */
  #hearReview(state) {
    const { status, review, progress, againIn = 0 } = state;
    this.reviewAgainIn = againIn;
    if (review && (!this.isRejudging || status === "done")) this.review = review;
    if (progress?.total) this.progress = { done: progress.done, total: progress.total };
    if (ENDS.includes(status)) this.#endReview(troubleOf(state));
    else this.#tell("change");
    if (againIn) this.#tell("again", againIn);
  }

  /** @param {string} trouble */
  #endReview(trouble) {
    Object.assign(this, { progress: null, isRejudging: false, reviewAgainIn: 0, trouble });
    this.#tell("change");
    this.#tell("end", "review");
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Why a job that has ended came to nothing; nothing where it did not. @param {JobState} state */
function troubleOf({ status, error }) {
  return status === "done" ? "" : error ? refusalText(error) : word("wentWrong");
}
