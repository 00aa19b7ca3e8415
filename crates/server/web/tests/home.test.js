// @ts-check
/** The home page. */

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { cell, legalSquares, listHas, playToTheEnd, turnOrEnd, wasTaken } from "./harness/board.js";
import { PHONE, covered, keepPicture, launch, visitor } from "./harness/browser.js";
import { BINARY, Server } from "./harness/server.js";

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

test("one click leads to a game that can be played", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  assert.equal(await turnOrEnd(page), "turn");
  assert.deepEqual((await legalSquares(page)).sort(), ["c4", "d3", "e6", "f5"]);
  assert.deepEqual(faults, []);
});

test("touching the board of the first page makes the first move", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url);
  await cell(page, "f5").click();
  await page.waitForURL(/\/game\/\w+$/);
  await wasTaken(page, "f5");
  await listHas(page, 2);
});

test("every page loads with less than 200 KB in all", async () => {
  const { id } = await server.create({ black: "greedy", white: "random", you: "none", variant: "tiny" });
  const host = await visitor(browser);
  const { url } = await server.tournamentAs(host.context, { players: ["greedy", "random"] });
  for (const path of ["/", `/game/${id}`, `/watch/${id}`, "/arena", url, `${url}/projector`, "/bot"]) {
    const { page, context } = await visitor(browser);
    /** @type {Promise<number>[]} */
    const sizes = [];
    page.on("requestfinished", async (request) => sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize)));
    await page.goto(server.url + path, { waitUntil: "networkidle" });
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    assert.ok(total > 10_000 && total < 200_000, `${path} takes ${total} bytes in ${sizes.length} answers`);
    await context.close();
  }
});

for (const [size, squares] of covered([[4, 16], [6, 36]])) {
  test(`a game on ${size}x${size}, chosen in the dialog, is played to its end`, async () => {
    const { page, faults } = await visitor(browser);
    await page.goto(server.url);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("radio", { name: `${size}×${size}` }).check();
    await page.getByRole("radio", { name: "White" }).check();
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL(/\/game\/\w+$/);
    await page.locator(`reversi-board[data-size="${size}"]`).waitFor();
    assert.equal(await page.locator("reversi-board button").count(), squares);
    await playToTheEnd(page, (square) => cell(page, square).click());
    await page.getByRole("heading", { name: /You win|You lose|Draw/ }).waitFor();
    await keepPicture(page, `end-${size}x${size}`);
    assert.deepEqual(faults, []);
  });
}

test("games that were begun wait on the first page, with their boards", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  assert.equal(await turnOrEnd(page), "turn");
  const address = page.url();
  await page.goto(server.url);
  const card = page.getByRole("region", { name: "Your games" }).getByRole("link");
  await card.waitFor();
  await keepPicture(page, "home-with-game");
  await card.click();
  await page.waitForURL(address);
});

test("the variants stand in groups, the usual one first", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByText("More", { exact: true }).click();
  const groups = page.getByLabel("Variant").locator("optgroup");
  const labels = await groups.evaluateAll((all) => all.map((group) => group.getAttribute("label")));
  assert.deepEqual(labels, ["Standard rules", "Other starts", "Other rules", "Handicaps"]);
  assert.deepEqual(await groups.first().locator("option").allTextContents(), ["Standard"]);
});

test("the dialog remembers the variant, and asks two at one screen for no color and no name", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: "Two players here" }).check();
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("combobox", { name: "Variant" }).selectOption("octagon");
  assert.equal(await page.getByRole("group", { name: "Your color" }).count(), 0);
  assert.equal(await page.getByRole("textbox", { name: "Your name" }).count(), 0);
  await page.getByRole("button", { name: "Start game" }).click();
  await page.waitForURL(/\/game\/\w+$/);
  await page.goto(server.url);
  await page.getByRole("button", { name: "New game" }).click();
  assert.equal(await page.locator("select[name=variant]").inputValue(), "octagon");
  await page.getByRole("radio", { name: "6×6" }).check();
  assert.equal(await page.locator("select[name=variant]").inputValue(), "six");
});

test("an unfinished game is found however many were finished since", async () => {
  const { page, context } = await visitor(browser);
  const { id } = await server.createAs(context, {});
  for (let games = 0; games < 8; games += 1) {
    const { id: other } = await server.createAs(context, { variant: "tiny" });
    await server.command(context, other, { type: "resign" });
  }
  await page.goto(server.url);
  const card = page.getByRole("region", { name: "Your games" }).getByRole("link");
  await card.waitFor();
  assert.equal(await card.getAttribute("href"), `/game/${id}`);
});

test("what others play is found however many games one has begun oneself", async () => {
  const { page, context } = await visitor(browser);
  const stranger = await visitor(browser);
  const { id } = await server.createAs(stranger.context, { from: "f5d6" });
  const { id: unplayed } = await server.createAs(stranger.context, {});
  /** @type {string[]} */
  const own = [];
  for (let games = 0; games < 8; games += 1) own.push((await server.createAs(context, { from: "f5d6" })).id);
  await page.goto(server.url);
  const cards = page.getByRole("region", { name: "Live games" }).getByRole("link");
  await cards.first().waitFor();
  const shown = await cards.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  assert.equal(shown[0], `/watch/${id}`, "the last that others began is first");
  assert.ok(!shown.includes(`/watch/${unplayed}`), "nobody has moved there");
  assert.deepEqual(shown.filter((link) => own.some((game) => link === `/watch/${game}`)), []);
});

test("the simple bots can be played against too", async () => {
  const { page } = await visitor(browser);
  await page.goto(server.url);
  for (const [bot, name] of [["Greedy", "greedy"], ["Random", "random"]]) {
    await page.goto(server.url);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("radio", { name: "By level" }).check();
    await page.getByRole("slider", { name: "Level" }).waitFor();
    await page.getByRole("group", { name: "Computer player" }).getByRole("radio", { name: bot }).check();
    assert.equal(await page.getByRole("slider", { name: "Level" }).isVisible(), false);
    await keepPicture(page, `new-game-${name}`);
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL(/\/game\/\w+$/);
    assert.equal(await turnOrEnd(page), "turn");
    const game = await server.game(page.url().split("/").at(-1) ?? "");
    assert.equal(game.seats.white.player, name);
    await page.getByText(bot, { exact: true }).first().waitFor();
  }
});

test("players that the operator offers stand among the opponents, and play under their names", async () => {
  const own = await Server.start(["--player", `Ann=${resolve(BINARY)} bot greedy`]);
  try {
    const { page, faults } = await visitor(browser);
    await page.goto(own.url);
    await page.getByRole("button", { name: "New game" }).click();
    await page.getByRole("radio", { name: "Ann" }).check();
    await keepPicture(page, "new-game-operator");
    await page.getByRole("button", { name: "Start game" }).click();
    await page.waitForURL(/\/game\/\w+$/);
    assert.equal(await turnOrEnd(page), "turn");
    await cell(page, "d3").click();
    await wasTaken(page, "d3");
    assert.equal(await turnOrEnd(page), "turn");
    await page.getByText("Ann", { exact: true }).first().waitFor();
    const game = await own.game(page.url().split("/").at(-1) ?? "");
    assert.deepEqual([game.seats.white.player, game.moves.length], ["player:Ann", 2]);
    assert.deepEqual(faults, []);
  } finally {
    await own.stop();
  }
});

test("a page that nobody looks at asks for nothing", async () => {
  const { page } = await visitor(browser);
  await page.clock.install();
  await page.goto(server.url);
  await page.getByText("Your games appear here").waitFor();
  let asked = 0;
  page.on("request", () => (asked += 1));
  await page.clock.runFor(30_000);
  assert.ok(asked > 0, "lists are kept fresh");
  await page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden" }));
  asked = 0;
  await page.clock.runFor(60_000);
  assert.equal(asked, 0);
});

test("an unknown address leads home", async () => {
  const { page } = await visitor(browser, { size: PHONE });
  for (const path of ["/nothing", "/nothing/here", "/game/", "/game/short", "/watch/%ff", "/tournament/x/projector"]) {
    assert.equal((await page.goto(server.url + path))?.status(), 404, path);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await keepPicture(page, "not-found");
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("button", { name: "Play now" }).waitFor();
  }
});

test("there is an icon where browsers look for one", async () => {
  const answer = await fetch(`${server.url}/favicon.ico`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "image/x-icon");
});

test("settings hold on every page and on the next visit", async () => {
  const { page, context } = await visitor(browser);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await page.getByRole("radio", { name: "C4 (row first)" }).check();
  const second = await context.newPage();
  await second.goto(server.url);
  assert.equal(await second.locator("html").getAttribute("data-theme"), "dark");
  await second.getByRole("button", { name: "Play now" }).click();
  await second.getByRole("button", { name: /^C4\b.*flips 1/ }).waitFor();
});

test("without a choice the theme follows the system", async () => {
  const { page } = await visitor(browser);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(server.url);
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator('html[data-theme="classic"]').waitFor();
  await page.emulateMedia({ contrast: "more" });
  await page.locator('html[data-theme="contrast"]').waitFor();
});

test("a Japanese browser is spoken to in Japanese, and may choose English", async () => {
  const { page } = await visitor(browser, { locale: "ja-JP" });
  await page.goto(server.url);
  assert.equal(await page.locator("html").getAttribute("lang"), "ja");
  await page.getByRole("button", { name: "すぐに対局" }).waitFor();
  await keepPicture(page, "home-japanese");
  await page.getByRole("button", { name: "設定" }).click();
  await page.getByLabel("言語").selectOption("en");
  await page.getByRole("button", { name: "Play now" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "language");
  await page.reload();
  await page.getByRole("button", { name: "Play now" }).waitFor();
  assert.equal(await page.getByRole("dialog", { name: "Settings" }).isVisible(), false, "only who changed them finds them open");
});

test("on a phone nothing has to be scrolled sideways, and a game starts by a tap", async () => {
  const { page } = await visitor(browser, { size: PHONE, touch: true });
  await page.goto(server.url);
  assert.ok(await fitsTheWidth(page), "the first page is too wide");
  await page.getByRole("button", { name: "Play now" }).tap();
  await page.waitForURL(/\/game\/\w+$/);
  assert.equal(await turnOrEnd(page), "turn");
  assert.ok(await fitsTheWidth(page), "the game is too wide");
  const box = await cell(page, "d3").boundingBox();
  assert.ok(box && box.width >= 44, `a square is only ${box?.width} px wide`);
  await cell(page, "d3").tap();
  await wasTaken(page, "d3");
  await listHas(page, 2);
  await keepPicture(page, "phone-game");
});

/** @param {import("playwright-core").Page} page */
function fitsTheWidth(page) {
  return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
}
