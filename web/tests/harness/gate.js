// @ts-check
/** A gate before the server: what a page asks for waits until it is opened. */

/**
 * Holds what a page asks for at these addresses.
 *
 * @param {import("playwright-core").Page} page
 * @param {string | RegExp} address
 */
export async function hold(page, address) {
  /** @type {() => void} */
  let open = () => {};
  const opened = /** @type {Promise<void>} */ (new Promise((resolve) => (open = resolve)));
  await page.route(address, async (route) => {
    await opened;
    // Whoever asked may not wait for it any more.
    await route.continue().catch(() => {});
  });
  return { open };
}
