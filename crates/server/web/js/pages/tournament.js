// @ts-check
/**
 * The tournament page: entrants and join code before the start, standings and boards during play,
 * downloads after it. It shows the server's last message.
 *
 * @typedef {import("../tournament-types.js").Tournament} Tournament
 * @typedef {import("../tournament-types.js").Boards} Boards
 */
import "../board/board.js";
import { el, on } from "../dom.js";
import { timeName } from "../game/players.js";
import { boardName, formatName, hasEnded, progressText, roundText, stageName } from "../game/tournament-text.js";
import { word } from "../i18n.js";
import { direct } from "../net/arena.js";
import { Feed } from "../net/tournament-socket.js";
import { crosstable } from "../parts/crosstable.js";
import { entrantList } from "../parts/entrant-list.js";
import { icon } from "../parts/icons.js";
import { miniBoards } from "../parts/mini-boards.js";
import { showConnection } from "../parts/notices.js";
import { roundList } from "../parts/rounds.js";
import "../parts/site-header.js";
import { standingsTable } from "../parts/standings.js";
import { exportLinks, foulList, hostBar, joinCard } from "../parts/tournament-panels.js";

class TournamentPage {
  #main;
  #id;
  #title = el("h1");
  #stage = el("span", { class: "pill stage" });
  #terms = el("p", { class: "soft terms" });
  #progress = progressBar();
  #winner = el("p", { class: "winner", hidden: true });
  #paused = el("p", { class: "paused-note", hidden: true }, word("tournament.pausedText"));
  #waiting = el("p", { class: "paused-note", hidden: true });
  #join = el("div", { class: "join-place" });
  #host;
  #entrants;
  #standings = standingsTable();
  /** The panel of the live boards. @type {HTMLElement | null} */
  #panel = null;
  /** Panels shown after the start, and those hidden again at the end. */
  #later = /** @type {HTMLElement[]} */ ([]);
  #meanwhile = /** @type {HTMLElement[]} */ ([]);
  #crosstable = crosstable();
  #boards = miniBoards();
  #noBoards = el("p", { class: "soft" }, word("tournament.noBoards"));
  #rounds;
  #fouls = foulList();
  #announcer = el("div", { class: "visually-hidden", "aria-live": "polite" });
  /** @type {Tournament | null} */
  #tournament = null;
  /** @type {Boards | null} */
  #games = null;

  /**
   * @param {HTMLElement} main
   * @param {string} id
   */
  constructor(main, id) {
    this.#main = main;
    this.#id = id;
    const act = (/** @type {import("../tournament-types.js").HostCommand} */ command) => direct(id, command);
    this.#host = hostBar(act);
    this.#entrants = entrantList(act);
    this.#rounds = roundList(id);
    const feed = new Feed(id);
    on(feed, "tournament", (tournament) => this.#show(tournament));
    on(feed, "boards", (boards) => this.#showBoards(boards));
    on(feed, "connection", (connection) => (connection === "gone" ? this.#showGone() : showConnection(connection)));
  }

  /** @param {Tournament} tournament */
  #show(tournament) {
    const before = this.#tournament;
    this.#tournament = tournament;
    if (!before) this.#build(tournament);
    if (before && before.status !== tournament.status) this.#announcer.textContent = word("tournament.announceStage", { stage: stageName(tournament.status) });
    this.#main.dataset.stage = tournament.status;
    this.#join.hidden = tournament.status !== "open";
    this.#entrants.element.hidden = hasEnded(tournament.status);
    for (const part of this.#later) part.hidden = tournament.status === "open";
    for (const part of this.#meanwhile) part.hidden = tournament.status === "open" || hasEnded(tournament.status);
    document.title = word("tournament.windowTitle", { title: tournament.title });
    this.#title.textContent = tournament.title;
    this.#stage.textContent = stageName(tournament.status);
    this.#stage.className = `pill stage ${tournament.status}`;
    this.#terms.textContent = termsOf(tournament);
    this.#progress.show(tournament);
    this.#paused.hidden = tournament.status !== "paused";
    this.#showWaiting(tournament);
    this.#showWinner(tournament);
    this.#host.show(tournament);
    this.#entrants.show(tournament);
    this.#standings.show(tournament);
    this.#crosstable.show(tournament);
    this.#rounds.show(tournament);
    this.#fouls.show(tournament);
    if (this.#games) this.#showBoards(this.#games);
  }

  /** @param {Tournament} tournament */
  #build(tournament) {
    this.#join.append(joinCard(tournament));
    const projector = el(
      "a",
      { class: "button projector-link", href: `/tournament/${encodeURIComponent(this.#id)}/projector`, target: "_blank", rel: "noopener" },
      icon("screen"),
      word("tournament.projector"),
    );
    const standings = el("section", { class: "panel table-here", "aria-labelledby": "standings-title" });
    standings.append(el("header", {}, el("h2", { id: "standings-title" }, word("tournament.standings"))), this.#standings.element);
    const boards = el("section", { class: "panel boards-here", "aria-labelledby": "boards-title" });
    boards.append(el("header", {}, el("h2", { id: "boards-title" }, word("tournament.boards"))), this.#noBoards, this.#boards.element);
    const below = el("div", { class: "halves" }, this.#rounds.element, el("div", { class: "pile" }, this.#fouls.element, exportLinks(this.#id)));
    this.#main.replaceChildren(
      el(
        "header",
        { class: "tournament-head" },
        el("div", { class: "title-line" }, this.#title, this.#stage, projector),
        this.#terms,
        this.#winner,
        this.#progress.element,
        this.#paused,
        this.#waiting,
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
    if (!this.#tournament) return;
    const { entrants, terms } = this.#tournament;
    // The server sends the boards of ended games a little longer, for the projector.
    const running = boards.games.filter(({ turn }) => turn !== null);
    this.#boards.show(running, entrants, terms.variant.size);
    this.#noBoards.hidden = running.length > 0;
    this.#keepRoom();
  }

  /** Keeps the height of the panel between two games, so that nothing below jumps. */
  #keepRoom() {
    const panel = this.#panel;
    if (!panel || panel.hidden) return;
    if (panel.dataset.width !== String(panel.clientWidth)) panel.style.minHeight = "";
    panel.dataset.width = String(panel.clientWidth);
    panel.style.minHeight = `${panel.offsetHeight}px`;
  }

  /** Games of a course wait for players who are gone. @param {Tournament} tournament */
  #showWaiting({ waiting, entrants, host }) {
    this.#waiting.hidden = waiting.games === 0;
    const gone = waiting.entrants.map((place) => entrants[place].name);
    const names = new Intl.ListFormat(document.documentElement.lang).format(gone);
    const text = word("tournament.waiting", { n: waiting.games, names });
    this.#waiting.textContent = host ? `${text} ${word("tournament.waitingHost")}` : text;
  }

  /** @param {Tournament} tournament */
  #showWinner({ status, standings, entrants }) {
    const first = standings.filter(({ place, games }) => place === 1 && games > 0).map(({ entrant }) => entrants[entrant].name);
    this.#winner.hidden = !hasEnded(status) || first.length === 0;
    const names = first.join(word("announce.and"));
    this.#winner.replaceChildren(icon("cup"), word(first.length > 1 ? "tournament.winners" : "tournament.winner", { names }));
  }

  #showGone() {
    const back = el("a", { class: "button primary", href: "/arena" }, word("tournament.toArena"));
    this.#main.replaceChildren(el("section", { class: "panel gone" }, el("p", {}, word("tournament.gone")), back));
  }
}

/** @param {Tournament} tournament */
function termsOf({ terms }) {
  const openings = word(`tournament.openings.${openingsKind(terms.openings)}`);
  const rounds = terms.rounds === null ? "" : word("tournament.roundsText", { n: terms.rounds });
  const parts = [formatName(terms.format), rounds, word("tournament.gamesEach", { n: terms.games }), timeName(terms.time), boardName(terms.variant), openings];
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
  const bar = el("span", { class: "bar", role: "progressbar", "aria-label": word("tournament.progress"), "aria-valuemin": 0 }, fill);
  const element = el("div", { class: "progress" }, el("div", { class: "progress-words" }, text, round), bar);
  return {
    element,
    /** @param {Tournament} tournament */
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

new TournamentPage(/** @type {HTMLElement} */ (document.getElementById("main")), decodeURIComponent(location.pathname.split("/")[2] ?? ""));
