// @ts-check
/** Lists that keep their items while the contents change. */

/**
 * Puts one item for each of `things` into a list. An item whose face is the same is left alone, so that nothing jumps and the focus
 * is kept.
 *
 * @template Thing
 * @param {HTMLElement} list
 * @param {Thing[]} things
 * @param {object} how
 * @param {(thing: Thing) => string} how.key
 * @param {(thing: Thing) => string} how.face everything that is to be seen of it
 * @param {(item: HTMLElement, thing: Thing) => void} how.fill
 * @param {keyof HTMLElementTagNameMap} [how.tag]
 */
export function putItems(list, things, { key, face, fill, tag = "li" }) {
  const old = new Map([...list.children].map((item) => [/** @type {HTMLElement} */ (item).dataset.key, /** @type {HTMLElement} */ (item)]));
  const items = things.map((thing) => {
    const item = old.get(key(thing)) ?? document.createElement(tag);
    const seen = face(thing);
    if (item.dataset.face === seen) return item;
    item.dataset.key = key(thing);
    item.dataset.face = seen;
    refill(item, () => fill(item, thing));
    return item;
  });
  const isSame = items.length === list.children.length && items.every((item, place) => item === list.children[place]);
  if (isSame) return;
  const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  list.replaceChildren(...items);
  focused?.focus({ preventScroll: true });
}

/**
 * Refills an element and restores the focus by its index among the focusable elements.
 *
 * @param {HTMLElement} element
 * @param {() => void} fill
 */
export function refill(element, fill) {
  const focusable = () => [.../** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("a, button, summary, select, input"))];
  const place = focusable().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  fill();
  if (place >= 0) focusable()[place]?.focus({ preventScroll: true });
}
