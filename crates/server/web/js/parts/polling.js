// @ts-check
/** Polls while the page is visible. */

/**
 * Calls `ask` at once, then every `every` ms while the page is visible, and when it becomes visible
 * again. Never runs twice at a time.
 *
 * @param {() => Promise<unknown>} ask which tells of its failures itself
 * @param {number} every ms
 * @returns {() => Promise<void>} asks now
 */
export function keepFresh(ask, every) {
  let isAsking = false;
  const now = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      await ask();
    } finally {
      isAsking = false;
    }
  };
  const ifSeen = () => document.visibilityState === "visible" && now();
  setInterval(ifSeen, every);
  document.addEventListener("visibilitychange", ifSeen);
  addEventListener("pageshow", (event) => event.persisted && now());
  now();
  return now;
}
