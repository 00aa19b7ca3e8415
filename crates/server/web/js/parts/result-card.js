// @ts-check
/**
 * How a game ended, with the discs where they decided it, and what to do next.
 *
 * @import { State, Color, Result } from "../wire.js"
 */
import { el } from "../dom.js";
import { colorName, outcomeNamed, reasonText } from "../game/speech.js";
import { word } from "../i18n.js";
import { COUNT_UP, isStill } from "../timing.js";

/** @typedef {State & { result: Result }} Finished */

/**
 * @param {Finished} state
 * @param {{ countUp: boolean }} how
 */
export function resultCard(state, { countUp }) {
  const { id, result, seats } = state;
  const reason = reasonText(result, seats) || marginText(result);
  // Discs decide nothing after a resignation, a flag fall or a foul.
  const isCounted = result.reason === "played" || result.reason === "wipe-out";
  return el(
    "section",
    { class: "panel prompt result", "aria-labelledby": "result-title" },
    el("h2", { id: "result-title", tabindex: -1 }, outcomeText(state)),
    isCounted && el("div", { class: "tally" }, ...tally(result, countUp)),
    reason && el("p", { class: "soft" }, reason),
    result.foul && el("p", { class: "soft" }, word("result.game", { id })),
    state.variant.goal === "fewest" && el("p", { class: "soft" }, word("play.fewest")),
    el("p", { class: "offer", role: "status" }),
    el("div", { class: "next" }),
  );
}

/** @param {Finished} state */
export function outcomeText({ result, you, seats }) {
  if (!result.winner || you.length !== 1) return outcomeNamed(result, seats);
  return word(result.winner === you[0] ? "result.youWin" : "result.youLose");
}

/** @param {Result} result */
function marginText({ winner, margin, officialMargin }) {
  if (!winner) return "";
  const by = word("result.by", { n: Math.abs(margin) });
  return officialMargin === margin ? by : `${by} ${word("result.official", { n: Math.abs(officialMargin) })}`;
}

/**
 * @param {Result} result
 * @param {boolean} countUp
 */
function tally({ black, white }, countUp) {
  const figures = { black: el("span", { class: "figure" }, String(black)), white: el("span", { class: "figure" }, String(white)) };
  const bar = el("span", { class: "bar" }, el("span", { class: "black" }), el("span", { class: "white" }));
  /** @param {number} share */
  const draw = (share) => {
    const reached = share * Math.max(black, white);
    const counts = { black: Math.min(black, reached), white: Math.min(white, reached) };
    for (const color of /** @type {const} */ (["black", "white"])) {
      figures[color].textContent = String(Math.round(counts[color]));
      bar.style.setProperty(`--${color}`, String(counts[color] / (black + white || 1)));
    }
  };
  draw(1);
  if (countUp && !isStill()) run(draw);
  /** @param {Color} color */
  const sum = (color) => {
    const disc = el("span", { class: `disc-sign ${color}`, role: "img", "aria-label": colorName(color) });
    return el("span", { class: "sum" }, disc, figures[color]);
  };
  return [sum("black"), bar, sum("white")];
}

/** @param {(share: number) => void} draw */
function run(draw) {
  const begin = performance.now();
  /** @param {number} now */
  const frame = (now) => {
    const share = Math.min(1, Math.max(0, now - begin) / COUNT_UP);
    draw(1 - (1 - share) ** 2);
    if (share < 1) requestAnimationFrame(frame);
  };
  draw(0);
  requestAnimationFrame(frame);
}
