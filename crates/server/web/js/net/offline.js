// @ts-check
/**
 * Registers the service worker (sw.js), which makes the page work without a server. `ready` says
 * whether it does, or why not.
 *
 * @typedef {"ready" | "preparing" | "insecure" | "untrusted" | "unsupported" | "development"} Offline
 */
import { hasServer, isSparing } from "../place.js";

/** Pages that play or analyse: these let the browser store the engine. */
const USES_ENGINE = /^\/($|index|analyse|edit|game(\.html)?$)/;

/** How long the browser may take to store everything, in ms. */
const PATIENCE = 120_000;

/** @type {Promise<Offline>} */
export const ready = prepare();

/** @returns {Promise<Offline>} */
async function prepare() {
  // `serve --web` has no edition that could be stored as a whole.
  if (!import.meta.url.includes("/edition/")) return "development";
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator)) return "unsupported";
  try {
    const registration = await navigator.serviceWorker.register(hasServer ? "/sw.js" : "sw.js");
    // Browsers look for a new edition later, and some once a day. Without a network there is none.
    registration.update().catch(() => {});
    const { active } = await navigator.serviceWorker.ready;
    if (!active || !usesEngine() || isSparing()) return "ready";
    return await engineStored(active);
  } catch (error) {
    // A certificate that the user has let pass is not enough for the browser.
    return error instanceof DOMException && error.name === "SecurityError" ? "untrusted" : "preparing";
  }
}

/** @param {ServiceWorker} worker @returns {Promise<Offline>} */
function engineStored(worker) {
  return new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("message", ({ data }) => data === "engine stored" && resolve("ready"));
    // Messages wait until this is called where listeners are added this way.
    navigator.serviceWorker.startMessages();
    worker.postMessage("engine");
    setTimeout(() => resolve("preparing"), PATIENCE);
  });
}

function usesEngine() {
  return USES_ENGINE.test(hasServer ? location.pathname : `/${location.pathname.split("/").at(-1)}`);
}
