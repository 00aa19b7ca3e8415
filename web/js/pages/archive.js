// @ts-check
/**
 * The archive: what was played, here and elsewhere. A board leads through the openings; filters and the position on it say which
 * games are listed.
 *
 * @import { ReversiBoard } from "../board/board.js"
 * @import { StepBar } from "../parts/step-bar.js"
 * @import { ImportBox } from "../parts/import-dialog.js"
 * @import { Filters } from "../net/archive.js"
 * @import { Exploration, Line, Subject, Values } from "../study/wire.js"
 *
 * What is on the board: a line of which the first `ply` moves were played.
 * @typedef {object} Place
 * @property {{ variant: string, start?: string }} ground
 * @property {string[]} moves
 * @property {number} ply
 *
 * A place, and what was answered to a question about it: what was played there in the games that some filters leave. Nothing is known where they
 * cannot be understood, which the list of games says.
 * @typedef {{ question: number, place: Place, line: Line, filters: Filters, found: Exploration | null }} Known
 */
import "../board/board.js";
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { boardAt } from "../game/fold.js";
import { colorName } from "../game/speech.js";
import { ApiError } from "../net/api.js";
import { explore, mayImport } from "../net/archive.js";
import { Jobs } from "../net/jobs.js";
import { line, subjectQuery } from "../net/study.js";
import { announce } from "../parts/announcer.js";
import { ArchiveFilters } from "../parts/archive-filters.js";
import { listenToDrops } from "../parts/drops.js";
import { Explorer } from "../parts/explorer.js";
import { icon } from "../parts/icons.js";
import { PastGames } from "../parts/past-games.js";
import "../parts/site-header.js";
import "../parts/step-bar.js";
import { listenToStudyKeys } from "../parts/study-keys.js";
import { toast, toastError } from "../parts/toast.js";
import { settings } from "../settings.js";
import { cellValues } from "../study/values.js";
import { word } from "../words.js";

/** @type {Place} */
const START = { ground: { variant: "standard" }, moves: [], ply: 0 };

class ArchivePage {
  #main = /** @type {HTMLElement} */ (document.getElementById("main"));
  #board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  #steps = /** @type {StepBar} */ (document.createElement("step-bar"));
  #filters = new ArchiveFilters(new URLSearchParams(location.search));
  /** What they say, since somebody has stopped typing. */
  #said = this.#filters.value;
  #games = new PastGames();
  #explorer = new Explorer((square) => this.#play(square));
  #analyse = el("a", { class: "button" }, icon("graph"), word("edit.analyse"));
  #jobs = new Jobs();
  /** Where somebody wants to be. */
  #place = placeOf(new URLSearchParams(location.search));
  /** What is shown: that place, unless it is still being asked about. @type {Known | null} */
  #known = null;
  /** What the engine said to a question. @type {{ question: number, values: Values } | null} */
  #thought = null;
  #stopThinking = () => {};
  /** Each place that is asked about has a number: answers to older questions are not wanted. */
  #question = 0;
  /** @type {ImportBox | null} */
  #importBox = null;
  #mayImport = mayImport();

  constructor() {
    document.title = word("archive.windowTitle");
    this.#build();
    this.#listen();
    this.#ask();
  }

  #build() {
    this.#steps.ariaLabel = word("play.moves");
    const onclick = () => this.#import();
    const bring = el("button", { type: "button", class: "button", hidden: true, onclick }, icon("upload"), word("archive.import"));
    this.#mayImport.then((may) => (bring.hidden = !may));
    const foot = el("div", { class: "foot" }, this.#steps, this.#analyse);
    const table = el("div", { class: "table" }, el("div", { class: "stage" }, this.#board), foot, this.#explorer.element);
    const heading = el("header", { class: "archive-heading" }, el("h1", {}, word("archive.title")), bring);
    this.#main.append(heading, table, el("div", { class: "results" }, this.#filters.element, this.#games.element));
  }

  #listen() {
    this.#filters.addEventListener("change", () => this.#filter());
    this.#board.addEventListener("play", (event) => this.#play(/** @type {CustomEvent} */ (event).detail.square));
    this.#board.addEventListener("refuse", (event) => this.#board.refuse(/** @type {CustomEvent} */ (event).detail.square));
    this.#steps.addEventListener("look", (event) => this.#look(/** @type {CustomEvent} */ (event).detail.ply));
    settings.onChange(() => this.#draw(false));
    listenToDrops((_content, _name, files) => files && this.#import(files));
    listenToStudyKeys({
      board: this.#board,
      step: (by) => this.#look(this.#place.ply + by),
      goTo: (end) => this.#look(end === "first" ? 0 : this.#place.moves.length),
      typed: (square) => announce(word("announce.typed", { square: squareName(square, settings.value("notation")) })),
    });
  }

  /** Nothing can be played on a board that somebody is about to leave. @param {string} move */
  #play(move) {
    if (this.#known?.question !== this.#question) return;
    const { moves, ply } = this.#place;
    const isNew = moves[ply] !== move;
    this.#place = { ...this.#place, moves: isNew ? [...moves.slice(0, ply), move] : moves, ply: ply + 1 };
    this.#ask({ isPlayed: true });
  }

  /** @param {number} wanted */
  #look(wanted) {
    const ply = Math.max(0, Math.min(this.#place.moves.length, wanted));
    if (ply === this.#place.ply) return;
    this.#place = { ...this.#place, ply };
    this.#ask();
  }

  /** @param {{ isPlayed?: boolean }} [how] */
  async #ask({ isPlayed = false } = {}) {
    this.#question += 1;
    const question = this.#question;
    this.#search();
    this.#think();
    try {
      const [subject, filters] = [subjectOf(this.#place), this.#said];
      const [known, found] = await Promise.all([line(subject), played(subject, filters)]);
      if (question !== this.#question) return;
      this.#arrive(known, filters, found);
      if (isPlayed && known.turn && known.legal.length === 0) this.#pass(known.turn);
    } catch (error) {
      if (question === this.#question) this.#fail(error);
    }
  }

  #filter() {
    this.#said = this.#filters.value;
    this.#search({ isSaid: true });
    this.#recount();
  }

  /** Counts anew what was played here, if that was done with other filters. In a place that is still being asked about it waits for the answer. */
  async #recount() {
    const [question, filters] = [this.#question, this.#said];
    if (this.#known?.question !== question || this.#known.filters === filters) return;
    const isWanted = () => question === this.#question && filters === this.#said;
    let found = null;
    try {
      found = await played(subjectOf(this.#place), filters);
    } catch (error) {
      if (isWanted()) toastError(error);
    }
    if (!isWanted()) return;
    this.#known = { ...this.#known, filters, found };
    this.#draw(false);
  }

  /**
   * @param {Line} known
   * @param {Filters} filters
   * @param {Exploration | null} found
   */
  #arrive(known, filters, found) {
    const isStep = Math.abs(this.#place.ply - (this.#known?.place.ply ?? 0)) === 1;
    // A pass that was left out is there now.
    const read = known.moves.map(({ move }) => move);
    this.#place = { ...this.#place, moves: [...read, ...this.#place.moves.slice(this.#place.ply)], ply: read.length };
    this.#known = { question: this.#question, place: this.#place, line: known, filters, found };
    this.#draw(isStep);
    this.#recount();
    if (found && filters === this.#said) announce(word("explorer.announce", { opening: found.opening ?? "", n: found.total.games }));
  }

  /** There is nothing else to do. @param {import("../wire.js").Color} color */
  #pass(color) {
    toast(word("announce.passed", { color: colorName(color) }));
    this.#play("pass");
  }

  /** Whoever cannot get there stays, or begins at the start. @param {unknown} error */
  #fail(error) {
    toastError(error);
    this.#question += 1;
    if (this.#known) {
      this.#place = this.#known.place;
      this.#known = { ...this.#known, question: this.#question };
      this.#search();
      this.#think();
      this.#draw(false);
      this.#recount();
    } else if (subjectQuery(subjectOf(this.#place)).size > 0) {
      this.#place = START;
      this.#ask();
    }
  }

  /** @param {{ isSaid?: boolean }} [how] */
  #search({ isSaid = false } = {}) {
    const subject = subjectOf(this.#place);
    const query = subjectQuery(subject);
    for (const [name, value] of Object.entries(this.#said)) query.set(name, value);
    history.replaceState(null, "", query.size ? `/archive?${query}` : "/archive");
    this.#games.search(this.#said, subject, { isSaid });
  }

  /** What the engine says of the moves here, for as long as somebody may look at them. */
  #think() {
    this.#stopThinking();
    const question = this.#question;
    this.#stopThinking = this.#jobs.submit(
      { kind: "values", ...subjectOf(this.#place) },
      ({ values }) => {
        if (!values || question !== this.#question) return;
        this.#thought = { question, values };
        if (this.#known?.question === question) this.#draw(false);
      },
      // Without values the archive is still an archive.
      () => {},
    );
  }

  /** @param {boolean} animate */
  #draw(animate) {
    if (!this.#known) return;
    const { question, place, line: known, filters, found } = this.#known;
    const values = this.#thought?.question === question ? this.#thought.values : null;
    const notation = settings.value("notation");
    const { board, legal, turn } = known;
    const view = { size: known.variant.size, board, legal, turn, notation, coordinates: settings.value("coordinates") };
    const { last } = boardAt(/** @type {any} */ (known), known.moves.length);
    this.#board.show({ ...view, last, playable: true, values: values && cellValues(values) }, { animate });
    // A color alone is no filter.
    const isFiltered = Object.keys(filters).some((name) => name !== "color");
    this.#explorer.show(found, values, notation, { isFiltered });
    this.#steps.show(place.ply, place.moves.length);
    this.#analyse.href = `/analyse?${subjectQuery(subjectOf(place))}`;
  }

  /** @param {File[]} [files] that were dropped */
  async #import(files = []) {
    try {
      if (!(await this.#mayImport)) return toast(word("archive.notForYou"));
      const { openImport } = await import("../parts/import-dialog.js");
      if (!this.#importBox?.isOpen) this.#importBox = openImport(() => this.#ask());
      this.#importBox.bring(files);
    } catch (error) {
      toastError(error);
    }
  }
}

/**
 * What was played in a position, unless the filters cannot be understood.
 *
 * @param {Subject} subject
 * @param {Filters} filters
 * @returns {Promise<Exploration | null>}
 */
async function played(subject, filters) {
  try {
    return await explore(subject, filters);
  } catch (error) {
    if (error instanceof ApiError && error.code === "bad-query") return null;
    throw error;
  }
}

/** @param {URLSearchParams} query @returns {Place} */
function placeOf(query) {
  const moves = (query.get("moves") ?? "").match(/[a-h][1-8]|pass/gi) ?? [];
  const ground = { variant: query.get("variant") ?? "standard", start: query.get("start") ?? undefined };
  return { ground, moves: [...moves], ply: moves.length };
}

/** @param {Place} place @returns {Subject} */
function subjectOf({ ground, moves, ply }) {
  return { ...ground, moves: moves.slice(0, ply) };
}

new ArchivePage();
