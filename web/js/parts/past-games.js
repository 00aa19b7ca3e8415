// @ts-check
/**
 * Games of the archive that were found, page by page.
 *
 * @import { Past, Subject } from "../study/wire.js"
 * @import { Filters } from "../net/archive.js"
 */
import { el } from "../dom.js";
import { recordedName } from "../game/players.js";
import { colorName } from "../game/speech.js";
import { exportUrl, pastGames } from "../net/archive.js";
import { word } from "../words.js";
import { announce } from "./announcer.js";
import { icon } from "./icons.js";

/** What a selection can be taken home as. */
const FORMATS = /** @type {const} */ ([
  ["ggf", "GGF"],
  ["sgf", "SGF"],
  ["pgn", "PGN"],
  ["wthor", "WTHOR"],
  ["json", "JSON"],
  ["transcript", ""],
]);

export class PastGames {
  #count = el("p", { class: "soft" });
  #list = el("ul", { class: "past-games" });
  #more = el("button", { type: "button", class: "button", hidden: true, onclick: () => this.#load() }, word("home.more"));
  #format = el("select", { class: "field", "aria-label": word("archive.format") }, ...FORMATS.map(format));
  #export = el("a", { class: "button", download: true }, icon("download"), word("archive.export"));
  element = el(
    "section",
    { class: "panel found-past", "aria-labelledby": "past-title" },
    el(
      "header",
      {},
      el("h2", { id: "past-title" }, word("archive.games")),
      this.#count,
      el("div", { class: "button-row export" }, this.#format, this.#export),
    ),
    this.#list,
    this.#more,
  );
  /** @type {{ filters: Filters, subject: Subject }} */
  #search = { filters: {}, subject: {} };
  /** @type {string | null} */
  #next = null;
  /** Answers to older questions are not wanted. */
  #question = 0;

  constructor() {
    this.#format.addEventListener("change", () => this.#drawExport());
  }

  /**
   * @param {Filters} filters
   * @param {Subject} subject
   * @param {{ isSaid?: boolean }} [how] is it said how many there are?
   */
  async search(filters, subject, { isSaid = false } = {}) {
    this.#search = { filters, subject };
    this.#next = null;
    this.#drawExport();
    await this.#load(true);
    if (isSaid) announce(this.#count.textContent ?? "");
  }

  /** @param {boolean} [isNew] */
  async #load(isNew = false) {
    this.#question += 1;
    const question = this.#question;
    this.#list.ariaBusy = "true";
    try {
      const { games, next, total } = await pastGames(this.#search.filters, this.#search.subject, { cursor: isNew ? null : this.#next });
      if (question !== this.#question) return;
      const items = games.map(item);
      if (isNew) this.#list.replaceChildren(...items);
      else this.#list.append(...items);
      if (!isNew) items[0]?.querySelector("a")?.focus();
      this.#next = next;
      this.#more.hidden = next === null;
      this.#count.textContent = total ? word("archive.count", { n: total.toLocaleString() }) : word("archive.none");
    } catch (error) {
      if (question === this.#question) this.#count.textContent = error instanceof Error ? error.message : word("wentWrong");
    }
    this.#list.ariaBusy = null;
  }

  #drawExport() {
    this.#export.href = exportUrl(this.#search.filters, this.#search.subject, this.#format.value);
  }
}

/** @param {typeof FORMATS[number]} format */
function format([value, label]) {
  return el("option", { value }, label || word("share.transcript"));
}

/** @param {Past} past */
function item(past) {
  const { id, black, white, result, opening, date, event, game, plies, ply } = past;
  const href = `/analyse?${new URLSearchParams({ archive: String(id) })}${ply ? `#${ply}` : ""}`;
  // Games of this server have it for their event.
  const facts = [opening, game ? null : event, date, word("open.moves", { n: plies })].filter(Boolean).join(" · ");
  return el(
    "li",
    {},
    el(
      "a",
      { class: "past", href },
      player("black", black, result?.black, result?.winner === "black"),
      player("white", white, result?.white, result?.winner === "white"),
      el("span", { class: "soft facts" }, facts),
    ),
    game && el("a", { class: "here", href: `/watch/${encodeURIComponent(game)}` }, word("archive.playedHere")),
  );
}

/**
 * @param {import("../wire.js").Color} color
 * @param {string | null} name
 * @param {number | null | undefined} count
 * @param {boolean} won
 */
function player(color, name, count, won) {
  return el(
    "span",
    { class: won ? "who won" : "who" },
    el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": colorName(color) }),
    el("span", { class: "name" }, name ? recordedName(name) : word("player.guest")),
    el("span", { class: "count" }, count ?? ""),
  );
}
