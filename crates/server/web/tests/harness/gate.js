// @ts-check
/** A gate before the server: requests of a page wait until it opens. */

/**
 * Holds requests to these addresses.
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
    // The page may have cancelled the request.
    await route.continue().catch(() => {});
  });
  return { open };
}
