// @ts-check
/**
 * Does the user use keys or a pointer? Remembered across pages, so that a new page knows where to
 * put the focus and whether to show it.
 */

const KEY = "outflank.keys";

/** Whether the last thing that was touched was a key. */
export function goesByKeys() {
  try {
    return sessionStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

/** Does nothing have the focus? */
export function isFocusLost() {
  return document.activeElement === null || document.activeElement === document.body;
}

/** @param {boolean} isKey */
function remember(isKey) {
  try {
    sessionStorage.setItem(KEY, isKey ? "yes" : "no");
  } catch {
    // Without storage each page starts without knowing.
  }
}

addEventListener("keydown", ({ key }) => !["Control", "Alt", "Meta", "Shift"].includes(key) && remember(true), { capture: true });
addEventListener("pointerdown", () => remember(false), { capture: true });
