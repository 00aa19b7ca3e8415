// @ts-check
/**
 * The projector page of a tournament: no controls, readable from ten meters. First the join code;
 * then the featured game beside the standings and the other boards; at the end the podium.
 *
 * @typedef {import("../tournament-types.js").Tournament} Tournament
 * @typedef {import("../tournament-types.js").Boards} Boards
 * @typedef {import("../tournament-types.js").Mini} Mini
 * @typedef {import("../tournament-types.js").Entrant} Entrant
 * @typedef {import("../board/board.js").ReversiBoard} ReversiBoard
 */
import "../board/board.js";
import { el, on } from "../dom.js";
import { builtInLine, hostForBots } from "../game/connecting.js";
import { Feature } from "../game/feature.js";
import { hasEnded, pointsText, progressText, roundText, stageName } from "../game/tournament-text.js";
import { word } from "../i18n.js";
import { options } from "../net/api.js";
import { Feed } from "../net/tournament-socket.js";
import { tokensOf } from "../parts/copy.js";
import { icon } from "../parts/icons.js";
import { putItems } from "../parts/listing.js";
import { miniBoards } from "../parts/mini-boards.js";
import { showConnection } from "../parts/notices.js";
import { standingsTable } from "../parts/standings.js";
import { FEATURE_END } from "../timing.js";

/** As many as have room beside the large board, and can be read. */
const OTHERS = 6;
const LINES = 9;
const LINES_AT_END = 13;
const GUESTS = 40;
const FEW_GUESTS = 16;

class ProjectorPage {
  #main;
  #title = el("h1");
  #state = el("p", { class: "state" });
  #bar = el("span", { class: "bar", "aria-hidden": "true" }, el("span"));
  #code = el("p", { class: "big-code" });
  #line = el("p", { class: "type-line" });
  #guests = el("ul", { class: "guests" });
  #moreGuests = el("p", { class: "soft" });
  #game = bigGame();
  #live = standingsTable({ most: LINES });
  #others = miniBoards({ link: false });
  #podium = podium();
  #final = standingsTable({ most: LINES_AT_END });
  #views = this.#build();
  #feature = new Feature();
  /** @type {Tournament | null} */
  #tournament = null;
  /** @type {Boards | null} */
  #boards = null;

  /**
   * @param {HTMLElement} main
   * @param {string} id
   */
  constructor(main, id) {
    this.#main = main;
    const feed = new Feed(id);
    on(feed, "tournament", (tournament) => this.#show(tournament));
    on(feed, "boards", (boards) => this.#showBoards(boards));
    on(feed, "connection", (connection) => (connection === "gone" ? this.#showGone() : showConnection(connection)));
    // An ended game makes room for the next even if no message arrives.
    setInterval(() => this.#boards && this.#showBoards(this.#boards), FEATURE_END / 2);
    this.#showHost(location.host);
    keepAwake();
  }

  #build() {
    return {
      open: el(
        "section",
        { class: "beam-open" },
        el("div", { class: "call" }, el("h2", {}, word("projector.join")), this.#code, this.#line),
        el("div", { class: "coming" }, el("h2", {}, word("tournament.entrants")), this.#guests, this.#moreGuests, el("p", { class: "soft" }, word("projector.waiting"))),
      ),
      live: el(
        "div",
        { class: "beam-live" },
        this.#game.element,
        el("section", { class: "beam-table", "aria-label": word("tournament.standings") }, this.#live.element),
        el("section", { class: "beam-others", "aria-label": word("tournament.boards") }, this.#others.element),
      ),
      end: el("section", { class: "beam-end", "aria-label": word("projector.final") }, this.#podium.element, el("div", { class: "beam-table" }, this.#final.element)),
    };
  }

  /** @param {Tournament} tournament */
  #show(tournament) {
    const { open, live, end } = this.#views;
    if (!this.#tournament) {
      this.#main.replaceChildren(el("header", { class: "beam-head" }, this.#title, this.#state, this.#bar), open, live, end);
      this.#learnHost();
    }
    this.#tournament = tournament;
    const { status, progress, title } = tournament;
    document.title = word("projector.windowTitle", { title });
    this.#main.dataset.stage = status;
    this.#title.textContent = title;
    this.#state.textContent = stateText(tournament);
    this.#bar.style.setProperty("--share", String(progress.total ? progress.played / progress.total : 0));
    open.hidden = status !== "open";
    end.hidden = !hasEnded(status);
    live.hidden = !open.hidden || !end.hidden;
    this.#code.textContent = tournament.code;
    this.#code.style.setProperty("--characters", String(tournament.code.length));
    this.#showGuests(tournament);
    this.#live.show(tournament);
    this.#final.show(tournament);
    this.#podium.show(tournament);
    if (this.#boards) this.#showBoards(this.#boards);
  }

  /** @param {Boards} boards */
  #showBoards(boards) {
    this.#boards = boards;
    if (!this.#tournament) return;
    const { entrants, terms, status } = this.#tournament;
    const game = this.#feature.choose(boards, performance.now());
    this.#game.show(game, entrants, { size: terms.variant.size, isPaused: status === "paused" });
    const others = boards.games.filter(({ number, turn }) => number !== game?.number && turn !== null).slice(0, OTHERS);
    this.#others.show(others, entrants, terms.variant.size);
  }

  /** @param {Tournament} tournament */
  #showGuests({ entrants }) {
    putItems(this.#guests, entrants.slice(-GUESTS), {
      key: ({ name }) => name,
      face: ({ name, connected }) => `${name} ${connected}`,
      fill: (item, { name, connected }) => {
        const lamp = el("span", { class: `lamp ${connected === null ? "own" : connected ? "on" : "off"}`, role: "img" });
        lamp.ariaLabel = word(connected === null ? "tournament.own" : connected ? "tournament.here" : "tournament.away");
        item.replaceChildren(lamp, el("span", { class: "name" }, name));
      },
    });
    this.#guests.classList.toggle("many", entrants.length > FEW_GUESTS);
    const more = entrants.length - GUESTS;
    this.#moreGuests.textContent = more > 0 ? word("projector.more", { n: more }) : "";
  }

  /** The address that bots elsewhere reach. */
  async #learnHost() {
    try {
      this.#showHost(hostForBots((await options()).reach.origin));
    } catch {
      // The address of this page stands there already.
    }
  }

  /** @param {string} host */
  #showHost(host) {
    this.#line.replaceChildren(...tokensOf(builtInLine(host, this.#tournament?.code)));
  }

  #showGone() {
    const back = el("a", { class: "button primary", href: "/arena" }, word("tournament.toArena"));
    this.#main.replaceChildren(el("section", { class: "panel gone" }, el("p", {}, word("tournament.gone")), back));
  }
}

/** @param {Tournament} tournament */
function stateText({ status, progress, entrants, terms }) {
  if (status === "open") return word("arena.entrants", { n: entrants.length });
  const round = roundText(terms, progress);
  const stage = status === "playing" ? "" : stageName(status);
  return [stage, round, progressText(progress)].filter(Boolean).join(" · ");
}

/** Keeps the screen on while the page is visible, where the browser can. */
function keepAwake() {
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** One game on a large board that cannot be played on, with its players above and below. */
function bigGame() {
  const board = /** @type {ReversiBoard} */ (document.createElement("reversi-board"));
  const white = player("white");
  const black = player("black");
  const spoken = el("p", { class: "visually-hidden" });
  const note = el("p", { class: "no-game" });
  const title = el("h2", { class: "visually-hidden" }, word("projector.featured"));
  const place = el("div", { class: "beam-board" }, board, note);
  // Screen readers get one sentence.
  board.inert = true;
  /** @type {Mini | null} */
  let shown = null;
  return {
    element: el("section", { class: "beam-game" }, title, spoken, white.element, place, black.element),
    /**
     * @param {Mini | null} game
     * @param {Entrant[]} entrants
     * @param {{ size: number, isPaused: boolean }} how
     */
    show(game, entrants, { size, isPaused }) {
      note.hidden = game !== null;
      note.textContent = word(isPaused ? "projector.pause" : "projector.noGame");
      const isSame = game?.number === shown?.number;
      if (isSame && shown && game?.version === shown.version) return;
      shown = game;
      const names = { black: game ? entrants[game.black].name : "", white: game ? entrants[game.white].name : "" };
      black.show(game, names.black);
      white.show(game, names.white);
      const empty = "-".repeat(size * size);
      board.show({ size, board: game?.board ?? empty, last: game?.last === "pass" ? null : game?.last, coordinates: false }, { animate: isSame });
      const { black: blackCount = 0, white: whiteCount = 0 } = game?.counts ?? {};
      spoken.textContent = game ? word("tournament.boardName", { ...names, blackCount, whiteCount, n: game.ply }) : "";
    },
  };
}

/** @param {import("../wire.js").Color} color */
function player(color) {
  const name = el("span", { class: "name" });
  const count = el("span", { class: "count" });
  const element = el("div", { class: "beam-player", "aria-hidden": "true" }, el("span", { class: `disc-sign ${color}` }), name, count);
  return {
    element,
    /**
     * @param {Mini | null} game
     * @param {string} text
     */
    show(game, text) {
      name.textContent = text;
      count.textContent = game ? String(game.counts[color]) : "";
      element.classList.toggle("to-move", game?.turn === color);
      element.classList.toggle("won", game?.winner === color);
      element.classList.toggle("empty", game === null);
    },
  };
}

/** The first three at the end. */
function podium() {
  const list = el("ol", { class: "podium", "aria-label": word("projector.final") });
  return {
    element: list,
    /** @param {Tournament} tournament */
    show({ standings, entrants }) {
      const steps = standings.slice(0, 3).map((line) =>
        el(
          "li",
          { class: `step place-${line.place}`, value: line.place },
          el("span", { class: "step-name" }, entrants[line.entrant].name),
          el("span", { class: "step-points" }, pointsText(line.points)),
          el("span", { class: "block" }, line.place === 1 && icon("cup"), el("b", {}, line.place)),
        ),
      );
      list.replaceChildren(...steps);
    },
  };
}

new ProjectorPage(/** @type {HTMLElement} */ (document.getElementById("main")), decodeURIComponent(location.pathname.split("/")[2] ?? ""));
