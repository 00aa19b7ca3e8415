// @ts-check
/**
 * One of few, all of them visible: a group of radio buttons drawn as a row of tiles.
 *
 * @typedef {object} Tile
 * @property {string} value
 * @property {string} label
 * @property {Node} [picture]
 *
 * @typedef {{ value: string, label: string, group?: string }} Entry
 */

import { el } from "../dom.js";

/**
 * @param {object} choice
 * @param {string} choice.name of the form field; unique on the page
 * @param {string} choice.legend
 * @param {Tile[]} choice.tiles
 * @param {string} choice.value the one chosen at first
 * @param {(value: string) => void} [choice.onchoose]
 * @param {boolean} [choice.autofocus] whether a dialog opens with the chosen one focused
 */
export function choice({ name, legend, tiles, value, onchoose, autofocus = false }) {
  const group = el("fieldset", { class: "choice" }, el("legend", {}, legend));
  const row = el("div", { class: "tiles" }, ...tiles.map((one) => tile(name, one, one.value === value)));
  row.querySelector(":checked")?.toggleAttribute("autofocus", autofocus);
  row.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement) onchoose?.(event.target.value);
  });
  group.append(row);
  return group;
}

/**
 * @param {string} name
 * @param {Tile} tile
 * @param {boolean} isChosen
 */
function tile(name, { value, label, picture }, isChosen) {
  const input = el("input", { type: "radio", name, value, checked: isChosen });
  return el("label", { class: "tile" }, input, picture, el("span", {}, label));
}

/**
 * One of many: a labelled select.
 *
 * @param {object} field
 * @param {string} field.name
 * @param {string} field.label
 * @param {Entry[]} field.entries those of a group stand together
 * @param {string} field.value
 */
export function select({ name, label, entries, value }) {
  const chooser = el("select", { name, class: "field" });
  for (const entry of entries) {
    placeFor(chooser, entry.group).append(el("option", { value: entry.value, selected: entry.value === value }, entry.label));
  }
  return el("label", { class: "line" }, el("span", {}, label), chooser);
}

/**
 * @param {HTMLSelectElement} chooser
 * @param {string | undefined} group
 */
function placeFor(chooser, group) {
  const last = chooser.lastElementChild;
  if (!group) return chooser;
  if (last instanceof HTMLOptGroupElement && last.label === group) return last;
  const made = el("optgroup", { label: group });
  chooser.append(made);
  return made;
}
