// @ts-check
/**
 * The rounds of a tournament. The games of one are asked for when it is opened, and again when something changed meanwhile.
 *
 * @typedef {import("../contest.js").Contest} Contest
 * @typedef {import("../contest.js").Round} Round
 * @typedef {import("../contest.js").Meeting} Meeting
 * @typedef {import("../contest.js").RoundGame} RoundGame
 */
import { el } from "../dom.js";
import { pointsText } from "../game/contests.js";
import { round } from "../net/arena.js";
import { word } from "../words.js";
import { refill } from "./listing.js";

/** @param {string} id of the tournament */
export function roundList(id) {
  const list = el("div", { class: "round-list" });
  const section = el("section", { class: "panel", "aria-labelledby": "rounds-title" }, el("header", {}, el("h2", { id: "rounds-title" }, word("contest.rounds"))), list);
  /** @type {Contest | null} */
  let contest = null;

  return {
    element: section,
    /** @param {Contest} newest */
    show(newest) {
      contest = newest;
      while (list.children.length > newest.progress.rounds) list.lastElementChild?.remove();
      while (list.children.length < newest.progress.rounds) list.append(fold(list.children.length + 1));
      for (const one of list.children) one.dispatchEvent(new Event("changed"));
    },
  };

  /** @param {number} number */
  function fold(number) {
    const place = el("div", { class: "round" });
    const details = el("details", { class: "fold" }, el("summary", {}, word("contest.roundNumber", { n: number })), place);
    let seen = -1;
    let isAsking = false;
    const draw = async () => {
      if (!details.open || !contest || isAsking || seen === contest.version) return;
      isAsking = true;
      seen = contest.version;
      try {
        const found = await round(id, number);
        const { entrants } = contest;
        refill(place, () => place.replaceChildren(...meetings(found, entrants)));
      } catch {
        if (!place.firstChild) place.replaceChildren(el("p", { class: "soft" }, word("contest.roundUnknown")));
      }
      isAsking = false;
    };
    details.addEventListener("toggle", draw);
    details.addEventListener("changed", draw);
    return details;
  }
}

/**
 * @param {Round} found
 * @param {Contest["entrants"]} entrants
 */
function meetings({ meetings: all, byes }, entrants) {
  const names = entrants.map(({ name }) => name);
  return [
    el("ul", { class: "meetings" }, ...all.map((one) => meeting(one, names))),
    ...byes.map((place) => el("p", { class: "soft" }, word("contest.bye", { name: names[place] }))),
  ];
}

/**
 * @param {Meeting} meeting
 * @param {string[]} names
 */
function meeting({ entrants, points, winner, games }, names) {
  // Where both have as many, the winner is only who goes on.
  const isWon = points[0] !== points[1];
  const who = (/** @type {0 | 1} */ side) => el("span", { class: isWon && winner === entrants[side] ? "name won" : "name" }, names[entrants[side]]);
  const score = el("span", { class: "score" }, `${pointsText(points[0])} : ${pointsText(points[1])}`);
  return el("li", {}, el("span", { class: "pair" }, who(0), score, who(1)), el("span", { class: "games-of" }, ...games.map((game) => one(game, names))));
}

/**
 * @param {RoundGame} game
 * @param {string[]} names
 */
function one({ number, game, black, white, result }, names) {
  const standing = result ? `${result.discs.black}:${result.discs.white}` : word(game ? "contest.gameRunning" : "contest.gameDue");
  const extra = result?.by ? ` ${word("contest.byFoul")}` : result?.reason === "resigned" ? ` ${word("contest.byResigning")}` : "";
  const face = [el("span", { class: "disc-sign black", "aria-hidden": "true" }), `${standing}${extra}`];
  const title = `${word("contest.gameNumber", { n: number + 1 })}: ${names[black]} – ${names[white]}`;
  const spoken = el("span", { class: "visually-hidden" }, `${title}, `);
  return game ? el("a", { href: `/watch/${game}`, class: "game-of", title }, spoken, ...face) : el("span", { class: "game-of soft", title }, spoken, ...face);
}
