// @ts-check
/**
 * The check of a position: faults, why it cannot be reached, or a game that reaches it.
 *
 * @import { Diagnosis, Fault, Reach } from "../study/wire.js"
 * @import { Notation } from "../board/squares.js"
 */
import { el } from "../dom.js";
import { colorName } from "../game/speech.js";
import { reasonOr, word, wordOr } from "../i18n.js";
import { address } from "../place.js";

/** @param {Fault} fault */
export function faultText({ code, message, squares = [] }) {
  return reasonOr({ code, parts: { squares } }, message);
}

/** The squares with which something is wrong, and what. @param {Diagnosis} diagnosis */
export function faultySquares({ faults, reach }) {
  const unreached = reach.squares.map((square) => [square, word("edit.unreachable")]);
  return Object.fromEntries([...unreached, ...faults.flatMap((fault) => (fault.squares ?? []).map((square) => [square, faultText(fault)]))]);
}

export function diagnosisPanel() {
  const body = el("div", { class: "verdicts" });
  const element = el(
    "section",
    { class: "panel diagnosis", "aria-labelledby": "diagnosis-title", "aria-live": "polite" },
    el("h2", { id: "diagnosis-title" }, word("edit.diagnosis")),
    body,
  );
  let drawn = "";

  return { element, show };

  /**
   * @param {Diagnosis | null} diagnosis
   * @param {string} trouble why there is none; nothing while it is waited for
   * @param {Notation} notation in which the words are
   */
  function show(diagnosis, trouble, notation) {
    const face = JSON.stringify([diagnosis, trouble, notation]);
    if (face === drawn) return;
    drawn = face;
    const isWaiting = !diagnosis && !trouble;
    // Keeps the height and stays silent while discs are placed.
    body.style.minHeight = isWaiting ? `${body.offsetHeight}px` : "";
    element.ariaBusy = String(isWaiting);
    body.replaceChildren(...(diagnosis ? verdicts(diagnosis) : [blank(trouble)]));
  }
}

/** @param {string} trouble */
function blank(trouble) {
  return el("p", { class: trouble ? "verdict bad" : "soft" }, trouble || word("edit.looking"));
}

/** @param {Diagnosis} diagnosis */
function verdicts({ faults, reach, turn, legal, mustPass, isOver, counts, variant }) {
  if (faults.length > 0) {
    return [el("ul", { class: "faults" }, ...faults.map((fault) => el("li", { class: "verdict bad" }, faultText(fault))))];
  }
  const color = turn ? colorName(turn) : "";
  const moves = mustPass ? word("edit.mustPass", { color }) : word("edit.moves", { color, n: legal.length });
  const facts = isOver ? word("edit.over", counts) : moves;
  return [el("p", { class: "verdict good" }, facts), ...reachText(reach, variant.name)];
}

/**
 * @param {Reach} reach
 * @param {string | null} variant
 */
function reachText(reach, variant) {
  if (reach.verdict === "reachable") return wayThere(reach.game, variant);
  if (reach.verdict === "unreachable") return noWay(reach);
  return [el("p", { class: "verdict" }, word("edit.unknown"))];
}

/**
 * @param {string | null} game
 * @param {string | null} variant
 */
function wayThere(game, variant) {
  const query = new URLSearchParams({ moves: game ?? "" });
  if (variant && variant !== "standard") query.set("variant", variant);
  const link = game ? el("a", { href: address(`/analyse?${query}`) }, word("edit.showGame")) : null;
  return [el("p", { class: "verdict good" }, word("edit.reachable"), " ", link ?? ""), game ? el("p", { class: "transcript" }, game) : ""];
}

/** @param {Reach} reach */
function noWay({ reasons, proof, moreSteps, possibleIn }) {
  const told = (/** @type {Reach["reasons"][number]} */ reason) => reasonOr(reason, reason.message);
  const other = possibleIn ? ` ${word("edit.possibleIn", { variant: wordOr(`variants.${possibleIn}`, possibleIn) })}` : "";
  const reason = reasons.map(told).join(wordOr("reasons.and", "; "));
  return [el("p", { class: "verdict warn" }, word("edit.because", { reason }), other), stepList(proof.map(told), moreSteps)];
}

/**
 * @param {string[]} steps
 * @param {number} more
 */
function stepList(steps, more) {
  if (steps.length === 0) return "";
  const rest = more ? el("li", { class: "soft" }, word("edit.moreSteps", { n: more })) : null;
  return el("details", { class: "proof" }, el("summary", {}, word("edit.proof")), el("ol", {}, ...steps.map((step) => el("li", {}, step)), rest));
}
