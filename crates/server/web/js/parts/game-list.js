// @ts-check
/**
 * A list of games as cards with small boards, refreshed while the page is visible.
 *
 * @typedef {import("../net/api.js").Listed} Listed
 * @typedef {object} Plan
 * @property {"unfinished" | "others" | "finished" | "running"} filter `unfinished`: the user's games to resume; `others`: games to watch
 * @property {(game: Listed) => boolean} [keep] which of them
 * @property {string} title
 * @property {string} [empty] text for an empty list; without it an empty list is hidden
 * @property {"game" | "watch"} link
 */

import { el } from "../dom.js";
import { playerName } from "../game/players.js";
import { colorName, outcomeShort } from "../game/speech.js";
import { word } from "../i18n.js";
import { REFUSED, allKept } from "../game/kept.js";
import { games } from "../net/api.js";
import { gameUrl, hasServer, isLocal } from "../place.js";
import { LIST_REFRESH } from "../timing.js";

const PAGE = 6;
/** The most that a list asks for. */
const MOST = 100;

/** @param {Plan} plan */
export function gameList(plan) {
  const list = el("ul", { class: "games" });
  const note = el("p", { class: "soft" }, word("home.loading"));
  const more = el("button", { class: "button", type: "button", hidden: true }, word("home.more"));
  const section = el(
    "section",
    { "aria-label": plan.title, class: `game-list ${plan.filter}` },
    el("h2", {}, plan.title),
    note,
    list,
    more,
  );
  let shown = PAGE;

  async function refresh() {
    try {
      const { found, hasMore } = await find(plan, shown);
      update(list, found, plan);
      more.hidden = !hasMore || shown >= MOST;
      note.textContent = found.length ? "" : (plan.empty ?? "");
      section.hidden = !found.length && !plan.empty;
    } catch {
      if (!list.childElementCount) note.textContent = word("home.failed");
    }
    note.hidden = !note.textContent;
  }

  more.addEventListener("click", () => {
    shown = Math.min(shown + 2 * PAGE, MOST);
    refresh();
  });
  refresh();
  setInterval(() => document.visibilityState === "visible" && refresh(), LIST_REFRESH);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
  addEventListener("pageshow", (event) => event.persisted && refresh());
  return section;
}

/**
 * @param {Plan} plan
 * @param {number} shown
 */
async function find({ filter, keep }, shown) {
  const here = ofThisBrowser(filter);
  const { games: others, nextCursor } = await ofServer(filter, keep ? MOST : shown, here.length > 0);
  const found = [...here, ...others].sort((one, other) => other.updated - one.updated).slice(0, keep ? MOST : shown);
  if (!keep) return { found, hasMore: nextCursor !== null || found.length < here.length + others.length };
  const kept = found.filter(keep);
  return { found: kept.slice(0, shown), hasMore: kept.length > shown };
}

/**
 * The games that only this browser has.
 *
 * @param {Plan["filter"]} filter
 * @returns {Listed[]}
 */
function ofThisBrowser(filter) {
  const isOver = filter === "finished";
  if (!isOver && filter !== "unfinished") return [];
  const faces = allKept().flatMap(({ face, stored }) => (face && (stored === null || stored.startsWith(REFUSED)) ? [face] : []));
  return faces.filter(({ status }) => (status === "over") === isOver);
}

/**
 * @param {Plan["filter"]} filter
 * @param {number} limit
 * @param {boolean} isEnough whether there is something to show without the server
 */
async function ofServer(filter, limit, isEnough) {
  const none = { games: /** @type {Listed[]} */ ([]), nextCursor: null };
  if (!hasServer) return none;
  try {
    return await games(filter, limit);
  } catch (error) {
    if (isEnough) return none;
    throw error;
  }
}

/**
 * Cards of games that did not change stay where they are, so that nothing jumps and the focus is kept.
 *
 * @param {HTMLUListElement} list
 * @param {Listed[]} found
 * @param {Plan} plan
 */
function update(list, found, plan) {
  const old = new Map([...list.children].map((item) => [/** @type {HTMLElement} */ (item).dataset.id, item]));
  const items = found.map((game) => fresh(old.get(game.id), game, plan));
  const isSame = items.length === list.children.length && items.every((item, place) => item === list.children[place]);
  if (!isSame) list.replaceChildren(...items);
}

/**
 * @param {Element | undefined} item
 * @param {Listed} game
 * @param {Plan} plan
 */
function fresh(item, game, plan) {
  const face = [game.ply, game.status, game.waitingForStart, game.board, game.seats.black.taken, game.seats.white.taken].join();
  if (!(item instanceof HTMLElement)) item = el("li", { "data-id": game.id });
  const place = /** @type {HTMLElement} */ (item);
  if (place.dataset.face === face) return place;
  place.dataset.face = face;
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(card(game, plan));
  if (hadFocus) place.querySelector("a")?.focus();
  return place;
}

/**
 * @param {Listed} game
 * @param {Plan} plan
 */
function card(game, { link }) {
  const board = /** @type {import("../board/board.js").ReversiBoard} */ (document.createElement("reversi-board"));
  board.setAttribute("mini", "");
  board.show({ size: game.variant.size, board: game.board, last: game.last });
  const players = el("span", { class: "players" }, side(game, "black"), side(game, "white"));
  const verb = word(link === "game" ? "home.continueGame" : "home.watchGame");
  return el(
    "a",
    { class: "panel card", href: isLocal(game.id) || link === "game" ? gameUrl(game.id) : `/watch/${game.id}` },
    el("span", { class: "visually-hidden" }, verb),
    board,
    el("span", { class: "facts" }, players, pill(game)),
  );
}

/**
 * @param {Listed} game
 * @param {import("../wire.js").Color} color
 */
function side({ seats, counts, yours, result }, color) {
  const seat = seats[color];
  const isShared = yours.length === 2 && !seat.name;
  const name = isShared ? colorName(color) : playerName(seat, { you: yours.includes(color) });
  const won = result?.winner === color;
  return el(
    "span",
    { class: won ? "side won" : "side" },
    el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": word(`color.${color}`) }),
    el("span", { class: "name" }, name),
    el("span", { class: "count", "aria-hidden": "true" }, counts[color]),
    el("span", { class: "visually-hidden" }, word("play.discCount", { n: counts[color] })),
  );
}

/** @param {Listed} game */
function pill(game) {
  const { text, kind } = standing(game);
  return el("span", { class: `pill ${kind}` }, text);
}

/** @param {Listed} game */
function standing({ status, turn, yours, ply, result, variant, waitingForStart }) {
  if (status === "open") return { text: word("home.waiting"), kind: "waiting" };
  if (status === "over") return { text: outcomeShort(result, variant), kind: "over" };
  if (waitingForStart) return { text: word("home.held"), kind: "turn" };
  if (yours.length === 2) return { text: word("home.oneScreen"), kind: "turn" };
  if (turn && yours.includes(turn)) return { text: word("home.yourTurn"), kind: "turn" };
  if (yours.length) return { text: word("home.theirTurn"), kind: "waiting" };
  return { text: word("home.ply", { n: ply }), kind: "live" };
}
