// @ts-check
/** Prefetches the files of the game page, so that a game opens at once. */

import { whenLoaded } from "../dom.js";
import { address, isSparing } from "../place.js";

const NEEDED = "link[rel=stylesheet], link[rel=modulepreload], script[src]";

/** Fetches the files of the game page once this page is idle. */
export function fetchGameAhead() {
  if (isSparing()) return;
  whenLoaded(whenIdle);
}

function whenIdle() {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(fetchAll);
  else setTimeout(fetchAll);
}

/** The page of a game says itself what it needs. */
async function fetchAll() {
  try {
    const text = await (await fetch(address("/game"))).text();
    const game = new DOMParser().parseFromString(text, "text/html");
    for (const element of game.querySelectorAll(NEEDED)) ahead(element.getAttribute("href") ?? element.getAttribute("src") ?? "");
  } catch {
    // It is fetched when it is needed.
  }
}

/** @param {string} href */
function ahead(href) {
  const link = document.createElement("link");
  link.rel = "prefetch";
  link.href = href;
  document.head.append(link);
}
