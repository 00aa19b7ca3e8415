// @ts-check
/** A line across the board that says what happened ("White passes"), for a moment. It is in nobody's way. */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * @param {HTMLElement} banner
 * @param {string} text
 * @param {number} ms how long it stays
 */
export function showBanner(banner, text, ms) {
  clearTimeout(timer);
  banner.textContent = text;
  banner.hidden = false;
  timer = setTimeout(() => hideBanner(banner), ms);
}

/** @param {HTMLElement} banner */
export function hideBanner(banner) {
  clearTimeout(timer);
  banner.hidden = true;
}
