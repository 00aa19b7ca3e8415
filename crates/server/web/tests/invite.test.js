// @ts-check
/** The invite card by the reach of the server, and after a failed load. */

import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { after, before, test } from "node:test";
import { turnOrEnd } from "./harness/board.js";
import { keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start(["--public"]);
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** @param {import("playwright-core").Page} page */
async function invite(page) {
  await page.goto(server.url);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: "A friend, by link" }).check();
  await page.getByRole("radio", { name: "4×4" }).check();
  await page.getByRole("radio", { name: "Black" }).check();
  await page.getByRole("button", { name: "Start game" }).click();
  await page.waitForURL(/\/game\/\w+$/);
}

test("a server for the network invites by its address there, also whoever looks at it on this machine", async (t) => {
  const numbers = Object.values(networkInterfaces()).flat().filter((one) => one && !one.internal && one.family === "IPv4");
  if (numbers.length === 0) return t.skip("this machine has no network");
  const host = await visitor(browser);
  await invite(host.page);
  const link = await host.page.getByLabel("Invite link", { exact: true }).inputValue();
  const { hostname, port, pathname } = new URL(link);
  assert.ok(numbers.some((one) => one?.address === hostname), `${link} is at none of this machine’s addresses`);
  assert.equal(port, new URL(server.url).port);
  assert.equal(pathname, new URL(host.page.url()).pathname);
  const picture = await host.page.getByRole("img", { name: "QR code" }).locator("img").getAttribute("src");
  const wanted = await host.context.request.post(`${server.url}/api/qr`, { data: { text: link } });
  assert.equal(decodeURIComponent(picture ?? "").split(",").slice(1).join(","), await wanted.text(), "the code is that of the link");
  assert.equal(await host.page.getByText("Only this computer can open the link").count(), 0);
  await keepPicture(host.page, "invite-public");

  const guest = await visitor(browser);
  await guest.page.goto(link);
  await host.page.getByText("Your opponent has joined").waitFor();
  assert.equal(await turnOrEnd(host.page), "turn");
  assert.deepEqual(host.faults, []);
});

test("a server that does not know its address for others does not advise what was done already", async () => {
  const { page } = await visitor(browser);
  await page.route("**/api/options", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), reach: { public: true, origin: null } } });
  });
  await invite(page);
  await page.getByText("Only this computer can open the link").waitFor();
  assert.equal(await page.getByText("--public").count(), 0);
});

test("a part of the page that is no longer there is asked for again with the page", async () => {
  // A browser that stores the page still has the part.
  const { page } = await visitor(browser, { stores: false });
  await page.route("**/parts/{invite-card,key-help}.js", (route) => route.fulfill({ status: 404, body: "" }));
  await invite(page);
  await page.getByText("could not be loaded").waitFor();
  await keepPicture(page, "not-loaded");
  await page.keyboard.press("?");
  await page.locator(".toast", { hasText: "could not be loaded" }).waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByLabel("Invite link", { exact: true }).waitFor();
  assert.equal(await page.getByText("could not be loaded").count(), 0);
});
