// @ts-check
/** The arena page: connected bots, tournaments, bot games, and how to connect a bot. */

import "../board/board.js";
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { options } from "../net/api.js";
import { botList } from "../parts/bot-list.js";
import { connectLines } from "../parts/connect-card.js";
import { gameList } from "../parts/game-list.js";
import { toastError } from "../parts/notices.js";
import "../parts/site-header.js";
import { tournamentList } from "../parts/tournament-list.js";

document.title = word("arena.windowTitle");
/** @type {HTMLElement} */ (document.getElementById("main")).append(
  el("header", { class: "heading" }, el("h1", {}, word("arena.title")), el("p", { class: "soft" }, word("arena.text"))),
  el("div", { class: "halves" }, botList({ challenge }), bring()),
  tournamentList({ create }),
  gamesOfBots(),
);

function bring() {
  return el(
    "section",
    { class: "panel bring", "aria-labelledby": "bring-title" },
    el("header", {}, el("h2", { id: "bring-title" }, word("connect.title"))),
    el("p", { class: "soft" }, word("connect.text")),
    connectLines(),
  );
}

function create() {
  open(async (offered) => (await import("../parts/tournament-dialog.js")).openNewTournament(offered));
}

function gamesOfBots() {
  return gameList({
    filter: "running",
    keep: ({ seats, tournament }) => !tournament && [seats.black, seats.white].some(({ kind }) => kind === "network"),
    title: word("arena.games"),
    empty: word("arena.noGames"),
    link: "watch",
  });
}

/**
 * @param {import("../net/arena.js").ConnectedBot} bot
 * @param {import("../net/arena.js").ConnectedBot[]} all
 */
function challenge(bot, all) {
  open(async (offered) => (await import("../parts/challenge-dialog.js")).openChallenge(bot, all, offered));
}

/**
 * Opens a dialog that is loaded when it is needed.
 *
 * @param {(offered: import("../net/api.js").Options) => Promise<void>} show
 */
async function open(show) {
  try {
    const offered = await options();
    if (!document.querySelector("dialog[open]")) await show(offered);
  } catch (error) {
    toastError(error);
  }
}
