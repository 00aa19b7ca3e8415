// @ts-check
/**
 * The first three of a tournament, as they stand at its end.
 *
 * @typedef {import("../contest.js").Contest} Contest
 */
import { el } from "../dom.js";
import { pointsText } from "../game/contests.js";
import { word } from "../words.js";
import { icon } from "./icons.js";

export function podium() {
  const list = el("ol", { class: "podium", "aria-label": word("projector.final") });
  return {
    element: list,
    /** @param {Contest} contest */
    show({ standings, entrants }) {
      const steps = standings.slice(0, 3).map((line) =>
        el(
          "li",
          { class: `step place-${line.place}`, value: line.place },
          el("span", { class: "step-name" }, entrants[line.entrant].name),
          el("span", { class: "step-points" }, pointsText(line.points)),
          el("span", { class: "block" }, line.place === 1 && icon("cup"), el("b", {}, line.place)),
        ),
      );
      list.replaceChildren(...steps);
    },
  };
}
