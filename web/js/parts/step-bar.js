// @ts-check
/** `<step-bar>`: back and forth through a game. Event `look` (detail `{ ply }`). */
import { el } from "../dom.js";
import { word } from "../words.js";
import { icon } from "./icons.js";

export class StepBar extends HTMLElement {
  #shown = 0;
  #plies = 0;
  #first = this.#button("first", () => 0);
  #back = this.#button("back", () => this.#shown - 1);
  #forward = this.#button("forward", () => this.#shown + 1);
  #last = this.#button("last", () => this.#plies);

  connectedCallback() {
    if (this.firstChild) return;
    this.setAttribute("role", "group");
    this.#first.ariaLabel = word("play.goFirst");
    this.#back.ariaLabel = word("play.goBack");
    this.#forward.ariaLabel = word("play.goForward");
    this.#last.ariaLabel = word("play.goLast");
    this.append(this.#first, this.#back, this.#forward, this.#last);
  }

  /**
   * @param {number} shown
   * @param {number} plies
   */
  show(shown, plies) {
    this.#shown = shown;
    this.#plies = plies;
    // One that is disabled would lose the focus to nowhere.
    for (const button of [this.#first, this.#back]) button.ariaDisabled = String(shown === 0);
    for (const button of [this.#forward, this.#last]) button.ariaDisabled = String(shown === plies);
  }

  /**
   * @param {"first" | "back" | "forward" | "last"} sign
   * @param {() => number} target
   */
  #button(sign, target) {
    const look = () => this.dispatchEvent(new CustomEvent("look", { detail: { ply: target() } }));
    const button = el("button", { type: "button", class: "icon-button quiet" }, icon(sign));
    button.addEventListener("click", () => button.ariaDisabled !== "true" && look());
    return button;
  }
}

customElements.define("step-bar", StepBar);
