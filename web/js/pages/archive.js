// @ts-check
/**
 * The archive: what was played, here and elsewhere. A board leads through the openings; filters and the position on it say which
 * games are listed.
 *
 * @import { ReversiBoard } from "../board/board.js"
 * @import { StepBar } from "../parts/step-bar.js"
 * @import { Exploration, Line, Subject, Values } from "../study/wire.js"
 */
import "../board/board.js";
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { boardAt } from "../game/fold.js";
import { explore } from "../net/archive.js";
import { Jobs } from "../net/jobs.js";
import { line, subjectQuery } from "../net/study.js";
import { announce } from "../parts/announcer.js";
import { ArchiveFilters } from "../parts/archive-filters.js";
import { Explorer } from "../parts/explorer.js";
import { icon } from "../parts/icons.js";
import { PastGames } from "../parts/past-games.js";
import "../parts/site-header.js";
import "../parts/step-bar.js";
import { listenToStudyKeys } from "../parts/study-keys.js";
import { toastError } from "../parts/toast.js";
import { settings } from "../settings.js";
import { cellValues } from "../study/values.js";
import { word } from "../words.js";

/** How long the engine thinks about a position that is looked up. */
const THINK = 1500;

class ArchivePage {
  #main = /** @type {HTMLElement} */ (document.getElementById("main"));
  #board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  #steps = /** @type {StepBar} */ (document.createElement("step-bar"));
  #filters = new ArchiveFilters(new URLSearchParams(location.search));
  #games = new PastGames();
  #explorer = new Explorer((square) => this.#play(square));
  #analyse = el("a", { class: "button" }, icon("graph"), word("edit.analyse"));
  #jobs = new Jobs();
  /** The whole line, of which the first `#ply` moves are on the board. @type {string[]} */
  #moves = [];
  #ply = 0;
  #ground = { variant: "standard", start: /** @type {string | undefined} */ (undefined) };
  /** @type {Line | null} */
  #line = null;
  /** @type {Exploration | null} */
  #found = null;
  /** @type {Values | null} */
  #values = null;
  #stopThinking = () => {};

  constructor() {
    document.title = word("archive.windowTitle");
    const query = new URLSearchParams(location.search);
    this.#ground = { variant: query.get("variant") ?? "standard", start: query.get("start") ?? undefined };
    this.#moves = (query.get("moves") ?? "").match(/[a-h][1-8]/gi) ?? [];
    this.#ply = this.#moves.length;
    this.#build();
    this.#listen();
    this.#look(this.#ply);
  }

  #build() {
    this.#steps.ariaLabel = word("play.moves");
    const bring = el("button", { type: "button", class: "button", onclick: () => this.#import() }, icon("upload"), word("archive.import"));
    const foot = el("div", { class: "foot" }, this.#steps, this.#analyse);
    const table = el("div", { class: "table" }, el("div", { class: "stage" }, this.#board), foot, this.#explorer.element);
    const heading = el("header", { class: "archive-heading" }, el("h1", {}, word("archive.title")), bring);
    this.#main.append(heading, table, el("div", { class: "results" }, this.#filters.element, this.#games.element));
  }

  #listen() {
    this.#filters.addEventListener("change", () => this.#search());
    this.#board.addEventListener("play", (event) => this.#play(/** @type {CustomEvent} */ (event).detail.square));
    this.#board.addEventListener("refuse", (event) => this.#board.refuse(/** @type {CustomEvent} */ (event).detail.square));
    this.#steps.addEventListener("look", (event) => this.#look(/** @type {CustomEvent} */ (event).detail.ply));
    settings.onChange(() => this.#draw(false));
    listenToStudyKeys({
      board: this.#board,
      step: (by) => this.#look(this.#ply + by),
      goTo: (end) => this.#look(end === "first" ? 0 : this.#moves.length),
      typed: (square) => announce(word("announce.typed", { square: squareName(square, settings.value("notation")) })),
    });
  }

  /** What is on the board. @returns {Subject} */
  #subject() {
    return { ...this.#ground, moves: this.#moves.slice(0, this.#ply) };
  }

  /** @param {string} square */
  #play(square) {
    const isKnown = this.#moves[this.#ply] === square;
    if (!isKnown) this.#moves = [...this.#moves.slice(0, this.#ply), square];
    this.#look(this.#ply + 1);
  }

  /** @param {number} wanted */
  async #look(wanted) {
    const isStep = Math.abs(wanted - this.#ply) === 1;
    this.#ply = Math.max(0, Math.min(this.#moves.length, wanted));
    this.#search();
    this.#think();
    const ply = this.#ply;
    try {
      const [known, found] = await Promise.all([line(this.#subject()), explore(this.#subject())]);
      if (ply !== this.#ply) return;
      // A pass that was left out is there now.
      const read = known.moves.map(({ move }) => move);
      this.#moves = [...read, ...this.#moves.slice(this.#ply)];
      this.#ply = read.length;
      this.#line = known;
      this.#found = found;
      this.#draw(isStep);
      announce(word("explorer.announce", { opening: found.opening ?? "", n: found.total.games }));
    } catch (error) {
      toastError(error);
    }
  }

  #search() {
    const subject = this.#subject();
    const filters = this.#filters.value;
    const query = subjectQuery(subject);
    for (const [name, value] of Object.entries(filters)) query.set(name, value);
    history.replaceState(null, "", query.size ? `/archive?${query}` : "/archive");
    this.#games.search(filters, subject);
  }

  /** What the engine says of the moves here, for as long as somebody may look at them. */
  #think() {
    this.#stopThinking();
    this.#values = null;
    const ply = this.#ply;
    this.#stopThinking = this.#jobs.submit(
      { kind: "values", ...this.#subject(), timeMs: THINK },
      (state) => {
        if (ply !== this.#ply) return;
        this.#values = state.values ?? this.#values;
        this.#draw(false);
      },
      // Without values the archive is still an archive.
      () => {},
    );
  }

  /** @param {boolean} animate */
  #draw(animate) {
    const known = this.#line;
    if (!known) return;
    const notation = settings.value("notation");
    const { last } = boardAt(/** @type {any} */ (known), known.moves.length);
    const values = this.#values && cellValues(this.#values);
    this.#board.show({ size: known.variant.size, board: known.board, last, legal: known.legal, turn: known.turn, playable: true, values, coordinates: settings.value("coordinates"), notation }, { animate });
    this.#explorer.show(this.#found, this.#values, notation);
    this.#steps.show(this.#ply, this.#moves.length);
    this.#analyse.href = `/analyse?${subjectQuery(this.#subject())}`;
  }

  async #import() {
    try {
      const { openImport } = await import("../parts/import-dialog.js");
      openImport(() => this.#look(this.#ply));
    } catch (error) {
      toastError(error);
    }
  }
}

new ArchivePage();
