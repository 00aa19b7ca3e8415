// @ts-check
/** Drawings on buttons: 24 by 24, strokes in the color of the text. */

import { svg } from "../dom.js";

const PATHS = /** @type {const} */ ({
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 5v14M16 5v14",
  back: "M15 6l-6 6 6 6",
  forward: "M9 6l6 6-6 6",
  first: "M17 6l-6 6 6 6M7 6v12",
  last: "M7 6l6 6-6 6M17 6v12",
  close: "M6 6l12 12M18 6L6 18",
  computer: "M5 6h14v9H5zM9 19h6M12 15v4",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5",
  people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 2.5-5 6-5s6 2 6 5M16 5.5a3 3 0 0 1 0 5.5M17.5 14.5c2.2.6 3.5 2.2 3.5 4.5",
  undo: "M9 7L4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
  hint: "M9.5 18h5M10.5 21h3M12 3a6.2 6.2 0 0 0-3.7 11.2c.8.6 1.2 1.3 1.2 2.1h5c0-.8.4-1.5 1.2-2.1A6.2 6.2 0 0 0 12 3z",
  flag: "M6 21V4M6 5c3-1.8 6 1.6 12 0v8.5c-6 1.6-9-1.8-12 0",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  cup: "M8 4h8v5a4 4 0 0 1-8 0zM8 5.5H4.5V7A3.5 3.5 0 0 0 8 10.5M16 5.5h3.5V7a3.5 3.5 0 0 1-3.5 3.5M12 13v4M8.5 20h7M10 17h4",
  screen: "M3.5 5h17v11h-17zM12 16v4M8 20h8",
  download: "M12 4v10M7.5 10l4.5 4.5L16.5 10M5 19.5h14",
  plus: "M12 5v14M5 12h14",
  stop: "M7 7h10v10H7z",
  share: "M12 15V3.5M8 7l4-3.8L16 7M6 11H5v9h14v-9h-1",
  graph: "M4 4v16h16M7 15l3.5-5 3 3L19 6",
  menu: "M4 7h16M4 12h16M4 17h16",
  open: "M3.5 19V5.5h6l2 2.5h9V19z",
  hidden: "M3 3l18 18M10 6c.6-.3 1.3-.5 2-.5 6 0 9.500 6.500 9.500 6.500s-1 1.900-2.900 3.600M6 8c-2.200 1.800-3.500 4-3.500 4S6 18.500 12 18.500c1.300 0 2.500-.3 3.500-.8",
  pencil: "M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19z",
  archive: "M4 8h16v12H4zM3 4h18v4H3zM10 12h4",
  upload: "M12 15V4M7.500 8.500L12 4l4.500 4.500M5 19.500h14",
});

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", "data-icon": name }, svg("path", { d: PATHS[name] }));
}
