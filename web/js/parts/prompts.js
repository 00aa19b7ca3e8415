// @ts-check
/**
 * A place for what asks for the user's attention. Prompts are known by their keys: one that stays is left alone, with
 * its focus, and only told to bring itself up to date.
 *
 * @typedef {object} Prompt
 * @property {string} key
 * @property {() => HTMLElement} build
 * @property {(element: HTMLElement) => void} [update]
 */

export class Prompts {
  #place;
  /** @type {Map<string, HTMLElement>} */
  #shown = new Map();

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
  }

  /**
   * @param {Prompt[]} prompts
   * @returns {boolean} whether one that had the focus is gone
   */
  show(prompts) {
    const wanted = new Map(prompts.map((prompt) => [prompt.key, this.#shown.get(prompt.key) ?? prompt.build()]));
    const left = [...this.#shown].filter(([key]) => !wanted.has(key)).map(([, element]) => element);
    const hadFocus = left.some((element) => element.contains(document.activeElement));
    for (const element of left) element.remove();
    this.#shown = wanted;
    [...wanted.values()].forEach((element, place) => {
      if (this.#place.children[place] !== element) this.#place.insertBefore(element, this.#place.children[place] ?? null);
    });
    for (const { key, update } of prompts) update?.(/** @type {HTMLElement} */ (wanted.get(key)));
    this.#place.hidden = wanted.size === 0;
    return hadFocus;
  }
}
