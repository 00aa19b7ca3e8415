// @ts-check
/** The first page: play at once, choose a game, go on with one, watch one. */

import "../board/board.js";
import { el } from "../dom.js";
import { createGame, options } from "../net/api.js";
import { openComputers } from "../parts/computers-dialog.js";
import { gameList } from "../parts/game-list.js";
import { icon } from "../parts/icons.js";
import { openNewGame } from "../parts/new-game-dialog.js";
import "../parts/site-header.js";
import { word } from "../words.js";

/** What the board of the first page shows: black to move, four squares to choose from. */
const START = { size: 8, board: `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)}`, last: null };

document.title = word("home.title");
/** @type {HTMLElement} */ (document.getElementById("main")).append(welcome(), lists(), rules());

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
        el("button", { class: "button", type: "button", onclick: () => ask(openComputers) }, icon("eye"), word("home.watchComputers")),
      ),
      el("p", { class: "note", role: "status", id: "notice" }),
    ),
    picture(),
  );
}

function playNow() {
  const button = el("button", { class: "button primary play-now", type: "button" }, icon("play"), word("home.playNow"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      location.assign((await createGame({})).url);
    } catch (error) {
      notice(error);
      button.disabled = false;
    }
  });
  return button;
}

function picture() {
  const board = /** @type {import("../board/board.js").ReversiBoard} */ (document.createElement("reversi-board"));
  board.setAttribute("mini", "");
  board.show(START);
  return el("div", { class: "picture", "aria-hidden": "true" }, board);
}

function lists() {
  return el(
    "div",
    { class: "lists" },
    gameList({ filter: "mine", title: word("home.mine"), empty: word("home.mineEmpty"), link: "game" }),
    gameList({ filter: "running", title: word("home.running"), empty: word("home.runningEmpty"), link: "watch" }),
    gameList({ filter: "finished", title: word("home.finished"), empty: word("home.finishedEmpty"), link: "watch" }),
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
