// @ts-check
/**
 * `<play-actions>`: what a player can do besides moving. Events: `undo`, `hint`, `resign`. Resigning is asked once more,
 * in place.
 *
 * @import { State } from "../wire.js"
 */
import { el } from "../dom.js";
import { colorName } from "../game/speech.js";
import { canTakeBack, needsConsent, takebackHint } from "../game/takeback.js";
import { word } from "../words.js";
import { icon } from "./icons.js";

export class PlayActions extends HTMLElement {
  #undo = this.#button("undo", "undo");
  #hint = this.#button("hint", "hint");
  #resign = this.#button("flag", "ask");
  #usual = el("div", { class: "row" }, this.#undo, this.#hint, this.#resign);
  #keep = el("button", { type: "button", class: "button", onclick: () => this.#ask(false) });
  #question = el("p", { id: "resign-question" });
  #confirm = this.#buildConfirm();
  #legend = el("p", { class: "soft legend", hidden: true });
  #isThinking = false;

  connectedCallback() {
    if (!this.firstChild) this.append(this.#usual, this.#confirm, this.#legend);
  }

  /** @param {State} state */
  show(state) {
    const isPlaying = state.status === "playing";
    this.hidden = state.you.length === 0 || !isPlaying;
    if (!isPlaying) this.#ask(false);
    setLabel(this.#undo, needsConsent(state) ? word("play.askTakeback") : word("play.undo"));
    this.#undo.title = word(takebackHint(state));
    this.#undo.disabled = !canTakeBack(state);
    this.#hint.hidden = !state.hints;
    this.#hint.disabled = state.turn === null || !state.you.includes(state.turn);
    setLabel(this.#hint, word(this.#isThinking ? "play.thinking" : "play.hint"));
    // Of two at one screen, the one to move resigns.
    const isShared = state.you.length === 2 && state.turn;
    this.#question.textContent = isShared ? word("play.resignSureOf", { color: colorName(isShared) }) : word("play.resignSure");
    setLabel(this.#resign, word("play.resign"));
  }

  /** @param {boolean} isBusy */
  set thinking(isBusy) {
    this.#isThinking = isBusy;
    setLabel(this.#hint, word(isBusy ? "play.thinking" : "play.hint"));
    this.#hint.setAttribute("aria-busy", String(isBusy));
  }

  /** @param {boolean} isOn whether a hint is on the board */
  set hinted(isOn) {
    this.#hint.setAttribute("aria-pressed", String(isOn || this.#isThinking));
    this.#legend.textContent = word("play.hintLegend");
    this.#legend.hidden = !isOn;
  }

  /**
   * @param {Parameters<typeof icon>[0]} sign
   * @param {string} deed
   */
  #button(sign, deed) {
    const onclick = () => (deed === "ask" ? this.#ask(true) : this.dispatchEvent(new CustomEvent(deed)));
    return el("button", { type: "button", class: `button ${deed}`, onclick }, icon(sign), el("span", {}));
  }

  #buildConfirm() {
    const yes = el("button", { type: "button", class: "button danger" }, word("play.resignYes"));
    this.#keep.textContent = word("play.keepPlaying");
    yes.addEventListener("click", () => {
      this.#ask(false);
      this.dispatchEvent(new CustomEvent("resign"));
    });
    const row = el("div", { class: "row confirm", role: "group", "aria-labelledby": "resign-question", hidden: true });
    row.append(this.#question, yes, this.#keep);
    row.addEventListener("keydown", (event) => event.key === "Escape" && this.#ask(false));
    return row;
  }

  /** @param {boolean} isAsking */
  #ask(isAsking) {
    if (this.#confirm.hidden !== isAsking) return;
    const hadFocus = this.contains(document.activeElement);
    this.#usual.hidden = isAsking;
    this.#confirm.hidden = !isAsking;
    if (hadFocus) (isAsking ? this.#keep : this.#resign).focus();
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

customElements.define("play-actions", PlayActions);
