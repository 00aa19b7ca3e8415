// @ts-check
/** Texts and files that are dropped or pasted anywhere on a page. */

/** @param {(content: Blob | string, name?: string) => void} take */
export function listenToDrops(take) {
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer) return;
    event.preventDefault();
    document.body.toggleAttribute("data-dragged", true);
  });
  for (const end of ["dragleave", "drop"]) addEventListener(end, () => document.body.toggleAttribute("data-dragged", false));
  addEventListener("drop", (event) => {
    if (isTyping(event) || !event.dataTransfer) return;
    event.preventDefault();
    takeFrom(event.dataTransfer, take);
  });
  addEventListener("paste", (event) => {
    if (isTyping(event) || !event.clipboardData) return;
    takeFrom(event.clipboardData, take);
  });
}

/**
 * @param {DataTransfer} data
 * @param {(content: Blob | string, name?: string) => void} take
 */
function takeFrom(data, take) {
  const [file] = data.files;
  const text = data.getData("text/plain").trim();
  if (file) take(file, file.name);
  else if (text) take(text);
}

/** @param {Event} event */
function isTyping({ target }) {
  return target instanceof Element && target.closest("input, textarea, dialog") !== null;
}
