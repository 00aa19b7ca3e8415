// @ts-check
/**
 * What the rules say about a position: what is wrong with it, why no game leads to it, or a game that does.
 *
 * @import { Diagnosis, Fault } from "../study/wire.js"
 */
import { el } from "../dom.js";
import { colorName } from "../game/speech.js";
import { word, wordOr } from "../words.js";

/** @param {Fault} fault */
export function faultText({ code, message }) {
  return wordOr(`faults.${code}`, message);
}

/** The squares that faults name, with what is wrong there. @param {Fault[]} faults */
export function faultySquares(faults) {
  return Object.fromEntries(faults.flatMap((fault) => (fault.squares ?? []).map((square) => [square, faultText(fault)])));
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
function verdicts({ faults, reach, turn, legal, isOver, counts, variant }) {
  if (faults.length > 0) return [el("ul", { class: "faults" }, ...faults.map((fault) => el("li", { class: "verdict bad" }, faultText(fault))))];
  const { black, white } = counts;
  const facts = isOver ? word("edit.over", { black, white }) : word("edit.moves", { color: turn ? colorName(turn) : "", n: legal.length });
  return [el("p", { class: "verdict good" }, facts), ...reachText(reach, variant.name)];
}

/**
 * @param {Diagnosis["reach"]} reach
 * @param {string | null} variant
 */
function reachText({ verdict, reason, game }, variant) {
  if (verdict === "reachable") {
    const query = new URLSearchParams({ moves: game ?? "" });
    if (variant && variant !== "standard") query.set("variant", variant);
    const link = game ? el("a", { href: `/analyse?${query}` }, word("edit.showGame")) : null;
    return [el("p", { class: "verdict good" }, word("edit.reachable"), " ", link ?? ""), game ? el("p", { class: "transcript" }, game) : ""];
  }
  if (verdict === "unreachable") return [el("p", { class: "verdict warn" }, word("edit.unreachable"), " ", reason ?? "")];
  return [el("p", { class: "verdict" }, reason ? `${word("edit.unknown")} ${reason}` : word("edit.unknown"))];
}
