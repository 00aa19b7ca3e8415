// @ts-check
/** A tournament to take home. */
import { el } from "../dom.js";
import { tournamentPath } from "../net/arena.js";
import { word } from "../words.js";
import { icon } from "./icons.js";

const FILES = /** @type {const} */ ([
  ["standings.csv", "contest.files.standings"],
  ["crosstable.csv", "contest.files.crosstable"],
  ["ratings.csv", "contest.files.ratings"],
  ["games.csv", "contest.files.games"],
  ["games.jsonl", "contest.files.records"],
]);

/** @param {string} id of the tournament */
export function exportLinks(id) {
  const file = (/** @type {string} */ name) => `${tournamentPath(id)}/files/${name}`;
  return el(
    "section",
    { class: "panel take-home", "aria-labelledby": "export-title" },
    el("header", {}, el("h2", { id: "export-title" }, word("contest.export"))),
    el("p", { class: "soft" }, word("contest.exportText")),
    el(
      "div",
      { class: "take-first" },
      el("a", { class: "button primary", href: `${tournamentPath(id)}/export.zip`, download: true }, icon("download"), word("contest.zip")),
      el("a", { class: "button", href: file("report.html"), target: "_blank", rel: "noopener" }, word("contest.report")),
    ),
    el("ul", {}, ...FILES.map(([name, label]) => el("li", {}, el("a", { href: file(name), download: true }, word(label))))),
  );
}
