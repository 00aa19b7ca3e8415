// @ts-check
/** Where in a file something could not be read: the server writes `game 4, line 7`, `byte 0` or `the end`. */
import { wordOr } from "../words.js";

/** @param {string} place */
export function placeText(place) {
  return place
    .split(", ")
    .map((part) => {
      const [, unit, number] = /^(\w+) (\d+)$/.exec(part) ?? [];
      return unit ? wordOr(`places.${unit}`, part, { number }) : wordOr(`places.${part}`, part);
    })
    .join(wordOr("places.and", ", "));
}
