// @ts-check
/** Intercepts analysis jobs between a page and the server. */

/**
 * `answer` gets every order; if it returns true, the server does not.
 *
 * @param {import("playwright-core").Page} page
 * @param {(order: any, say: (message: object) => void) => boolean} answer
 */
export async function standBetween(page, answer) {
  await page.routeWebSocket(/\/api\/jobs\/socket$/, (line) => {
    const server = line.connectToServer();
    line.onMessage((text) => {
      const { type, ref, job } = JSON.parse(String(text));
      const say = (/** @type {object} */ message) => line.send(JSON.stringify({ ref, ...message }));
      if (type !== "submit" || !answer(job, say)) server.send(text);
    });
  });
}

/**
 * A message about a job, as the server writes it.
 *
 * @param {"values" | "review"} kind
 * @param {string} status
 * @param {object} [facts]
 */
export function news(kind, status, facts = {}) {
  return { type: "job", state: { kind, status, cached: false, ...facts } };
}
