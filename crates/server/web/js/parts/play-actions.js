// @ts-check
/**
 * The buttons of a player: undo, hint, resign. Resigning asks for confirmation in place.
 *
 * @import { State } from "../wire.js"
 */
import { el } from "../dom.js";
import { colorName } from "../game/speech.js";
import { canTakeBack, needsConsent, takebackHint } from "../game/takeback.js";
import { word } from "../i18n.js";
import { icon } from "./icons.js";

/** @param {{ undo: () => void, hint: () => void, resign: () => void }} deeds */
export function playActions(deeds) {
  const element = el("div", { class: "play-actions", hidden: true });
  const undo = button("undo", "undo", deeds.undo);
  const hint = button("hint", "hint", deeds.hint);
  const resign = button("flag", "ask", () => ask(true));
  const usual = el("div", { class: "row" }, undo, hint, resign);
  const keep = el("button", { type: "button", class: "button", onclick: () => ask(false) });
  const question = el("p", { id: "resign-question" });
  const confirm = buildConfirm();
  const legend = el("p", { class: "soft legend", hidden: true });
  let isThinking = false;

  element.append(usual, confirm, legend);

  return { element, show, showThinking, showHinted };

  /** @param {State} state */
  function show(state) {
    const isPlaying = state.status === "playing";
    element.hidden = state.you.length === 0 || !isPlaying;
    if (!isPlaying) ask(false);
    setLabel(undo, needsConsent(state) ? word("play.askTakeback") : word("play.undo"));
    undo.title = word(takebackHint(state));
    undo.disabled = !canTakeBack(state);
    hint.hidden = !state.hints;
    hint.disabled = state.turn === null || !state.you.includes(state.turn);
    setLabel(hint, word(isThinking ? "play.thinking" : "play.hint"));
    // With two players at one screen, the side to move resigns.
    const isShared = state.you.length === 2 && state.turn;
    question.textContent = isShared ? word("play.resignSureOf", { color: colorName(isShared) }) : word("play.resignSure");
    setLabel(resign, word("play.resign"));
  }

  /** @param {boolean} isBusy */
  function showThinking(isBusy) {
    isThinking = isBusy;
    setLabel(hint, word(isBusy ? "play.thinking" : "play.hint"));
    hint.setAttribute("aria-busy", String(isBusy));
  }

  /** @param {"browser" | "server" | null} by the engine whose hint is on the board */
  function showHinted(by) {
    hint.setAttribute("aria-pressed", String(by !== null || isThinking));
    legend.textContent = `${word("play.hintLegend")} ${word("play.hintBy", { engine: word(by === "server" ? "engine.server" : "engine.browser") })}`;
    legend.hidden = by === null;
  }

  function buildConfirm() {
    const yes = el("button", { type: "button", class: "button danger" }, word("play.resignYes"));
    keep.textContent = word("play.keepPlaying");
    yes.addEventListener("click", () => {
      ask(false);
      deeds.resign();
    });
    const row = el("div", { class: "row confirm", role: "group", "aria-labelledby": "resign-question", hidden: true });
    row.append(question, yes, keep);
    row.addEventListener("keydown", (event) => event.key === "Escape" && ask(false));
    return row;
  }

  /** @param {boolean} isAsking */
  function ask(isAsking) {
    if (confirm.hidden !== isAsking) return;
    const hadFocus = element.contains(document.activeElement);
    usual.hidden = isAsking;
    confirm.hidden = !isAsking;
    if (hadFocus) (isAsking ? keep : resign).focus();
  }
}

/**
 * @param {HTMLElement} button
 * @param {string} text
 */
function setLabel(button, text) {
  const label = /** @type {HTMLElement} */ (button.lastElementChild);
  if (label.textContent !== text) label.textContent = text;
}

/**
 * @param {Parameters<typeof icon>[0]} sign
 * @param {string} kind
 * @param {() => void} onclick
 */
function button(sign, kind, onclick) {
  return el("button", { type: "button", class: `button ${kind}`, onclick }, icon(sign), el("span", {}));
}
