// @ts-check
/** The two sides. @import { Color } from "../wire.js" */

/**
 * The other side.
 * @param {Color} color
 * @returns {Color}
 */
export function opponent(color) {
  return color === "black" ? "white" : "black";
}
