// @ts-check
/** The home page: play now, start, continue or watch a game. */

import "../board/board.js";
import { el, on, whenLoaded } from "../dom.js";
import { word } from "../i18n.js";
import { options } from "../net/api.js";
import { gameList } from "../parts/game-list.js";
import { icon } from "../parts/icons.js";
import { goesByKeys, isFocusLost } from "../parts/modality.js";
import { openComputers, openNewGame } from "../parts/new-game-dialog.js";
import { fetchGameAhead } from "../parts/prefetch.js";
import "../parts/site-header.js";
import { address, hasServer } from "../place.js";

/**
 * The board of the home page: pressing a legal square starts a game with that move. The flips are
 * written here because there is no game yet that the server could describe.
 */
const START = {
  size: 8,
  board: `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)}`,
  legal: [
    { square: "d3", flips: ["d4"] },
    { square: "c4", flips: ["d4"] },
    { square: "f5", flips: ["e5"] },
    { square: "e6", flips: ["e5"] },
  ],
  turn: /** @type {const} */ ("black"),
  playable: true,
  coordinates: false,
};

document.title = word("home.title");
/** @type {HTMLElement} */ (document.getElementById("main")).append(welcome(), lists(), rules());
fetchGameAhead();
whenLoaded(async () => (await import("../net/offer.js")).offerKept());
// A keyboard user who returns from a game keeps a focus.
if (goesByKeys() && isFocusLost()) /** @type {HTMLElement | null} */ (document.querySelector(".play-now"))?.focus();

function welcome() {
  return el(
    "section",
    { class: "welcome", "aria-labelledby": "tagline" },
    el(
      "div",
      { class: "invitation" },
      el("h1", { id: "tagline" }, word("tagline")),
      el("p", { class: "soft" }, word("home.playNowHint")),
      playNow(),
      el(
        "div",
        { class: "ways" },
        el("button", { class: "button", type: "button", onclick: () => ask(openNewGame) }, word("home.newGame")),
        hasServer && el("button", { class: "button", type: "button", onclick: () => ask(openComputers) }, icon("eye"), word("home.watchComputers")),
        el("a", { class: "button", href: address("/analyse") }, icon("graph"), word("home.analyse")),
        hasServer && el("a", { class: "button", href: "/arena" }, icon("cup"), word("home.arena")),
      ),
      el("p", { class: "note", role: "status", id: "notice" }),
      !hasServer && siteNote(),
    ),
    firstMove(),
  );
}

/** Says what a static site lacks, and where it is. */
function siteNote() {
  const server = document.documentElement.dataset.site;
  return el("p", { class: "soft site-note" }, word("site.note"), server && " ", server && el("a", { href: server }, word("site.server")));
}

function playNow() {
  const button = el("button", { class: "button primary play-now", type: "button" }, icon("play"), word("home.playNow"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    await begin({});
    button.disabled = false;
  });
  return button;
}

function firstMove() {
  const board = /** @type {import("../board/board.js").ReversiBoard} */ (document.createElement("reversi-board"));
  board.show(START);
  on(board, "play", async ({ square }) => {
    board.show({ ...START, playable: false, legal: START.legal.filter((move) => move.square === square) });
    await begin({ from: square });
    board.show(START);
  });
  on(board, "refuse", ({ square }) => board.refuse(square));
  return el("div", { class: "first-move" }, board);
}

/**
 * Opens a new game; returns only if that fails.
 *
 * @param {import("../net/api.js").NewGame} request
 */
async function begin(request) {
  try {
    const { beginGame } = await import("../game/begin.js");
    location.assign((await beginGame(request)).url);
    await new Promise((resolve) => addEventListener("pageshow", resolve, { once: true }));
  } catch (error) {
    notice(error);
  }
}

function lists() {
  return el(
    "div",
    { class: "lists" },
    gameList({ filter: "unfinished", title: word("home.mine"), empty: word("home.mineEmpty"), link: "game" }),
    ...(hasServer ? [gameList({ filter: "others", title: word("home.running"), link: "watch" })] : []),
    gameList({ filter: "finished", title: word("home.finished"), link: "watch" }),
  );
}

function rules() {
  const steps = /** @type {const} */ (["home.rulesText.1", "home.rulesText.2", "home.rulesText.3"]);
  return el(
    "section",
    { class: "rules", "aria-labelledby": "rules" },
    el("h2", { id: "rules" }, word("home.rules")),
    el("ol", {}, ...steps.map((step) => el("li", {}, word(step)))),
    el("p", { class: "soft" }, word("home.noAccount")),
  );
}

/**
 * Opens a dialog that needs to know what there is to choose from.
 *
 * @param {(offered: import("../net/api.js").Options) => void} open
 */
async function ask(open) {
  try {
    open(await options());
  } catch (error) {
    notice(error);
  }
}

/** @param {unknown} error */
function notice(error) {
  const place = /** @type {HTMLElement} */ (document.getElementById("notice"));
  place.textContent = error instanceof Error ? error.message : word("wentWrong");
}
