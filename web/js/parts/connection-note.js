// @ts-check
/** Says that the line is being tried again, without leaving the board; and that there is no such game. */
import { RECONNECTING_AFTER } from "../timing.js";
import { word } from "../words.js";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {"open" | "lost" | "gone"} connection */
export function showConnection(connection) {
  clearTimeout(timer);
  document.body.dataset.connection = connection;
  const note = /** @type {HTMLElement} */ (document.getElementById("connection"));
  if (connection !== "lost") note.hidden = true;
  else timer = setTimeout(() => show(note), RECONNECTING_AFTER);
}

/** @param {HTMLElement} note */
function show(note) {
  note.textContent = word("connection.reconnecting");
  note.hidden = false;
}
