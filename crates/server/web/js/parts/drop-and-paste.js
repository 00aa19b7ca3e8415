// @ts-check
/**
 * Texts and files that are dropped or pasted anywhere on a page.
 *
 * @typedef {(content: Blob | string, name?: string, files?: File[]) => void} Take the first file with its name and all of them, or a text
 */

/**
 * Takes files dropped anywhere, because the browser would otherwise leave the page. Takes text only
 * outside input fields. If the clipboard has text and a picture, as for copied tables, the text
 * counts.
 *
 * @param {Take} take
 */
export function listenToDrops(take) {
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer || (isTyping(event) && !hasFiles(event.dataTransfer))) return;
    event.preventDefault();
    document.body.toggleAttribute("data-dragged", true);
  });
  for (const end of ["dragleave", "drop"]) addEventListener(end, () => document.body.toggleAttribute("data-dragged", false));
  addEventListener("drop", (event) => takeFrom(event.dataTransfer, event, take));
  addEventListener("paste", (event) => {
    if (!isTyping(event)) takeFrom(event.clipboardData, event, take, { isTextMeant: true });
  });
}

/**
 * @param {DataTransfer | null} data
 * @param {Event} event
 * @param {Take} take
 * @param {{ isTextMeant?: boolean }} [manner]
 */
function takeFrom(data, event, take, { isTextMeant = false } = {}) {
  if (!data || (isTyping(event) && !hasFiles(data))) return;
  event.preventDefault();
  const files = [...data.files];
  const text = data.getData("text/plain").trim();
  if (files.length > 0 && !(isTextMeant && text)) take(files[0], files[0].name, files);
  else if (text && !isInDialog(event)) take(text);
}

/** While it is dragged only the kind of it is known. @param {DataTransfer} data */
function hasFiles(data) {
  return data.types.includes("Files");
}

/** @param {Event} event */
function isTyping({ target }) {
  return target instanceof Element && target.closest("input, textarea") !== null;
}

/** @param {Event} event */
function isInDialog({ target }) {
  return target instanceof Element && target.closest("dialog") !== null;
}
