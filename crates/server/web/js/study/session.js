// @ts-check
/**
 * Loads the game of the analysis page: from the address, or one that the user opens. Only the latest
 * request counts. Events: `show` (detail `{ source, line, isAsked }`), `fail` (detail: the error) when
 * there is no game, `trouble` (the same) when the old game stays, `turn` when the address names
 * another move of the same game.
 *
 * @import { ReadGame } from "./wire.js"
 * @import { Source } from "./sources.js"
 */
import { searchWithoutPly } from "../game/address.js";
import { word } from "../i18n.js";
import { line } from "../net/study.js";
import { addressOf, nothing, ofRead, sourceOf } from "./sources.js";

export class Session extends EventTarget {
  /** The query of the last request. */
  #asked = "";
  #questions = 0;
  /** The query of the game on the board. @type {string | null} */
  #shown = null;

  constructor() {
    super();
    addEventListener("popstate", () => (searchWithoutPly() === this.#asked ? this.#tell("turn") : this.open()));
  }

  /** Opens the game of the address, or the start position. */
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
   * Opens a game that the user chose and puts it into the address.
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
      // The user has opened another game meanwhile.
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
    read.moves.forEach((turn, place) => turn.lost && (turn.lost = source.lost?.[place] ?? turn.lost));
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
