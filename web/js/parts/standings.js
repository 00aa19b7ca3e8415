// @ts-check
/**
 * The table of a tournament, with strengths and their errors drawn.
 *
 * @typedef {import("../contest.js").Contest} Contest
 * @typedef {import("../contest.js").Standing} Standing
 */
import { el } from "../dom.js";
import { pointsText } from "../game/contests.js";
import { word, wordOr } from "../words.js";
import { errorBar, scaleOf } from "./error-bar.js";

/** @param {{ most?: number }} [how] how many lines have room */
export function standingsTable({ most = Infinity } = {}) {
  const body = el("tbody");
  const table = el("table", { class: "standings" }, el("caption", { class: "visually-hidden" }, word("contest.standings")), head(), body);
  let face = "";
  return {
    element: table,
    /** @param {Contest} contest */
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
      column("place", "#", word("contest.place")),
      column("name", word("contest.name")),
      column("points", word("contest.pointsShort"), word("contest.points")),
      column("record", word("contest.recordShort"), word("contest.record")),
      column("strength", word("contest.ratingShort"), word("contest.rating")),
    ),
  );
}

/**
 * @param {Standing} line
 * @param {import("../contest.js").Entrant} entrant
 * @param {import("./error-bar.js").Scale} scale
 */
function row(line, entrant, scale) {
  const { place, points, wins, draws, losses, rating } = line;
  const record = word("contest.recordText", { wins, draws, losses });
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

/** @param {import("../contest.js").Entrant} entrant */
function nameLine({ name, here }) {
  const lamp = here === null ? "own" : here ? "on" : "off";
  const spoken = word(here === null ? "contest.own" : here ? "contest.here" : "contest.away");
  return el("span", { class: "name-line" }, el("span", { class: `lamp ${lamp}`, role: "img", "aria-label": spoken, title: spoken }), el("span", { class: "name" }, name));
}

/**
 * What stands below a name, where there is something.
 *
 * @param {Standing} line
 * @param {import("../contest.js").Entrant} entrant
 */
function under({ fouls, wins, draws, losses }, { withdrawn }) {
  const sum = Object.values(fouls).reduce((all, count) => all + count, 0);
  const kinds = Object.entries(fouls).map(([verdict, count]) => `${count} × ${wordOr(`fouls.${verdict}`, verdict)}`);
  return el(
    "span",
    { class: "under" },
    el("span", { class: "record-too soft", title: word("contest.recordText", { wins, draws, losses }) }, `${wins}–${draws}–${losses}`),
    withdrawn && el("span", { class: "soft" }, word("contest.withdrawn")),
    sum > 0 && el("span", { class: "fouls", title: kinds.join(", ") }, word("contest.foulCount", { n: sum }), el("span", { class: "visually-hidden" }, `: ${kinds.join(", ")}`)),
  );
}
