// @ts-check
/** What happens, said to those who listen: into the one `aria-live` region of the page. */

/** @type {HTMLElement | null} */
const region = document.getElementById("announcer");
/** @type {string[]} */
let waiting = [];

/**
 * Texts said in the same moment are read as one.
 * @param {string} text
 */
export function announce(text) {
  if (!text || !region) return;
  if (waiting.length === 0) queueMicrotask(speak);
  waiting.push(text);
}

function speak() {
  const line = document.createElement("p");
  line.textContent = waiting.join(" ");
  waiting = [];
  region?.append(line);
  while (region && region.childElementCount > 3) region.firstElementChild?.remove();
}
