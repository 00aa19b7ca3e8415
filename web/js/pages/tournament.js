// @ts-check
/**
 * The page of a tournament: who is here and how to join before it begins, the table and the boards while it is played, what to take
 * home after it. It follows the server's messages; everything on it is a picture of the last one.
 *
 * @typedef {import("../contest.js").Contest} Contest
 * @typedef {import("../contest.js").Boards} Boards
 */
import "../board/board.js";
import { el } from "../dom.js";
import { boardName, formName, hasEnded, progressText, roundText, stageName } from "../game/contests.js";
import { timeName } from "../game/players.js";
import { direct } from "../net/arena.js";
import { Feed } from "../net/feed.js";
import { showConnection } from "../parts/connection-note.js";
import { crosstable } from "../parts/crosstable.js";
import { entrantList } from "../parts/entrant-list.js";
import { exportLinks } from "../parts/export-links.js";
import { foulList } from "../parts/foul-list.js";
import { hostBar } from "../parts/host-bar.js";
import { icon } from "../parts/icons.js";
import { joinCard } from "../parts/join-card.js";
import { miniBoards } from "../parts/mini-boards.js";
import { roundList } from "../parts/rounds.js";
import "../parts/site-header.js";
import { standingsTable } from "../parts/standings.js";
import { word } from "../words.js";

class TournamentPage {
  #main;
  #id;
  #title = el("h1");
  #stage = el("span", { class: "pill stage" });
  #terms = el("p", { class: "soft terms" });
  #progress = progressBar();
  #winner = el("p", { class: "winner", hidden: true });
  #paused = el("p", { class: "paused-note", hidden: true }, word("contest.pausedText"));
  #join = el("div", { class: "join-place" });
  #host;
  #entrants;
  #standings = standingsTable();
  /** Where the boards stand. @type {HTMLElement | null} */
  #panel = null;
  /** What is there only after the beginning, and only until the end. */
  #later = /** @type {HTMLElement[]} */ ([]);
  #meanwhile = /** @type {HTMLElement[]} */ ([]);
  #crosstable = crosstable();
  #boards = miniBoards();
  #noBoards = el("p", { class: "soft" }, word("contest.noBoards"));
  #rounds;
  #fouls = foulList();
  #announcer = el("div", { class: "visually-hidden", "aria-live": "polite" });
  /** @type {Contest | null} */
  #contest = null;
  /** @type {Boards | null} */
  #games = null;

  /**
   * @param {HTMLElement} main
   * @param {string} id
   */
  constructor(main, id) {
    this.#main = main;
    this.#id = id;
    const act = (/** @type {import("../contest.js").HostCommand} */ command) => direct(id, command);
    this.#host = hostBar(act);
    this.#entrants = entrantList(act);
    this.#rounds = roundList(id);
    const feed = new Feed(id);
    on(feed, "contest", (contest) => this.#show(contest));
    on(feed, "boards", (boards) => this.#showBoards(boards));
    on(feed, "connection", (connection) => (connection === "gone" ? this.#showGone() : showConnection(connection)));
  }

  /** @param {Contest} contest */
  #show(contest) {
    const before = this.#contest;
    this.#contest = contest;
    if (!before) this.#build(contest);
    if (before && before.status !== contest.status) this.#announcer.textContent = word("contest.announceStage", { stage: stageName(contest.status) });
    this.#main.dataset.stage = contest.status;
    this.#join.hidden = contest.status !== "open";
    this.#entrants.element.hidden = hasEnded(contest.status);
    for (const part of this.#later) part.hidden = contest.status === "open";
    for (const part of this.#meanwhile) part.hidden = contest.status === "open" || hasEnded(contest.status);
    document.title = word("contest.windowTitle", { title: contest.title });
    this.#title.textContent = contest.title;
    this.#stage.textContent = stageName(contest.status);
    this.#stage.className = `pill stage ${contest.status}`;
    this.#terms.textContent = termsOf(contest);
    this.#progress.show(contest);
    this.#paused.hidden = contest.status !== "paused";
    this.#showWinner(contest);
    this.#host.show(contest);
    this.#entrants.show(contest);
    this.#standings.show(contest);
    this.#crosstable.show(contest);
    this.#rounds.show(contest);
    this.#fouls.show(contest);
    if (this.#games) this.#showBoards(this.#games);
  }

  /** @param {Contest} contest */
  #build(contest) {
    this.#join.append(joinCard(contest.code));
    const projector = el(
      "a",
      { class: "button projector-link", href: `/tournament/${encodeURIComponent(this.#id)}/projector`, target: "_blank", rel: "noopener" },
      icon("screen"),
      word("contest.projector"),
    );
    const standings = el("section", { class: "panel table-here", "aria-labelledby": "standings-title" });
    standings.append(el("header", {}, el("h2", { id: "standings-title" }, word("contest.standings"))), this.#standings.element);
    const boards = el("section", { class: "panel boards-here", "aria-labelledby": "boards-title" });
    boards.append(el("header", {}, el("h2", { id: "boards-title" }, word("contest.boards"))), this.#noBoards, this.#boards.element);
    const below = el("div", { class: "halves" }, this.#rounds.element, el("div", { class: "pile" }, this.#fouls.element, exportLinks(this.#id)));
    this.#main.replaceChildren(
      el(
        "header",
        { class: "contest-head" },
        el("div", { class: "title-line" }, this.#title, this.#stage, projector),
        this.#terms,
        this.#winner,
        this.#progress.element,
        this.#paused,
        this.#host.element,
      ),
      el("div", { class: "columns" }, this.#join, standings, boards, this.#entrants.element),
      this.#crosstable.element,
      below,
      this.#announcer,
    );
    this.#later = [standings, this.#crosstable.element, below];
    this.#meanwhile = [boards];
    this.#panel = boards;
  }

  /** @param {Boards} boards */
  #showBoards(boards) {
    this.#games = boards;
    if (!this.#contest) return;
    const { entrants, terms } = this.#contest;
    this.#boards.show(boards.games, entrants, terms.variant.size);
    // Some have ended and are still to be seen.
    this.#noBoards.hidden = boards.games.some(({ turn }) => turn !== null);
    this.#keepRoom();
  }

  /** Games end and others begin: what stands below should not jump up in between. */
  #keepRoom() {
    const panel = this.#panel;
    if (!panel || panel.hidden) return;
    if (panel.dataset.width !== String(panel.clientWidth)) panel.style.minHeight = "";
    panel.dataset.width = String(panel.clientWidth);
    panel.style.minHeight = `${panel.offsetHeight}px`;
  }

  /** @param {Contest} contest */
  #showWinner({ status, standings, entrants }) {
    const first = standings.filter(({ place, games }) => place === 1 && games > 0).map(({ entrant }) => entrants[entrant].name);
    this.#winner.hidden = !hasEnded(status) || first.length === 0;
    const names = first.join(word("announce.and"));
    this.#winner.replaceChildren(icon("cup"), word(first.length > 1 ? "contest.winners" : "contest.winner", { names }));
  }

  #showGone() {
    const back = el("a", { class: "button primary", href: "/arena" }, word("contest.toArena"));
    this.#main.replaceChildren(el("section", { class: "panel gone" }, el("p", {}, word("contest.gone")), back));
  }
}

/** @param {Contest} contest */
function termsOf({ terms }) {
  const openings = word(`contest.openings.${openingsKind(terms.openings)}`);
  const rounds = terms.rounds === null ? "" : word("contest.roundsText", { n: terms.rounds });
  const parts = [formName(terms.form), rounds, word("contest.gamesEach", { n: terms.games }), timeName(terms.time), boardName(terms.variant), openings];
  return parts.filter(Boolean).join(" · ");
}

/** @param {string} openings */
function openingsKind(openings) {
  if (openings === "balanced" || openings === "none") return openings;
  return openings.startsWith("random:") ? "random" : "lines";
}

function progressBar() {
  const text = el("span");
  const round = el("span");
  const fill = el("span");
  const bar = el("span", { class: "bar", role: "progressbar", "aria-label": word("contest.progress"), "aria-valuemin": 0 }, fill);
  const element = el("div", { class: "progress" }, el("div", { class: "progress-words" }, text, round), bar);
  return {
    element,
    /** @param {Contest} contest */
    show({ progress, status, terms }) {
      element.hidden = status === "open";
      text.textContent = progressText(progress);
      round.textContent = roundText(terms, progress);
      bar.style.setProperty("--share", String(progress.total ? progress.played / progress.total : 0));
      bar.setAttribute("aria-valuemax", String(progress.total));
      bar.setAttribute("aria-valuenow", String(progress.played));
    },
  };
}

/**
 * @param {EventTarget} target
 * @param {string} name
 * @param {(detail: any) => void} listener
 */
function on(target, name, listener) {
  target.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));
}

new TournamentPage(/** @type {HTMLElement} */ (document.getElementById("main")), decodeURIComponent(location.pathname.split("/")[2] ?? ""));
