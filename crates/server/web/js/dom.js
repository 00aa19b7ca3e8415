// @ts-check
/**
 * Builds elements.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * Creates an element with attributes and children. A function is a listener. `true` sets an
 * attribute; `false`, `null` and `undefined` leave it out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes);
  fill(element, children);
  return element;
}

/**
 * Creates an SVG element in the same way.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  decorate(element, attributes);
  fill(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} attributes
 */
function decorate(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), /** @type {EventListener} */ (value));
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function fill(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Listens to an event and passes on its `detail`.
 *
 * @param {EventTarget} target
 * @param {string} name
 * @param {(detail: any) => void} listener
 */
export function on(target, name, listener) {
  target.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));
}

/**
 * Calls `run` once the page has loaded; scripts may run later than that.
 *
 * @param {() => unknown} run
 */
export function whenLoaded(run) {
  if (document.readyState === "complete") run();
  else addEventListener("load", run, { once: true });
}
