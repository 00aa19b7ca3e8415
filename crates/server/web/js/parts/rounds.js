// @ts-check
/**
 * The rounds of a tournament. The games of one are asked for when it is opened, and again when something changed meanwhile.
 *
 * @typedef {import("../tournament-types.js").Tournament} Tournament
 * @typedef {import("../tournament-types.js").Round} Round
 * @typedef {import("../tournament-types.js").Meeting} Meeting
 * @typedef {import("../tournament-types.js").RoundGame} RoundGame
 */
import { el } from "../dom.js";
import { pointsText } from "../game/tournament-text.js";
import { word } from "../i18n.js";
import { round } from "../net/arena.js";
import { refill } from "./listing.js";

/** @param {string} id of the tournament */
export function roundList(id) {
  const list = el("div", { class: "round-list" });
  const section = el("section", { class: "panel", "aria-labelledby": "rounds-title" }, el("header", {}, el("h2", { id: "rounds-title" }, word("tournament.rounds"))), list);
  /** @type {Tournament | null} */
  let tournament = null;

  return {
    element: section,
    /** @param {Tournament} newest */
    show(newest) {
      tournament = newest;
      while (list.children.length > newest.progress.rounds) list.lastElementChild?.remove();
      while (list.children.length < newest.progress.rounds) list.append(fold(list.children.length + 1));
      for (const one of list.children) one.dispatchEvent(new Event("changed"));
    },
  };

  /** @param {number} number */
  function fold(number) {
    const place = el("div", { class: "round" });
    const details = el("details", { class: "fold" }, el("summary", {}, word("tournament.roundNumber", { n: number })), place);
    let seen = -1;
    let isAsking = false;
    const draw = async () => {
      if (!details.open || !tournament || isAsking || seen === tournament.version) return;
      isAsking = true;
      seen = tournament.version;
      try {
        const found = await round(id, number);
        const { entrants } = tournament;
        refill(place, () => place.replaceChildren(...meetings(found, entrants)));
      } catch {
        if (!place.firstChild) place.replaceChildren(el("p", { class: "soft" }, word("tournament.roundUnknown")));
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
 * @param {Tournament["entrants"]} entrants
 */
function meetings({ meetings: all, byes }, entrants) {
  const names = entrants.map(({ name }) => name);
  return [
    el("ul", { class: "meetings" }, ...all.map((one) => meeting(one, names))),
    ...byes.map((place) => el("p", { class: "soft" }, word("tournament.bye", { name: names[place] }))),
  ];
}

/**
 * @param {Meeting} meeting
 * @param {string[]} names
 */
function meeting({ entrants, points, winner, games }, names) {
  // With equal points nobody won; `winner` is then only the entrant who advances.
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
  const standing = result ? `${result.discs.black}:${result.discs.white}` : word(game ? "tournament.gameRunning" : "tournament.gameDue");
  const extra = result?.by ? ` ${word("tournament.byFoul")}` : result?.reason === "resigned" ? ` ${word("tournament.byResigning")}` : "";
  const face = [el("span", { class: "disc-sign black", "aria-hidden": "true" }), `${standing}${extra}`];
  const title = `${word("tournament.gameNumber", { n: number + 1 })}: ${names[black]} – ${names[white]}`;
  const spoken = el("span", { class: "visually-hidden" }, `${title}, `);
  return game ? el("a", { href: `/watch/${game}`, class: "game-of", title }, spoken, ...face) : el("span", { class: "game-of soft", title }, spoken, ...face);
}
