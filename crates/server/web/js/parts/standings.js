// @ts-check
/**
 * The table of a tournament, with strengths and their errors drawn.
 *
 * @typedef {import("../tournament-types.js").Tournament} Tournament
 * @typedef {import("../tournament-types.js").Standing} Standing
 * @typedef {import("../tournament-types.js").Rating} Rating
 * @typedef {{ from: number, to: number }} Scale
 */
import { el } from "../dom.js";
import { eloText, pointsText } from "../game/tournament-text.js";
import { word, wordOr } from "../i18n.js";

/** @param {{ most?: number }} [how] how many lines have room */
export function standingsTable({ most = Infinity } = {}) {
  const body = el("tbody");
  const table = el("table", { class: "standings" }, el("caption", { class: "visually-hidden" }, word("tournament.standings")), head(), body);
  let face = "";
  return {
    element: table,
    /** @param {Tournament} tournament */
    show({ standings, entrants }) {
      const seen = JSON.stringify([standings, entrants]);
      if (seen === face) return;
      face = seen;
      const shown = standings.slice(0, most);
      const scale = scaleOf(shown.map(({ rating }) => rating));
      body.replaceChildren(...shown.map((line) => row(line, entrants[line.entrant], scale)));
    },
  };
}

function head() {
  const column = (/** @type {string} */ kind, /** @type {string} */ short, /** @type {string} */ long = short) =>
    el("th", { scope: "col", class: kind, title: long }, el("span", { "aria-hidden": "true" }, short), el("span", { class: "visually-hidden" }, long));
  return el(
    "thead",
    {},
    el(
      "tr",
      {},
      column("place", "#", word("tournament.place")),
      column("name", word("tournament.name")),
      column("points", word("tournament.pointsShort"), word("tournament.points")),
      column("record", word("tournament.recordShort"), word("tournament.record")),
      column("strength", word("tournament.ratingShort"), word("tournament.rating")),
    ),
  );
}

/**
 * @param {Standing} line
 * @param {import("../tournament-types.js").Entrant} entrant
 * @param {Scale} scale
 */
function row(line, entrant, scale) {
  const { place, points, wins, draws, losses, rating } = line;
  const record = word("tournament.recordText", { wins, draws, losses });
  return el(
    "tr",
    { class: entrant.withdrawn ? "withdrawn" : "" },
    el("td", { class: "place" }, place),
    el("th", { scope: "row", class: "name" }, el("span", { class: "who" }, nameLine(entrant), under(line, entrant))),
    el("td", { class: "points" }, pointsText(points)),
    el("td", { class: "record", title: record }, el("span", { "aria-hidden": "true" }, `${wins} ${draws} ${losses}`), el("span", { class: "visually-hidden" }, record)),
    el("td", { class: "strength" }, errorBar(rating, scale)),
  );
}

/** @param {import("../tournament-types.js").Entrant} entrant */
function nameLine({ name, connected }) {
  const lamp = connected === null ? "own" : connected ? "on" : "off";
  const spoken = word(connected === null ? "tournament.own" : connected ? "tournament.here" : "tournament.away");
  return el("span", { class: "name-line" }, el("span", { class: `lamp ${lamp}`, role: "img", "aria-label": spoken, title: spoken }), el("span", { class: "name" }, name));
}

/**
 * What stands below a name, where there is something.
 *
 * @param {Standing} line
 * @param {import("../tournament-types.js").Entrant} entrant
 */
function under({ fouls, wins, draws, losses }, { withdrawn }) {
  const sum = Object.values(fouls).reduce((all, count) => all + count, 0);
  const kinds = Object.entries(fouls).map(([verdict, count]) => `${count} × ${wordOr(`fouls.${verdict}`, verdict)}`);
  return el(
    "span",
    { class: "under" },
    el("span", { class: "record-too soft", title: word("tournament.recordText", { wins, draws, losses }) }, `${wins}–${draws}–${losses}`),
    withdrawn && el("span", { class: "soft" }, word("tournament.withdrawn")),
    sum > 0 && el("span", { class: "fouls", title: kinds.join(", ") }, word("tournament.foulCount", { n: sum }), el("span", { class: "visually-hidden" }, `: ${kinds.join(", ")}`)),
  );
}

/**
 * A scale that holds all of them, and a little more.
 *
 * @param {(Rating | null)[]} ratings
 * @returns {Scale}
 */
function scaleOf(ratings) {
  const known = ratings.filter((rating) => rating !== null);
  const low = Math.min(0, ...known.map(({ low }) => low));
  const high = Math.max(0, ...known.map(({ high }) => high));
  const margin = Math.max(10, (high - low) * 0.04);
  return { from: low - margin, to: high + margin };
}

/**
 * The drawing and the figures, which say the same.
 *
 * @param {Rating | null} rating
 * @param {Scale} scale
 */
function errorBar(rating, { from, to }) {
  const place = (/** @type {number} */ elo) => `${(100 * (elo - from)) / (to - from)}%`;
  const bar = el("span", { class: "error-bar", "aria-hidden": "true" }, el("i", { class: "zero" }));
  bar.style.setProperty("--zero", place(0));
  if (!rating) return el("span", { class: "rating" }, bar, el("span", { class: "elo" }, "–"));
  const { low, value, high } = rating;
  bar.append(el("i", { class: "reach" }), el("i", { class: "point" }));
  bar.style.setProperty("--low", place(low));
  bar.style.setProperty("--value", place(value));
  bar.style.setProperty("--high", place(high));
  const spoken = word("tournament.ratingText", { value: eloText(value), low: eloText(low), high: eloText(high) });
  return el(
    "span",
    { class: "rating", title: spoken },
    bar,
    el("span", { class: "elo", "aria-hidden": "true" }, el("b", {}, eloText(value)), ` ±${Math.round((high - low) / 2)}`),
    el("span", { class: "visually-hidden" }, spoken),
  );
}
