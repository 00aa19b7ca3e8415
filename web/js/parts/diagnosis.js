// @ts-check
/**
 * What the rules say about a position: what is wrong with it, why no game leads to it, or a game that does.
 *
 * @import { Diagnosis, Fault, Reach } from "../study/wire.js"
 */
import { el } from "../dom.js";
import { colorName } from "../game/speech.js";
import { word, wordOr } from "../words.js";

/** @param {Fault} fault */
export function faultText({ code, message }) {
  return wordOr(`faults.${code}`, message);
}

/** The squares with which something is wrong, and what. @param {Diagnosis} diagnosis */
export function faultySquares({ faults, reach }) {
  const unreached = reach.squares.map((square) => [square, word("edit.unreachable")]);
  return Object.fromEntries([...unreached, ...faults.flatMap((fault) => (fault.squares ?? []).map((square) => [square, faultText(fault)]))]);
}

export class DiagnosisPanel {
  #body = el("div", { class: "verdicts" });
  element = el("section", { class: "panel diagnosis", "aria-labelledby": "diagnosis-title", "aria-live": "polite" }, el("h2", { id: "diagnosis-title" }, word("edit.diagnosis")), this.#body);
  #face = "";

  /**
   * @param {Diagnosis | null} diagnosis
   * @param {string} trouble why there is none
   */
  show(diagnosis, trouble) {
    const face = JSON.stringify([diagnosis, trouble]);
    if (face === this.#face) return;
    this.#face = face;
    this.#body.replaceChildren(...(diagnosis ? verdicts(diagnosis) : [el("p", { class: trouble ? "verdict bad" : "soft" }, trouble || word("edit.looking"))]));
  }
}

/** @param {Diagnosis} diagnosis */
function verdicts({ faults, reach, turn, legal, mustPass, isOver, counts, variant }) {
  if (faults.length > 0) return [el("ul", { class: "faults" }, ...faults.map((fault) => el("li", { class: "verdict bad" }, faultText(fault))))];
  const { black, white } = counts;
  const color = turn ? colorName(turn) : "";
  const facts = isOver ? word("edit.over", { black, white }) : mustPass ? word("edit.mustPass", { color }) : word("edit.moves", { color, n: legal.length });
  return [el("p", { class: "verdict good" }, facts), ...reachText(reach, variant.name)];
}

/**
 * @param {Reach} reach
 * @param {string | null} variant
 */
function reachText({ verdict, reason, game, steps, moreSteps, possibleIn }, variant) {
  if (verdict === "reachable") {
    const query = new URLSearchParams({ moves: game ?? "" });
    if (variant && variant !== "standard") query.set("variant", variant);
    const link = game ? el("a", { href: `/analyse?${query}` }, word("edit.showGame")) : null;
    return [el("p", { class: "verdict good" }, word("edit.reachable"), " ", link ?? ""), game ? el("p", { class: "transcript" }, game) : ""];
  }
  if (verdict === "unreachable") {
    const other = possibleIn ? ` ${word("edit.possibleIn", { variant: wordOr(`variants.${possibleIn}`, possibleIn) })}` : "";
    const text = reason ? word("edit.because", { reason }) : word("edit.unreachable");
    return [el("p", { class: "verdict warn" }, text, other), proof(steps, moreSteps)];
  }
  return [el("p", { class: "verdict" }, reason ? `${word("edit.unknown")} ${reason}` : word("edit.unknown"))];
}

/**
 * @param {string[]} steps
 * @param {number} more
 */
function proof(steps, more) {
  if (steps.length === 0) return "";
  const rest = more ? el("li", { class: "soft" }, word("edit.moreSteps", { n: more })) : null;
  return el("details", { class: "proof" }, el("summary", {}, word("edit.proof")), el("ol", {}, ...steps.map((step) => el("li", {}, step)), rest));
}
