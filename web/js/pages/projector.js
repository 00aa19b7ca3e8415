// @ts-check
/**
 * A tournament for a beamer: nothing to press, readable from ten metres. Before it begins, its code; then the most contested game, large,
 * beside the table and the other boards; at the end the podium.
 *
 * @typedef {import("../contest.js").Contest} Contest
 * @typedef {import("../contest.js").Boards} Boards
 */
import "../board/board.js";
import { el } from "../dom.js";
import { builtInLine, hostForBots } from "../game/connecting.js";
import { hasEnded, progressText, roundText, stageName } from "../game/contests.js";
import { Feature } from "../game/feature.js";
import { options } from "../net/api.js";
import { Feed } from "../net/feed.js";
import { keepAwake } from "../parts/awake.js";
import { bigGame } from "../parts/big-game.js";
import { showConnection } from "../parts/connection-note.js";
import { tokensOf } from "../parts/copy.js";
import { putItems } from "../parts/listing.js";
import { miniBoards } from "../parts/mini-boards.js";
import { podium } from "../parts/podium.js";
import { standingsTable } from "../parts/standings.js";
import { FEATURE_END } from "../timing.js";
import { word } from "../words.js";

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
  /** @type {Contest | null} */
  #contest = null;
  /** @type {Boards | null} */
  #boards = null;

  /**
   * @param {HTMLElement} main
   * @param {string} id
   */
  constructor(main, id) {
    this.#main = main;
    const feed = new Feed(id);
    on(feed, "contest", (contest) => this.#show(contest));
    on(feed, "boards", (boards) => this.#showBoards(boards));
    on(feed, "connection", (connection) => (connection === "gone" ? this.#showGone() : showConnection(connection)));
    // A game that has ended makes room for the next, whether or not something else happens.
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
        el("div", { class: "coming" }, el("h2", {}, word("contest.entrants")), this.#guests, this.#moreGuests, el("p", { class: "soft" }, word("projector.waiting"))),
      ),
      live: el(
        "div",
        { class: "beam-live" },
        this.#game.element,
        el("section", { class: "beam-table", "aria-label": word("contest.standings") }, this.#live.element),
        el("section", { class: "beam-others", "aria-label": word("contest.boards") }, this.#others.element),
      ),
      end: el("section", { class: "beam-end", "aria-label": word("projector.final") }, this.#podium.element, el("div", { class: "beam-table" }, this.#final.element)),
    };
  }

  /** @param {Contest} contest */
  #show(contest) {
    const { open, live, end } = this.#views;
    if (!this.#contest) {
      this.#main.replaceChildren(el("header", { class: "beam-head" }, this.#title, this.#state, this.#bar), open, live, end);
      this.#learnHost();
    }
    this.#contest = contest;
    const { status, progress, title } = contest;
    document.title = word("projector.windowTitle", { title });
    this.#main.dataset.stage = status;
    this.#title.textContent = title;
    this.#state.textContent = stateText(contest);
    this.#bar.style.setProperty("--share", String(progress.total ? progress.played / progress.total : 0));
    open.hidden = status !== "open";
    end.hidden = !hasEnded(status);
    live.hidden = !open.hidden || !end.hidden;
    this.#code.textContent = contest.code;
    this.#code.style.setProperty("--signs", String(contest.code.length));
    this.#showGuests(contest);
    this.#live.show(contest);
    this.#final.show(contest);
    this.#podium.show(contest);
    if (this.#boards) this.#showBoards(this.#boards);
  }

  /** @param {Boards} boards */
  #showBoards(boards) {
    this.#boards = boards;
    if (!this.#contest) return;
    const { entrants, terms, status } = this.#contest;
    const game = this.#feature.choose(boards, performance.now());
    this.#game.show(game, entrants, { size: terms.variant.size, isPaused: status === "paused" });
    const others = boards.games.filter(({ number }) => number !== game?.number).slice(0, OTHERS);
    this.#others.show(others, entrants, terms.variant.size);
  }

  /** @param {Contest} contest */
  #showGuests({ entrants }) {
    putItems(this.#guests, entrants.slice(-GUESTS), {
      key: ({ name }) => name,
      face: ({ name, here }) => `${name} ${here}`,
      fill: (item, { name, here }) => {
        const lamp = el("span", { class: `lamp ${here === null ? "own" : here ? "on" : "off"}`, role: "img" });
        lamp.ariaLabel = word(here === null ? "contest.own" : here ? "contest.here" : "contest.away");
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
    this.#line.replaceChildren(...tokensOf(builtInLine(host, this.#contest?.code)));
  }

  #showGone() {
    this.#main.replaceChildren(el("p", { class: "panel gone" }, word("contest.gone")));
  }
}

/** @param {Contest} contest */
function stateText({ status, progress, entrants, terms }) {
  if (status === "open") return word("arena.entrants", { n: entrants.length });
  const round = roundText(terms, progress);
  const stage = status === "playing" ? "" : stageName(status);
  return [stage, round, progressText(progress)].filter(Boolean).join(" · ");
}

/**
 * @param {EventTarget} target
 * @param {string} name
 * @param {(detail: any) => void} listener
 */
function on(target, name, listener) {
  target.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));
}

new ProjectorPage(/** @type {HTMLElement} */ (document.getElementById("main")), decodeURIComponent(location.pathname.split("/")[2] ?? ""));
