// @ts-check
/**
 * Which moves were played in a position, how the games ended, and what the engine thinks of them.
 *
 * @import { Branch, Exploration, Tally, Values } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { squareName } from "../board/squares.js";
import { el } from "../dom.js";
import { word } from "../i18n.js";
import { discs, moveName } from "../study/values.js";
import { refill } from "./listing.js";

const HEADS = /** @type {const} */ (["explorer.move", "explorer.games", "explorer.results", "explorer.value"]);

/** @param {(square: string) => void} play */
export function explorer(play) {
  const title = el("h2", { id: "explorer-title" });
  const status = el("p", { class: "soft" });
  const note = el("p", { class: "soft", hidden: true }, word("explorer.filtered"));
  const whole = el("div", { class: "whole" });
  const body = el("tbody", {});
  const table = el(
    "table",
    { class: "branches" },
    el("caption", { class: "visually-hidden" }, word("explorer.caption")),
    el("thead", {}, el("tr", {}, ...HEADS.map((key) => el("th", { scope: "col" }, word(key))))),
    body,
  );
  const element = el(
    "section",
    { class: "panel explorer", "aria-labelledby": "explorer-title" },
    el("header", {}, title, status),
    note,
    whole,
    table,
  );
  let drawn = "";

  return { element, show };

  /**
   * @param {Exploration | null} found
   * @param {Values | null} values
   * @param {Notation} notation
   * @param {{ isFiltered: boolean }} how are there games that do not count?
   */
  function show(found, values, notation, { isFiltered }) {
    note.hidden = !found?.total.games || !isFiltered;
    const face = JSON.stringify([found, values?.moves.map(({ move, value, exact }) => [move, value, exact]), notation, isFiltered]);
    if (face === drawn) return;
    drawn = face;
    title.textContent = found?.opening ?? word("explorer.title");
    status.textContent = found ? gamesText(found.total.games, isFiltered) : "";
    whole.replaceChildren((found && bar(found.total)) ?? "");
    table.hidden = !found || found.moves.length === 0;
    refill(body, () => body.replaceChildren(...(found?.moves ?? []).map((branch) => row(branch, values, notation))));
  }

  /**
   * @param {Branch} branch
   * @param {Values | null} values
   * @param {Notation} notation
   */
  function row(branch, values, notation) {
    const name = moveName(branch.move, notation);
    const worth = values?.moves.find(({ move }) => move === branch.move);
    const value = worth ? `${discs(worth.value)}${worth.exact ? "✓" : "~"}` : branch.value != null ? discs(branch.value) : "";
    const said = word("explorer.play", { move: name });
    const go = el("button", { type: "button", class: "move", "aria-label": said, onclick: () => play(branch.move) }, name);
    const opening = branch.opening && el("span", { class: "soft opening-name" }, branch.opening);
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, go, same(branch.equivalentMoves ?? [], notation), opening),
      el("td", { class: "figure" }, branch.games.toLocaleString()),
      el("td", {}, bar(branch)),
      el("td", { class: "figure" }, value),
    );
  }
}

/**
 * @param {number} games
 * @param {boolean} isFiltered
 */
function gamesText(games, isFiltered) {
  if (games) return word("archive.count", { n: games.toLocaleString() });
  return word(isFiltered ? "explorer.noneFiltered" : "explorer.none");
}

/**
 * @param {string[]} squares
 * @param {Notation} notation
 */
function same(squares, notation) {
  if (squares.length === 0) return null;
  const names = squares.map((square) => squareName(square, notation)).join(" ");
  return el("span", { class: "soft same", title: word("explorer.same") }, ` = ${names}`);
}

/** Who won how many of them: the lengths of a bar, and in words. @param {Tally} tally */
function bar({ games, black, draws, white }) {
  if (games === 0) return null;
  const share = (/** @type {number} */ part) => Math.round((100 * part) / (games || 1));
  const said = word("explorer.bar", { black: share(black), draws: share(draws), white: share(white) });
  const parts = /** @type {const} */ ([["black", black], ["draws", draws], ["white", white]]);
  const row = el("span", { class: "result-bar", role: "img", "aria-label": said, title: said });
  for (const [kind, count] of parts) {
    if (!count) continue;
    const piece = el("span", { class: kind }, share(count) >= 15 ? `${share(count)}%` : "");
    piece.style.flexGrow = String(count);
    row.append(piece);
  }
  return row;
}
