// @ts-check
/**
 * Ratings as points on a common scale, each with the span in which it surely lies.
 *
 * @typedef {import("../contest.js").Rating} Rating
 * @typedef {{ from: number, to: number }} Scale
 */
import { el } from "../dom.js";
import { eloText } from "../game/contests.js";
import { word } from "../words.js";

/**
 * A scale that holds all of them, and a little more.
 *
 * @param {(Rating | null)[]} ratings
 * @returns {Scale}
 */
export function scaleOf(ratings) {
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
export function errorBar(rating, { from, to }) {
  const place = (/** @type {number} */ elo) => `${(100 * (elo - from)) / (to - from)}%`;
  const bar = el("span", { class: "error-bar", "aria-hidden": "true" }, el("i", { class: "zero" }));
  bar.style.setProperty("--zero", place(0));
  if (!rating) return el("span", { class: "rating" }, bar, el("span", { class: "elo" }, "–"));
  const { low, value, high } = rating;
  bar.append(el("i", { class: "reach" }), el("i", { class: "point" }));
  bar.style.setProperty("--low", place(low));
  bar.style.setProperty("--value", place(value));
  bar.style.setProperty("--high", place(high));
  const spoken = word("contest.ratingText", { value: eloText(value), low: eloText(low), high: eloText(high) });
  return el(
    "span",
    { class: "rating", title: spoken },
    bar,
    el("span", { class: "elo", "aria-hidden": "true" }, el("b", {}, eloText(value)), ` ±${Math.round((high - low) / 2)}`),
    el("span", { class: "visually-hidden" }, spoken),
  );
}
