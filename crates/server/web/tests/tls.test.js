// @ts-check
/** Where browsers let the page work without a network: HTTPS and localhost, and the reason elsewhere. */

import assert from "node:assert/strict";
import { X509Certificate, createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { ELSEWHERE, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";
import { settingsSay } from "./harness/stored.js";

/** @type {Server} */
let server;
/** @type {string} */
let secure;
before(async () => {
  server = await Server.start(["--tls", "--host", ELSEWHERE]);
  secure = `https://${ELSEWHERE}:${new URL(server.url).port}/`;
});
after(() => server?.stop());

test("a browser that trusts the certificate stores the page, and a plain address leads there", async () => {
  const { publicKey } = new X509Certificate(await server.file("tls/certificate.pem"));
  const key = createHash("sha256").update(publicKey.export({ type: "spki", format: "der" })).digest("base64");
  const browser = await launch([`--ignore-certificate-errors-spki-list=${key}`]);
  const { page, faults } = await visitor(browser);
  await page.goto(secure.replace("https:", "http:"));
  assert.equal(page.url(), secure);
  assert.ok(await page.evaluate(() => isSecureContext && crossOriginIsolated), "threads need both");
  await settingsSay(page, /^Works without/);
  await server.kill();
  await page.goto(`${secure}edit`);
  await page.getByRole("link", { name: "Outflank home" }).waitFor();
  await server.startAgain();
  assert.deepEqual(faults.filter((fault) => !/ERR_CONNECTION_REFUSED/.test(fault)), []);
  await browser.close();
});

test("a browser that does not trust the certificate is told why it cannot store the page", async () => {
  const browser = await launch();
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(secure);
  await settingsSay(page, /does not trust the server's certificate/);
  await browser.close();
});

test("without HTTPS the page works, and the settings say why it needs a network", async () => {
  const plain = await Server.start();
  const browser = await launch();
  const { page } = await visitor(browser);
  await page.goto(plain.url.replace("127.0.0.1", ELSEWHERE));
  await settingsSay(page, /only over HTTPS or at localhost/);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  await Promise.all([browser.close(), plain.stop()]);
});
