// @ts-check
/**
 * The games that are being played, as small boards that follow them.
 *
 * @typedef {import("../tournament-types.js").Mini} Mini
 * @typedef {import("../tournament-types.js").Entrant} Entrant
 */
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { putItems } from "./listing.js";

/** @param {{ link?: boolean }} [how] whether each leads to the page where it is watched */
export function miniBoards({ link = true } = {}) {
  const list = el("ul", { class: "mini-boards" });
  return {
    element: list,
    /**
     * @param {Mini[]} games
     * @param {Entrant[]} entrants
     * @param {number} size of their boards
     */
    show(games, entrants, size) {
      putItems(list, games, {
        key: ({ number }) => String(number),
        face: ({ version, black, white }) => [version, entrants[black]?.name, entrants[white]?.name].join("\n"),
        fill: (item, game) => put(item, game, entrants, { size, link }),
      });
    },
  };
}

/**
 * @param {HTMLElement} item
 * @param {Mini} game
 * @param {Entrant[]} entrants
 * @param {{ size: number, link: boolean }} how
 */
function put(item, game, entrants, { size, link }) {
  const board = /** @type {import("../board/board.js").ReversiBoard} */ (document.createElement("reversi-board"));
  board.setAttribute("mini", "");
  board.show({ size, board: game.board, last: game.last });
  const names = { black: entrants[game.black]?.name ?? "", white: entrants[game.white]?.name ?? "" };
  const { black, white } = game.counts;
  const spoken = word("tournament.boardName", { ...names, blackCount: black, whiteCount: white, n: game.ply });
  const lines = /** @type {const} */ (["black", "white"]).map((color) => side(game, color, names[color]));
  const face = [board, el("span", { class: "players", "aria-hidden": "true" }, ...lines), el("span", { class: "visually-hidden" }, spoken)];
  item.replaceChildren(link ? el("a", { class: "mini-game", href: `/watch/${game.game}` }, ...face) : el("div", { class: "mini-game" }, ...face));
}

/**
 * @param {Mini} game
 * @param {import("../wire.js").Color} color
 * @param {string} name
 */
function side({ counts, turn, winner }, color, name) {
  const kind = ["side", turn === color && "to-move", winner === color && "won"].filter(Boolean).join(" ");
  return el("span", { class: kind }, el("span", { class: `disc-sign ${color}` }), el("span", { class: "name" }, name), el("span", { class: "count" }, counts[color]));
}
