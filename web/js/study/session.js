// @ts-check
/**
 * What a page looks at: what its address asks for, or what somebody brings. Of several questions only the last one is answered.
 *
 * Events `show` (detail `{ source, line, isAsked }`), `fail` (detail: what went wrong) when there is nothing to look at, `trouble` (the same)
 * when what was there stays, and `turn` when the address leads to another move of the same game.
 *
 * @import { ReadGame } from "./wire.js"
 * @import { Source } from "./sources.js"
 */
import { searchWithoutPly } from "../game/address.js";
import { line } from "../net/study.js";
import { word } from "../words.js";
import { addressOf, nothing, ofRead, sourceOf } from "./sources.js";

export class Session extends EventTarget {
  /** What the address asked for when it was last looked at. */
  #asked = "";
  #questions = 0;
  /** What the address asked for when something was last shown. @type {string | null} */
  #shown = null;

  constructor() {
    super();
    addEventListener("popstate", () => (searchWithoutPly() === this.#asked ? this.#tell("turn") : this.open()));
  }

  /** What the address asks for, or the first position. */
  async open() {
    this.#asked = searchWithoutPly();
    const question = this.#begin();
    try {
      const found = await sourceOf(new URLSearchParams(location.search));
      await this.#show(found ?? nothing(), { question, isAsked: found !== null });
    } catch (error) {
      if (question === this.#questions) this.#tell("fail", error);
    }
  }

  /**
   * Somebody has brought a game: the address leads to it from now on.
   *
   * @param {ReadGame} game
   * @returns {Promise<boolean>} whether it is shown
   */
  async choose(game) {
    const before = location.href;
    const question = this.#begin();
    const source = ofRead(game);
    history.pushState(null, "", addressOf(source));
    this.#asked = searchWithoutPly();
    try {
      return await this.#show(source, { question, isAsked: true });
    } catch (error) {
      if (question !== this.#questions) return false;
      history.replaceState(null, "", before);
      this.#asked = searchWithoutPly();
      this.#tell("trouble", error);
      // What the address asks for was given up for this.
      if (this.#shown !== this.#asked) this.open();
      return false;
    }
  }

  #begin() {
    this.#questions += 1;
    return this.#questions;
  }

  /**
   * @param {Source} source
   * @param {{ question: number, isAsked: boolean }} how
   */
  async #show(source, { question, isAsked }) {
    if (source.isSecret) throw new Error(word("analyse.secret"));
    const read = await line(source.subject);
    if (question !== this.#questions) return false;
    this.#shown = this.#asked;
    this.#tell("show", { source, line: read, isAsked });
    return true;
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
