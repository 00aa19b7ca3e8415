// @ts-check
/**
 * Keys of the page. Those of the board come first: it keeps what it understands.
 *
 * @typedef {object} Deeds
 * @property {(by: number) => void} step
 * @property {(end: "first" | "last") => void} goTo
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => void} newGame
 * @property {() => void} help
 */

/** @param {Deeds} deeds */
export function listenToKeys(deeds) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isElsewhere(event)) return;
    const deed = deedOf(event, deeds);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {Deeds} deeds
 * @returns {(() => void) | null}
 */
function deedOf(event, deeds) {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
  if (isUndo) return deeds.undo;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => deeds.step(-1),
    ArrowRight: () => deeds.step(1),
    Home: () => deeds.goTo("first"),
    End: () => deeds.goTo("last"),
    h: deeds.hint,
    n: deeds.newGame,
    "?": deeds.help,
  };
  return keys[event.key] ?? keys[event.key.toLowerCase()] ?? null;
}

/** Is somebody typing, or in a dialog? @param {KeyboardEvent} event */
function isElsewhere({ target }) {
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, dialog, [popover], [contenteditable]") !== null;
}
