// @ts-check
/**
 * The archive page. The board walks through openings; filters and the position select the listed
 * games.
 *
 * @import { ReversiBoard } from "../board/board.js"
 * @import { Filters } from "../net/archive.js"
 * @import { Exploration, Line, Subject, Values } from "../study/wire.js"
 *
 * A line of moves. The board shows the position after `ply` of them.
 * @typedef {object} Place
 * @property {{ variant: string, start?: string }} ground
 * @property {string[]} moves
 * @property {number} ply
 *
 * A position with its loaded data: the moves played there in the filtered games. `found` is null if
 * the server rejects the filters; the list of games shows why.
 * @typedef {{ question: number, place: Place, line: Line, filters: Filters, found: Exploration | null }} Known
 */
import "../board/board.js";
import { squareName } from "../board/squares.js";
import { el, on } from "../dom.js";
import { boardAt } from "../game/fold.js";
import { colorName } from "../game/speech.js";
import { word } from "../i18n.js";
import { ApiError } from "../net/api.js";
import { explore, mayImport } from "../net/archive.js";
import { Jobs } from "../net/jobs.js";
import { line, subjectQuery } from "../net/study.js";
import { archiveFilters } from "../parts/archive-filters.js";
import { archiveList } from "../parts/archive-list.js";
import { listenToDrops } from "../parts/drop-and-paste.js";
import { explorer } from "../parts/explorer.js";
import { icon } from "../parts/icons.js";
import { openStudyKeys } from "../parts/key-help.js";
import { listenToStudyKeys } from "../parts/keys.js";
import { announce, toast, toastError } from "../parts/notices.js";
import "../parts/site-header.js";
import { stepBar } from "../parts/step-bar.js";
import { settings } from "../settings.js";
import { cellValues } from "../study/values.js";

/** @type {Place} */
const START = { ground: { variant: "standard" }, moves: [], ply: 0 };

class ArchivePage {
  #main = /** @type {HTMLElement} */ (document.getElementById("main"));
  #board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  #steps = stepBar((ply) => this.#look(ply));
  #filters = archiveFilters(new URLSearchParams(location.search), () => this.#filter());
  /** The filters after the last pause in typing. */
  #said = this.#filters.chosen();
  #games = archiveList();
  #explorer = explorer((square) => this.#play(square));
  #analyse = el("a", { class: "button" }, icon("graph"), word("edit.analyse"));
  #jobs = new Jobs();
  /** The wanted position. */
  #place = placeOf(new URLSearchParams(location.search));
  /** What is shown: the wanted position once its data has arrived. @type {Known | null} */
  #known = null;
  /** The engine's values for a request. @type {{ question: number, values: Values } | null} */
  #thought = null;
  #stopThinking = () => {};
  /** Number of the latest request; replies to older ones are ignored. */
  #question = 0;
  /** @type {ReturnType<typeof import("../parts/import-dialog.js").openImport> | null} */
  #importBox = null;
  #mayImport = mayImport();

  constructor() {
    document.title = word("archive.windowTitle");
    this.#build();
    this.#listen();
    this.#ask();
  }

  #build() {
    const onclick = () => this.#import();
    const bring = el("button", { type: "button", class: "button", hidden: true, onclick }, icon("upload"), word("archive.import"));
    this.#mayImport.then((may) => (bring.hidden = !may));
    const foot = el("div", { class: "foot" }, this.#steps.element, this.#analyse);
    const table = el("div", { class: "table" }, el("div", { class: "stage" }, this.#board), foot, this.#explorer.element);
    const heading = el("header", { class: "archive-heading" }, el("h1", {}, word("archive.title")), bring);
    this.#main.append(heading, table, el("div", { class: "results" }, this.#filters.element, this.#games.element));
  }

  #listen() {
    on(this.#board, "play", ({ square }) => this.#play(square));
    on(this.#board, "refuse", ({ square }) => this.#board.refuse(square));
    settings.onChange(() => this.#draw(false));
    listenToDrops((_content, _name, files) => files && this.#import(files));
    listenToStudyKeys({
      board: this.#board,
      step: (by) => this.#look(this.#place.ply + by),
      goTo: (end) => this.#look(end === "first" ? 0 : this.#place.moves.length),
      help: openStudyKeys,
      typed: (square) => announce(word("announce.typed", { square: squareName(square, settings.value("notation")) })),
    });
  }

  /** Ignores moves while another position is loading. @param {string} move */
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
    this.#said = this.#filters.chosen();
    this.#search({ isSaid: true });
    this.#recount();
  }

  /** Loads the explorer again if the filters have changed. While the position is loading, it waits. */
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

  /** A pass is the only move. @param {import("../wire.js").Color} color */
  #pass(color) {
    toast(word("announce.passed", { color: colorName(color) }));
    this.#play("pass");
  }

  /** A position that cannot be loaded: stay at the last one, or go to the start. @param {unknown} error */
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

  /** Asks the engine for values until another position is shown. */
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
      // The archive works without values.
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
      if (!this.#importBox?.dialog.open) this.#importBox = openImport(() => this.#ask());
      this.#importBox.bring(files);
    } catch (error) {
      toastError(error);
    }
  }
}

/**
 * The moves played in a position; null if the server rejects the filters.
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
  const moves = (query.get("moves") ?? "").match(/[a-h][1-8]|pass|lost/gi) ?? [];
  const ground = { variant: query.get("variant") ?? "standard", start: query.get("start") ?? undefined };
  return { ground, moves: [...moves], ply: moves.length };
}

/** @param {Place} place @returns {Subject} */
function subjectOf({ ground, moves, ply }) {
  return { ...ground, moves: moves.slice(0, ply) };
}

new ArchivePage();
