// @ts-check
/**
 * The page for the owner of a bot. The token is in the fragment, which browsers never send;
 * requests that need it carry it as a bearer token.
 *
 * @typedef {import("../wire.js").State} State
 * @typedef {import("../net/arena.js").OwnBot} OwnBot
 * @typedef {import("../net/arena.js").OwnGame} OwnGame
 */
import "../board/board.js";
import { el, on } from "../dom.js";
import { opponent } from "../game/color.js";
import { boardAt } from "../game/fold.js";
import { playerName } from "../game/players.js";
import { colorName } from "../game/speech.js";
import { word } from "../i18n.js";
import { ApiError, game as gameOf } from "../net/api.js";
import { ownBot, traffic } from "../net/arena.js";
import { Link } from "../net/socket.js";
import { putItems } from "../parts/listing.js";
import { moveList } from "../parts/move-list.js";
import { playerLine } from "../parts/player-line.js";
import { keepFresh } from "../parts/polling.js";
import "../parts/site-header.js";
import { stepBar } from "../parts/step-bar.js";
import { thoughtPanel } from "../parts/thoughts.js";
import { trafficLog } from "../parts/traffic-log.js";
import { settings } from "../settings.js";
import { OWN_BOT_REFRESH } from "../timing.js";

class BotPage {
  #main;
  #token;
  #name = el("h1");
  #lamp = el("span", { class: "lamp", "aria-hidden": "true" });
  #standing = el("span", { class: "soft", role: "status" });
  #games = el("ul", { class: "own-games" });
  #noGames = el("p", { class: "soft" }, word("bot.noGames"));
  #board = /** @type {import("../board/board.js").ReversiBoard} */ (document.createElement("reversi-board"));
  #black = playerLine("black");
  #white = playerLine("white");
  #steps = stepBar((ply) => this.#look(ply));
  #moves = moveList((ply) => this.#look(ply));
  #watch = el("a", { class: "button" }, word("bot.toWatch"));
  #thoughts = thoughtPanel();
  #log = trafficLog({ title: word("bot.traffic"), refresh: () => this.#loadTraffic() });
  #outside = trafficLog({ title: word("bot.outside") });
  #box = el("div", { class: "glass", hidden: true });
  /** The opponent's name by game. @type {Map<string, string>} */
  #opponents = new Map();
  /** @type {OwnBot | null} */
  #bot = null;
  /** The chosen game. @type {OwnGame | null} */
  #chosen = null;
  /** @type {Link | null} */
  #link = null;
  /** @type {State | null} */
  #state = null;
  /** The turns on the board; the newest while it is null. @type {number | null} */
  #ply = null;
  /** The version of the game whose thoughts are loaded. */
  #thoughtOf = -1;

  /**
   * @param {HTMLElement} main
   * @param {string} token
   */
  constructor(main, token) {
    this.#main = main;
    this.#token = token;
    this.#build();
    settings.onChange(() => this.#draw());
    keepFresh(() => this.#refresh(), OWN_BOT_REFRESH);
  }

  #build() {
    const table = el("div", { class: "glass-table" }, this.#white.element, this.#board, this.#black.element, el("div", { class: "glass-steps" }, this.#steps.element, this.#watch));
    const record = el("section", { class: "panel record" }, el("header", {}, el("h2", {}, word("play.moves"))), this.#moves.element);
    this.#box.append(table, el("div", { class: "glass-side" }, this.#thoughts.element, el("p", { class: "soft only" }, word("bot.only")), record), this.#log.element);
    this.#thoughts.element.hidden = false;
  }

  async #refresh() {
    try {
      const bot = await ownBot(this.#token);
      const isFirst = this.#bot === null;
      this.#bot = bot;
      if (isFirst) this.#enter();
      this.#showBot(bot);
      this.#choose(bot);
      if (this.#chosen?.playing) this.#loadTraffic();
      this.#nameOpponents(bot);
    } catch (error) {
      const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 401);
      if (isUnknown && !this.#bot) return say(this.#main, word("bot.unknown"));
      // The server forgets a disconnected bot without games.
      this.#lamp.className = "lamp off";
      this.#standing.textContent = !isUnknown && error instanceof Error ? error.message : word("bot.lost");
    }
  }

  #enter() {
    const list = el("section", { class: "panel", "aria-labelledby": "games-title" }, el("header", {}, el("h2", { id: "games-title" }, word("bot.games"))), this.#noGames, this.#games);
    this.#main.replaceChildren(el("header", { class: "bot-head" }, this.#name, el("p", {}, this.#lamp, " ", this.#standing)), list, this.#box, this.#outside.element);
  }

  /** @param {OwnBot} bot */
  #showBot({ name, connected, games, log }) {
    document.title = word("bot.windowTitle", { name });
    this.#name.textContent = name;
    this.#lamp.className = `lamp ${connected ? "on" : "off"}`;
    this.#standing.textContent = word(connected ? "bot.connected" : "bot.lost");
    this.#noGames.hidden = games.length > 0;
    this.#outside.show(log);
    this.#listGames(games);
  }

  /** @param {OwnGame[]} games */
  #listGames(games) {
    putItems(this.#games, games, {
      key: ({ id, color }) => `${id} ${color}`,
      face: (game) => JSON.stringify([game, this.#opponents.get(game.id), this.#isChosen(game)]),
      fill: (item, game) => item.replaceChildren(this.#gameButton(game)),
    });
  }

  /** @param {OwnGame} game */
  #gameButton(game) {
    const name = this.#opponents.get(game.id) ?? "…";
    const button = el(
      "button",
      { class: "own-game", type: "button", "aria-pressed": String(this.#isChosen(game)), onclick: () => this.#open(game) },
      el("span", { class: `disc-sign ${game.color}`, "aria-hidden": "true" }),
      el("span", { class: "who" }, word("bot.as", { color: colorName(game.color), name })),
      el("span", { class: game.playing ? "pill live" : "pill" }, word(game.playing ? "bot.playing" : "bot.played")),
    );
    return button;
  }

  /** @param {OwnGame} game */
  #isChosen({ id, color }) {
    return this.#chosen?.id === id && this.#chosen.color === color;
  }

  /** Opens the running game if none is chosen. @param {OwnBot} bot */
  #choose({ games }) {
    const same = games.find((game) => this.#isChosen(game));
    if (same) {
      const hasEnded = this.#chosen?.playing && !same.playing;
      this.#chosen = same;
      if (hasEnded) this.#loadTraffic();
    } else if (games.length) this.#open(games[0]);
  }

  /** @param {OwnGame} game */
  #open(game) {
    this.#chosen = game;
    this.#state = this.#ply = null;
    this.#thoughtOf = -1;
    this.#thoughts.forget();
    this.#box.hidden = false;
    this.#watch.href = `/watch/${game.id}`;
    this.#link?.close();
    this.#link = new Link(game.id);
    on(this.#link, "state", ({ state }) => this.#follow(state));
    this.#log.show("");
    this.#loadTraffic();
    if (this.#bot) this.#listGames(this.#bot.games);
  }

  /** @param {State} state */
  #follow(state) {
    if (state.id !== this.#chosen?.id) return;
    const hasEnded = this.#state !== null && this.#state.status !== "over" && state.status === "over";
    this.#state = state;
    this.#loadThoughts(state);
    this.#draw();
    if (hasEnded) this.#loadTraffic();
  }

  /** The thoughts arrive with the move; load them after it. @param {State} state */
  async #loadThoughts({ id, moves, version }) {
    if (this.#thoughtOf === version) return;
    this.#thoughtOf = version;
    const own = moves.findLast(({ color }) => color === this.#chosen?.color);
    if (!own && moves.length > 0) return;
    await this.#thoughts.load(id, this.#token).catch(() => {});
    this.#thoughts.element.hidden = false;
    if (id === this.#chosen?.id) this.#draw();
  }

  async #loadTraffic() {
    const { id } = this.#chosen ?? {};
    if (!id) return;
    try {
      const text = await traffic(id, this.#token);
      if (id === this.#chosen?.id) this.#log.show(text);
    } catch {
      // It is asked for again.
    }
  }

  /** @param {OwnBot} bot */
  async #nameOpponents({ games }) {
    for (const { id, color } of games.filter((game) => !this.#opponents.has(game.id)).slice(0, 12)) {
      try {
        this.#opponents.set(id, playerName((await gameOf(id)).seats[opponent(color)]));
      } catch {
        this.#opponents.set(id, "–");
      }
    }
    if (this.#bot) this.#listGames(this.#bot.games);
  }

  /** @param {number} ply */
  #look(ply) {
    const plies = this.#state?.moves.length ?? 0;
    this.#ply = ply >= plies ? null : Math.max(0, ply);
    this.#draw();
  }

  #draw() {
    const state = this.#state;
    if (!state) return;
    const notation = settings.value("notation");
    const plies = state.moves.length;
    const ply = this.#shownPly(state);
    const { board, last, counts } = boardAt(state, ply);
    const move = state.moves[ply - 1];
    const turn = ply === plies ? state.turn : state.moves[ply].color;
    this.#black.show(state, counts.black, turn === "black");
    this.#white.show(state, counts.white, turn === "white");
    const values = this.#thoughts.valuesAt(ply, last ?? "");
    this.#board.show({ size: state.variant.size, board, last, values, notation, coordinates: settings.value("coordinates") });
    this.#moves.show(state.moves, ply, notation);
    this.#steps.show(ply, plies);
    this.#thoughts.show(ply, notation, move ? { move: move.move, name: playerName(state.seats[move.color]) } : null);
  }

  /** During the game, the bot's last move: thoughts exist for that. @param {State} state */
  #shownPly({ moves, status }) {
    if (this.#ply !== null) return this.#ply;
    if (status === "over") return moves.length;
    return moves.findLast(({ color }) => color === this.#chosen?.color)?.ply ?? moves.length;
  }
}

/**
 * The one thing on the page.
 *
 * @param {HTMLElement} main
 * @param {string} text
 */
function say(main, text) {
  main.replaceChildren(el("section", { class: "panel gone" }, el("p", {}, text), el("a", { class: "button primary", href: "/arena" }, word("tournament.toArena"))));
}

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const token = location.hash.slice(1);
document.title = word("bot.windowTitle", { name: word("bot.title") });
addEventListener("hashchange", () => location.reload());
if (/^[0-9a-f]{64}$/i.test(token)) new BotPage(main, token);
else say(main, word("bot.noToken"));
