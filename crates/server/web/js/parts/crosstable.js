// @ts-check
/**
 * The crosstable. Drawn only while it is open, because it has many cells.
 *
 * @typedef {import("../tournament-types.js").Tournament} Tournament
 */
import { el } from "../dom.js";
import { pointsText } from "../game/tournament-text.js";
import { word } from "../i18n.js";

/** More than this many are opened by hand. */
const OPEN_UP_TO = 16;

export function crosstable() {
  const place = el("div", { class: "cross-scroll", tabindex: 0, role: "region", "aria-label": word("tournament.crosstable") });
  const details = el("details", { class: "panel fold" }, el("summary", {}, el("h2", {}, word("tournament.crosstable"))), place);
  /** @type {Tournament | null} */
  let newest = null;
  let face = "";
  let isFirst = true;
  const draw = () => {
    if (!newest || !details.open) return;
    const { crosstable: cells, standings, entrants } = newest;
    const names = standings.map(({ entrant }) => entrants[entrant].name);
    const seen = JSON.stringify([cells, names]);
    if (seen === face) return;
    face = seen;
    place.replaceChildren(table(names, cells));
  };
  details.addEventListener("toggle", draw);
  return {
    element: details,
    /** @param {Tournament} tournament */
    show(tournament) {
      newest = tournament;
      if (isFirst && tournament.standings.length) {
        isFirst = false;
        details.open = tournament.standings.length <= OPEN_UP_TO;
      }
      draw();
    },
  };
}

/**
 * @param {string[]} names in the order of the table
 * @param {Tournament["crosstable"]} cells
 */
function table(names, cells) {
  const heads = names.map((name, place) => el("th", { scope: "col", title: name }, el("span", { "aria-hidden": "true" }, place + 1), el("span", { class: "visually-hidden" }, name)));
  const rows = cells.map((row, own) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, el("span", { class: "number", "aria-hidden": "true" }, own + 1), el("span", { class: "name" }, names[own])),
      ...row.map((cell, other) => meeting(cell, names, own, other)),
    ),
  );
  const caption = el("caption", { class: "visually-hidden" }, word("tournament.crosstable"));
  return el("table", { class: "cross" }, caption, el("thead", {}, el("tr", {}, el("td"), ...heads)), el("tbody", {}, ...rows));
}

/**
 * @param {[number, number] | null} cell
 * @param {string[]} names
 * @param {number} own
 * @param {number} other
 */
function meeting(cell, names, own, other) {
  if (own === other) return el("td", { class: "self" });
  if (!cell) return el("td", { class: "none" });
  const [points, games] = cell;
  const share = points / games;
  const kind = share > 0.5 ? "better" : share < 0.5 ? "worse" : "even";
  const title = word("tournament.against", { own: names[own], other: names[other], points: pointsText(points), games });
  return el("td", { class: kind, title }, pointsText(points), games > 1 && el("small", {}, `/${games}`));
}
