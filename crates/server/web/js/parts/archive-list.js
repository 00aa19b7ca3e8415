// @ts-check
/**
 * The list of found games, page by page.
 *
 * @import { Past, Subject } from "../study/wire.js"
 * @import { Filters } from "../net/archive.js"
 */
import { el } from "../dom.js";
import { recordedName } from "../game/players.js";
import { colorName } from "../game/speech.js";
import { word } from "../i18n.js";
import { exportUrl, pastGames } from "../net/archive.js";
import { icon } from "./icons.js";
import { announce } from "./notices.js";

/** Export formats. */
const FORMATS = /** @type {const} */ ([
  ["ggf", "GGF"],
  ["sgf", "SGF"],
  ["pgn", "PGN"],
  ["wthor", "WTHOR"],
  ["json", "JSON"],
  ["transcript", ""],
]);

export function archiveList() {
  const count = el("p", { class: "soft" });
  const list = el("ul", { class: "past-games" });
  const more = el("button", { type: "button", class: "button", hidden: true, onclick: () => load() }, word("home.more"));
  const format = el("select", { class: "field", "aria-label": word("archive.format") }, ...FORMATS.map(formatOption));
  const download = el("a", { class: "button", download: true }, icon("download"), word("archive.export"));
  const element = el(
    "section",
    { class: "panel found-past", "aria-labelledby": "past-title" },
    el(
      "header",
      {},
      el("h2", { id: "past-title" }, word("archive.games")),
      count,
      el("div", { class: "button-row export" }, format, download),
    ),
    list,
    more,
  );
  /** @type {{ filters: Filters, subject: Subject }} */
  let wanted = { filters: {}, subject: {} };
  /** @type {string | null} */
  let cursor = null;
  /** Replies to older requests are ignored. */
  let asked = 0;

  format.addEventListener("change", drawExport);

  return { element, search };

  /**
   * @param {Filters} filters
   * @param {Subject} subject
   * @param {{ isSaid?: boolean }} [how] is it said how many there are?
   */
  async function search(filters, subject, { isSaid = false } = {}) {
    wanted = { filters, subject };
    cursor = null;
    drawExport();
    await load(true);
    if (isSaid) announce(count.textContent ?? "");
  }

  /** @param {boolean} [isNew] */
  async function load(isNew = false) {
    asked += 1;
    const question = asked;
    list.ariaBusy = "true";
    try {
      const { games, nextCursor, total } = await pastGames(wanted.filters, wanted.subject, { cursor: isNew ? null : cursor });
      if (question !== asked) return;
      const items = games.map(item);
      if (isNew) list.replaceChildren(...items);
      else list.append(...items);
      if (!isNew) items[0]?.querySelector("a")?.focus();
      cursor = nextCursor;
      more.hidden = nextCursor === null;
      count.textContent = total ? word("archive.count", { n: total.toLocaleString() }) : word("archive.none");
    } catch (error) {
      if (question === asked) count.textContent = error instanceof Error ? error.message : word("wentWrong");
    }
    list.ariaBusy = null;
  }

  function drawExport() {
    download.href = exportUrl(wanted.filters, wanted.subject, format.value);
  }
}

/** @param {typeof FORMATS[number]} format */
function formatOption([value, label]) {
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
    el("span", { class: "name" }, recordedName(name || "Guest")),
    el("span", { class: "count" }, count ?? ""),
  );
}
