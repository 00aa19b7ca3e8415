// @ts-check
/** Keeps something fresh while it is looked at. */

/**
 * Asks at once, then again and again while the page is in sight, and when it comes back into sight. Never twice at a time.
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
