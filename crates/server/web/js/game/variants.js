// @ts-check
/**
 * The variants by their names, and as a list to choose from.
 *
 * @import { Options } from "../net/api.js"
 * @import { Variant } from "../wire.js"
 * @import { Entry } from "../parts/choice.js"
 */

import { word, wordOr } from "../i18n.js";

/** The server's groups in display order; unknown groups come last. */
const GROUPS = ["usual", "other starts", "other rules", "handicap"];

/** The variant that a size means unless another is chosen. */
export const OF_SIZE = /** @type {Record<string, string>} */ ({ 4: "tiny", 6: "six", 8: "standard" });

/**
 * The name of a variant; empty for the default of its size.
 * @param {Variant} variant
 */
export function variantName({ name, size, goal }) {
  if (name && name !== OF_SIZE[size]) return wordOr(`variants.${name}`, name);
  return goal === "fewest" ? word("play.fewest") : "";
}

/**
 * @param {Options["variants"]} variants
 * @returns {Entry[]} group by group
 */
export function variantEntries(variants) {
  const known = new Set([...GROUPS, ...variants.map(({ group }) => group)]);
  return [...known].flatMap((group) =>
    variants
      .filter((variant) => variant.group === group)
      .map(({ name, title }) => ({ value: name, label: wordOr(`variants.${name}`, title), group: wordOr(`newGame.groups.${group}`, group) })),
  );
}
