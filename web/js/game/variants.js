// @ts-check
/**
 * The variants as a list to choose from.
 *
 * @import { Options } from "../net/api.js"
 * @import { Entry } from "../parts/choice.js"
 */

import { wordOr } from "../words.js";

/** The groups of the server, in the order of their strangeness; one that is not known here comes last. */
const GROUPS = ["usual", "other starts", "other rules", "handicap"];

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
