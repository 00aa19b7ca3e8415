// @ts-check
/** Two players with an invite link, and a spectator. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, legalSquares, listReaches, listedMoves, turnOrEnd, wasTaken } from "./harness/board.js";
import { ELSEWHERE, PHONE, keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** @param {string} [size] */
async function inviteSomebody(size = "4×4") {
  const host = await visitor(browser);
  await host.page.goto(server.url);
  await host.page.getByRole("button", { name: "New game" }).click();
  await host.page.getByRole("radio", { name: "A friend, by link" }).check();
  await host.page.getByRole("radio", { name: size }).check();
  await host.page.getByRole("radio", { name: "Black" }).check();
  await host.page.getByRole("button", { name: "Start game" }).click();
  await host.page.waitForURL(/\/game\/\w+$/);
  const field = host.page.getByLabel("Invite link", { exact: true });
  await field.waitFor();
  return { host, link: await field.inputValue() };
}

test("two browsers play each other by link while a third one looks on", async () => {
  const { host, link } = await inviteSomebody();
  await keepPicture(host.page, "invite");
  const guest = await visitor(browser);
  await guest.page.goto(link);
  await guest.page.waitForURL((url) => url.hash === "");
  const watcher = await visitor(browser);
  await watcher.page.goto(host.page.url());
  await watcher.page.locator("reversi-board[data-size]").waitFor();

  const everybody = [host.page, guest.page, watcher.page];
  while (await oneMove(host.page, guest.page)) {
    const { length } = await listedMoves(host.page);
    await Promise.all(everybody.map((page) => listReaches(page, length)));
  }
  const game = await server.game(new URL(host.page.url()).pathname.split("/")[2]);
  await Promise.all(everybody.map((page) => listReaches(page, game.moves.length)));
  const lists = await Promise.all([host, guest, watcher].map(({ page }) => listedMoves(page)));
  assert.deepEqual(lists[1], lists[0]);
  assert.deepEqual(lists[2], lists[0]);
  assert.equal(await legalCount(watcher.page), 0, "a spectator has nothing to press");
  for (const { page } of [host, guest]) await page.getByRole("heading", { name: /You win|You lose|Draw/ }).waitFor();
  for (const { faults } of [host, guest, watcher]) assert.deepEqual(faults, []);
});

test("who has only the address of the page looks on", async () => {
  const { host, link } = await inviteSomebody();
  const guest = await visitor(browser);
  await guest.page.goto(link);
  await guest.page.waitForURL((url) => url.hash === "");
  await turnOrEnd(host.page);
  const late = await visitor(browser);
  await late.page.goto(host.page.url());
  await late.page.locator("reversi-board[data-size]").waitFor();
  const [square] = await legalSquares(host.page);
  await cell(late.page, square).click({ force: true });
  await cell(host.page, square).click();
  await wasTaken(late.page, square);
  assert.equal(await legalCount(late.page), 0);
});

test("a link seats the first who opens it; the second is told so, and watches", async () => {
  const { host, link } = await inviteSomebody();
  const [guest, late] = [await visitor(browser), await visitor(browser)];
  await guest.page.goto(link);
  await turnOrEnd(host.page);
  await late.page.goto(link);
  await late.page.getByText("The seat is taken. You are watching").waitFor();
  await keepPicture(late.page, "seat-taken");
  assert.deepEqual(late.faults, []);
  await guest.page.goto(link);
  await guest.page.locator("#near[data-color=white]").waitFor();
  assert.equal(await guest.page.getByText("The seat is taken").count(), 0, "who sits there comes back by the same link");
  await guest.page.waitForURL((url) => url.hash === "");
  assert.equal(await guest.page.getByText("The link is for your opponent").count(), 0, "it was his");
});

test("a link that lacks its end, or was never one, is said to be so", async () => {
  const { link } = await inviteSomebody();
  const [address, secret] = link.split("#");
  for (const [fragment, told] of [[secret.slice(0, 8), "This link is incomplete"], ["0".repeat(64), "This invite link is not valid"]]) {
    const { page, faults } = await visitor(browser);
    await page.goto(`${address}#${fragment}`);
    await page.getByText(told).waitFor();
    await page.getByText("You are watching").waitFor();
    assert.deepEqual(faults, []);
  }
});

test("who invites is not seated by the own link", async () => {
  const { host, link } = await inviteSomebody();
  const second = await host.context.newPage();
  await second.goto(link);
  await second.getByText("The link is for your opponent").waitFor();
  await second.getByLabel("Invite link", { exact: true }).waitFor();
});

test("who misses the answer loads the page again and sits", async () => {
  const { host, link } = await inviteSomebody();
  const guest = await visitor(browser);
  // The server gives the seat, but the connection breaks before the reply arrives.
  await guest.page.route("**/seats", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await guest.page.goto(link);
  await host.page.getByText("Your opponent has joined").waitFor();
  await guest.page.unroute("**/seats");
  assert.equal(new URL(guest.page.url()).hash, new URL(link).hash, "the link stays in the address");
  await guest.page.reload();
  await guest.page.waitForURL((url) => url.hash === "");
  await guest.page.locator("#near[data-color=white]").waitFor();
  assert.equal(await guest.page.getByText("You are watching").count(), 0);
});

test("a browser that keeps no cookies spends no link, and is told so", async () => {
  const { host, link } = await inviteSomebody();
  const guest = await visitor(browser);
  await guest.page.route("**/api/session", (route) => route.fulfill({ status: 204 }));
  await guest.page.goto(link);
  await guest.page.getByText("Your browser blocks cookies").waitFor();
  await guest.page.unroute("**/api/session");
  await guest.page.reload();
  await host.page.getByText("Your opponent has joined").waitFor();
});

test("who has lost the seat is given a new link", async () => {
  const { host, link } = await inviteSomebody();
  const guest = await visitor(browser);
  await guest.page.goto(link);
  await turnOrEnd(host.page);
  await guest.context.clearCookies();
  await guest.page.goto("about:blank");
  const [square] = await legalSquares(host.page);
  await cell(host.page, square).click();
  const field = host.page.getByLabel("Invite link", { exact: true });
  // The socket reports the free seat before the reply brings the new link.
  await host.page.route("**/invite", async (route) => {
    const response = await route.fetch();
    await host.page.getByText("Waiting for your opponent").waitFor();
    assert.equal(await field.count(), 0, "the old link is not shown again");
    await route.fulfill({ response });
  });
  await host.page.getByRole("button", { name: "New link" }).click();
  await field.waitFor();
  await keepPicture(host.page, "invite-again");
  const again = await field.inputValue();
  assert.notEqual(again, link);
  await guest.page.goto(again);
  assert.equal(await turnOrEnd(guest.page), "turn");
  await field.waitFor({ state: "detached" });
});

test("an address of this computer alone is no invite for others, and says so", async () => {
  const { host } = await inviteSomebody();
  await host.page.getByText("Only this computer can open the link").waitFor();
  await host.page.getByText("outflank serve --public").waitFor();
  assert.equal(await host.page.getByRole("img", { name: "QR code" }).count(), 0);
});

test("before the game is made, the dialog says that only this computer can open the link", async () => {
  for (const [locale, radio, note] of [
    ["en-GB", "A friend, by link", "Only this computer can open the link. To let others in, start the server with outflank serve --public"],
    ["ja-JP", "友だちを招待", "リンクはこのコンピュータでしか開けません。 ほかの人を招くには、サーバーを次のように起動してください： outflank serve --public"],
  ]) {
    const { page } = await visitor(browser, { locale, size: PHONE });
    await page.goto(server.url);
    await page.locator(".ways button").first().click();
    const dialog = page.getByRole("dialog");
    assert.equal(await dialog.getByText("outflank serve --public").count(), 0, "against the computer it does not matter");
    await dialog.getByRole("radio", { name: radio }).check();
    assert.equal(await dialog.getByRole("status").textContent(), note);
    for (const [width, height] of [[360, 740], [740, 360], [844, 390], [1280, 800]]) {
      await page.setViewportSize({ width, height });
      await keepPicture(page, `invite-only-here-${locale}-${width}`);
    }
    await dialog.getByRole("radio").nth(2).check();
    assert.equal(await dialog.getByRole("status").textContent(), "");
  }
});

test("an address that others reach comes with a code to scan", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url.replace("127.0.0.1", ELSEWHERE));
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: "A friend, by link" }).check();
  assert.equal(await page.getByText("Only this computer can open the link").count(), 0);
  await page.getByRole("button", { name: "Start game" }).click();
  await page.getByRole("img", { name: "QR code" }).locator("img").waitFor();
  assert.equal(await page.getByText("Only this computer can open the link").count(), 0);
  await keepPicture(page, "invite-with-code");
});

test("who sits down by a link may tell a name, which is remembered", async () => {
  const { host, link } = await inviteSomebody();
  const guest = await visitor(browser, { size: PHONE });
  await guest.page.goto(link);
  await host.page.getByText("Your opponent has joined").waitFor();
  const field = guest.page.getByLabel("Your name");
  await field.waitFor();
  await keepPicture(guest.page, "name-phone");
  await field.fill("Bob");
  await guest.page.getByRole("button", { name: "Save" }).click();
  await field.waitFor({ state: "detached" });
  await host.page.locator("#far .name", { hasText: "Bob" }).waitFor();
  const second = await inviteSomebody();
  await guest.page.goto(second.link);
  await guest.page.waitForURL((url) => url.hash === "");
  await second.host.page.locator("#far .name", { hasText: "Bob" }).waitFor();
  assert.equal(await guest.page.getByLabel("Your name").count(), 0, "it is asked once");
});

test("a rematch is played with the colors swapped", async () => {
  const { host, link } = await inviteSomebody();
  const guest = await visitor(browser);
  await guest.page.goto(link);
  await guest.page.waitForURL((url) => url.hash === "");
  await turnOrEnd(host.page);
  await host.page.getByRole("button", { name: "Resign" }).click();
  await host.page.getByRole("button", { name: "Resign", exact: true }).click();
  await host.page.getByRole("heading", { name: "You lose" }).waitFor();
  await host.page.getByRole("button", { name: "Rematch" }).click();
  const before = host.page.url();
  await guest.page.getByRole("button", { name: "Accept" }).click();
  for (const { page } of [host, guest]) await page.waitForURL((url) => /^\/game\/\w+$/.test(url.pathname) && url.href !== before);
  assert.equal(await turnOrEnd(guest.page), "turn", "who was white begins now");
});

/**
 * One move by the side to move.
 *
 * @param {...import("playwright-core").Page} pages
 * @returns {Promise<boolean>} false when the game is over
 */
async function oneMove(...pages) {
  const page = await Promise.any(pages.map((one) => turnOrEnd(one).then(() => one)));
  if ((await turnOrEnd(page)) === "over") return false;
  const [square] = await legalSquares(page);
  await cell(page, square).click();
  await wasTaken(page, square);
  return true;
}

/** @param {import("playwright-core").Page} page */
function legalCount(page) {
  return page.locator("reversi-board[data-playable] button[data-legal]").count();
}
