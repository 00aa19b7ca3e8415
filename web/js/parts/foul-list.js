// @ts-check
/**
 * What bots did wrong, in words, the latest first.
 *
 * @typedef {import("../contest.js").Contest} Contest
 * @typedef {import("../contest.js").Foul} Foul
 */
import { el } from "../dom.js";
import { word, wordOr } from "../words.js";
import { putItems } from "./listing.js";

export function foulList() {
  const list = el("ul", { class: "foul-list" });
  const note = el("p", { class: "soft" });
  const section = el("section", { class: "panel", "aria-labelledby": "fouls-title" }, el("header", {}, el("h2", { id: "fouls-title" }, word("contest.fouls"))), note, list);
  return {
    element: section,
    /** @param {Contest} contest */
    show({ fouls, entrants }) {
      note.textContent = word(fouls.length ? "contest.foulsText" : "contest.noFouls");
      putItems(list, fouls, {
        key: ({ number }) => String(number),
        face: ({ verdict, text, got }) => [verdict, text, got].join("\n"),
        fill: (item, foul) => item.replaceChildren(...entry(foul, entrants[foul.entrant].name)),
      });
    },
  };
}

/**
 * @param {Foul} foul
 * @param {string} name
 */
function entry({ number, game, verdict, words, text, got }, name) {
  const label = word("contest.gameNumber", { n: number + 1 });
  return [
    el("span", { class: "what" }, el("b", {}, name), " ", wordOr(`fouls.${verdict}`, words)),
    game ? el("a", { href: `/watch/${game}` }, label) : el("span", {}, label),
    text && el("span", { class: "soft why" }, text),
    got && el("span", { class: "soft why" }, word("contest.got"), " ", el("code", {}, got)),
  ].filter((part) => part instanceof Node);
}
