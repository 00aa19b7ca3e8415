// @ts-check
/** Tournaments from the dialog to the download, with real bots over sockets. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Bot } from "./harness/bot.js";
import { DESKTOP, PHONE, keepPicture, launch, visitor } from "./harness/browser.js";
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

/** @typedef {import("playwright-core").Page} Page */

/** Waits until the page shows this stage. @param {Page} page @param {string} stage */
async function reaches(page, stage) {
  await page.locator(`main[data-stage="${stage}"]`).waitFor({ timeout: 120_000 });
}

/** Entrants whose buttons are not in one row with the name, at its right. Runs in the page. @param {Element[]} items */
function faultsOfEntrants(items) {
  const isFaulty = (/** @type {Element} */ item) => {
    const boxes = [...item.querySelectorAll(".who, button")].map((one) => one.getBoundingClientRect());
    const middles = boxes.map(({ y, height }) => y + height / 2);
    const isOneRow = Math.max(...middles) - Math.min(...middles) <= 1;
    const isInOrder = boxes.slice(1).every(({ left }, place) => boxes[place].right <= left);
    const isAtRight = Math.abs(boxes[boxes.length - 1].right - item.getBoundingClientRect().right) <= 1;
    return boxes.length !== 3 || !isOneRow || !isInOrder || !isAtRight;
  };
  return items.filter(isFaulty).map(({ textContent }) => textContent);
}

/** @param {Page} page */
function idOf(page) {
  return new URL(page.url()).pathname.split("/")[2];
}

test("a tournament is made on the page, joined by its code, watched, and taken home", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(`${server.url}/arena`);
  await page.getByRole("button", { name: "New tournament" }).click();
  const dialog = page.getByRole("dialog", { name: "New tournament" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Autumn cup");
  await dialog.getByRole("checkbox", { name: "Greedy" }).check();
  await dialog.getByText("More", { exact: true }).click();
  await dialog.getByRole("combobox", { name: "Variant" }).selectOption("six");
  await dialog.getByLabel("Computer move delay (seconds)").fill("0.1");
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    assert.ok(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), `the dialog overflows at ${width} px`);
  }
  await dialog.getByRole("button", { name: "Create tournament" }).click();
  await page.waitForURL(/\/tournament\/\w+$/);
  await page.getByRole("heading", { name: "Autumn cup", level: 1 }).waitFor();
  assert.equal((await server.tournament(idOf(page))).terms.paceMs, 100);
  const code = (await page.locator(".big-code").textContent()) ?? "";
  assert.match(code, /^[A-Z]+-\d\d$/);
  await page.getByText(`outflank bot level:5 --connect ${new URL(server.url).host} --join ${code}`, { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Start tournament" }).isEnabled(), false, "one is too few");

  const bots = await Promise.all(["Ann", "Bob", "Cleo"].map((name) => Bot.dial(server, name, { join: code })));
  const here = page.getByRole("region", { name: "Entrants" });
  for (const name of ["Ann", "Bob", "Cleo", "Greedy"]) await here.locator(".name").getByText(name, { exact: true }).waitFor();
  await keepPicture(page, "tournament-joined");
  await page.getByRole("button", { name: "Start tournament" }).click();
  await reaches(page, "playing");
  const board = page.getByRole("region", { name: "Live games" }).getByRole("link").first();
  await board.waitFor();
  assert.match((await board.getAttribute("href")) ?? "", /^\/watch\/\w+$/);
  await keepPicture(page, "tournament-begun");
  const playing = bots.map((bot) => bot.play());
  await reaches(page, "over");

  const { standings, entrants } = await server.tournament(idOf(page));
  const rows = page.getByRole("table", { name: "Standings" }).locator("tbody tr");
  assert.deepEqual(await rows.locator(".name .name").allTextContents(), standings.map(({ entrant }) => entrants[entrant].name));
  assert.match((await rows.first().locator(".rating .visually-hidden").textContent()) ?? "", /^[+−]?\d+ \(95 % interval [+−]?\d+ to [+−]?\d+\)$/);
  assert.equal(await rows.locator(".error-bar .point").count(), 4);
  await page.locator(".winner").getByText(/wins|share/).waitFor();
  await page.getByRole("table", { name: "Crosstable" }).getByRole("rowheader").first().waitFor();
  await page.getByText("Round 1", { exact: true }).click();
  await page.locator(".meetings li").first().waitFor();
  assert.equal(await page.locator(".meetings li").first().getByRole("link").count(), 2, "both games of a meeting can be looked at");
  await keepPicture(page, "tournament-over");

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Everything (.zip)" }).click()]);
  assert.equal(download.suggestedFilename(), `tournament-${code.toLowerCase()}.zip`);
  const archive = await readFile(await download.path());
  assert.equal(archive.subarray(0, 2).toString(), "PK");
  for (const name of ["report.html", "standings.csv", "crosstable.csv", "ratings.csv", "games.csv"]) assert.ok(archive.includes(name), name);
  const [report] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Report" }).click()]);
  await report.getByText("Autumn cup").first().waitFor();
  assert.deepEqual(faults, []);
  bots.forEach((bot) => bot.close());
  await Promise.all(playing);
});

test("the page works in a browser that blocks site data", async () => {
  const { page, context, faults } = await visitor(browser);
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    Object.defineProperty(window, "sessionStorage", { get });
  });
  const { url } = await server.tournamentAs(context, { players: ["greedy", "random"], variant: "tiny", games: 1, pace: 0 });
  await page.goto(`${server.url}${url}#key=${"0".repeat(64)}`);
  await page.getByRole("button", { name: "Start tournament" }).click();
  await reaches(page, "over");
  assert.equal(new URL(page.url()).hash, "");
  assert.deepEqual(faults, []);
});

test("a tournament of computers is slow enough to watch", async () => {
  const { page, context } = await visitor(browser);
  const { id, url } = await server.tournamentAs(context, { players: ["greedy", "random"], variant: "tiny", games: 1 });
  assert.equal((await server.tournament(id)).terms.paceMs, 500);
  await page.goto(server.url + url);
  await page.getByRole("button", { name: "Start tournament" }).click();
  /** @type {string | null} */
  let board = null;
  for (let seen = 0; seen < 4; seen += 1) {
    await page.waitForFunction((last) => {
      const text = document.querySelector(".mini-game .visually-hidden")?.textContent;
      return text && text !== last;
    }, board);
    board = await page.locator(".mini-game .visually-hidden").textContent();
  }
  await keepPicture(page, "tournament-paced");
  await reaches(page, "over");
});

test("the host pauses between games and lets them go on; others cannot", async () => {
  const host = await visitor(browser);
  const { id, url, code } = await server.tournamentAs(host.context, { variant: "tiny", concurrency: 1, time: "10m", players: ["random"] });
  const bot = await Bot.dial(server, "Slow", { join: code });
  await host.page.goto(server.url + url);
  await host.page.getByRole("button", { name: "Start tournament" }).click();
  const question = await bot.wait("move");
  await host.page.getByRole("button", { name: "Pause", exact: true }).click();
  await reaches(host.page, "paused");
  await host.page.getByText("no new games start").waitFor();

  const guest = await visitor(browser);
  await guest.page.goto(server.url + url);
  await reaches(guest.page, "paused");
  for (const name of ["Resume", "End now"]) assert.equal(await guest.page.getByRole("button", { name }).count(), 0, name);
  const refused = await guest.context.request.post(`${server.url}/api/tournaments/${id}/commands`, { data: { type: "resume" } });
  assert.equal(refused.status(), 403);

  // The small board follows the game under way, which is played to its end, and no other begins.
  const picture = host.page.locator(".mini-game .visually-hidden");
  const before = (await picture.textContent()) ?? "";
  assert.match(before, /against .*, \d+ to \d+, move \d+$/);
  bot.answer(question);
  await host.page.waitForFunction((text) => document.querySelector(".mini-game .visually-hidden")?.textContent !== text, before);
  await host.page.evaluate(() => {
    const note = () => document.querySelector(".mini-game:not(:has(.to-move))") && (document.body.dataset.sawEnded = "yes");
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  });
  const playing = bot.play();
  await host.page.getByText("1 of 2 games").waitFor();
  await host.page.getByText("No games running.").waitFor();
  assert.equal(await host.page.locator("[data-saw-ended]").count(), 0, "an ended game is not being played");
  const { progress } = await server.tournament(id);
  assert.deepEqual([progress.played, progress.running], [1, 0]);
  const resume = host.page.getByRole("button", { name: "Resume", exact: true });
  await resume.focus();
  await host.page.keyboard.press("Enter");
  await reaches(host.page, "over");
  await host.page.getByText("2 of 2 games").waitFor();
  bot.close();
  await playing;
});

test("who breaks the rules is named with what it wrote", async () => {
  const host = await visitor(browser);
  const { url, code } = await server.tournamentAs(host.context, { players: ["random"], games: 1, variant: "tiny" });
  const bot = await Bot.dial(server, "Cheat", { join: code });
  await host.page.goto(server.url + url);
  await host.page.getByRole("button", { name: "Start tournament" }).click();
  const question = await bot.wait("move");
  bot.say({ type: "move", request: question.request, move: "h8" });
  await reaches(host.page, "over");
  const fouls = host.page.getByRole("region", { name: "Fouls" });
  await fouls.getByText("Cheat made an illegal move").waitFor();
  await fouls.getByText("h8").first().waitFor();
  await host.page.locator(".standings .fouls").getByText("1 foul").waitFor();
  bot.close();
});

test("the host adds computers, takes somebody out, and ends it early", async () => {
  const { page, context } = await visitor(browser);
  const { url, code } = await server.tournamentAs(context, { players: ["greedy"], time: "10m" });
  const bot = await Bot.dial(server, "Slow", { join: code });
  await page.goto(server.url + url);
  const here = page.getByRole("region", { name: "Entrants" });
  await page.getByLabel("Add a computer").selectOption("random");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await here.locator(".name", { hasText: "Random" }).waitFor();
  await page.getByRole("button", { name: "Remove random" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await here.locator(".name", { hasText: "Random" }).waitFor({ state: "detached" });
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Start tournament" }).click();
  await bot.wait("move");
  await page.getByRole("button", { name: "End now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End now" }).click();
  await reaches(page, "stopped");
  await page.getByText("Stopped", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0);
  bot.close();
});

test("the buttons of an entrant stand in one row with its name", async () => {
  const { page, context } = await visitor(browser);
  const { url } = await server.tournamentAs(context, { players: ["greedy", "random", "level:3", "level:5"] });
  await page.goto(server.url + url);
  const entrants = page.locator(".entrants li");
  await entrants.nth(3).waitFor();
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    assert.deepEqual(await entrants.evaluateAll(faultsOfEntrants), [], `${size.width} px`);
    await entrants.first().scrollIntoViewIfNeeded();
    await keepPicture(page, `entrants-${size.width}`);
  }
});

test("a tournament is made, filled and started by keys alone", async () => {
  const { page, faults } = await visitor(browser);
  await page.goto(`${server.url}/arena`);
  await tabTo(page, "New tournament…");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await tabTo(page, "Title");
  await page.keyboard.type("By keys");
  await tabTo(page, "Greedy");
  await page.keyboard.press("Space");
  await tabTo(page, "Random");
  await page.keyboard.press("Space");
  await tabTo(page, "More");
  await page.keyboard.press("Enter");
  await tabTo(page, "Variant");
  await page.keyboard.type("Tiny");
  await tabTo(page, "Create tournament");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/tournament\/\w+$/);
  await page.getByRole("heading", { name: "By keys" }).waitFor();
  await tabTo(page, "Start tournament");
  await page.keyboard.press("Enter");
  await reaches(page, "over");
  await tabTo(page, "Round 1");
  await page.keyboard.press("Enter");
  await page.locator(".meetings li").first().waitFor();
  assert.deepEqual(faults, []);
});

/** Presses Tab until the element with this name has the focus. @param {Page} page @param {string} name */
async function tabTo(page, name) {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = /** @type {HTMLElement | null} */ (document.activeElement);
      const label = /** @type {HTMLInputElement | null} */ (element)?.labels?.[0];
      return [element?.ariaLabel, element?.textContent, label?.textContent].map((text) => text?.trim() ?? "");
    });
    if (focused.some((text) => text === name || (text.startsWith(name) && name === "Variant"))) return;
  }
  assert.fail(`${name} is not reached by Tab`);
}

test("a code that was read from a wall leads to its tournament, in small letters too", async () => {
  const host = await visitor(browser);
  const { code, url } = await server.tournamentAs(host.context, { title: "By code" });
  const { page } = await visitor(browser, { size: PHONE, touch: true });
  await page.goto(`${server.url}/arena`);
  const field = page.getByRole("textbox", { name: "Tournament code" });
  await field.fill("none-11");
  await field.press("Enter");
  await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
  await field.fill(code.toLowerCase().replace("-", " "));
  await field.press("Enter");
  await page.waitForURL(server.url + url);
  await page.getByRole("heading", { name: "By code" }).waitFor();
});

test("after a restart of the server the page goes on by itself", async () => {
  const own = await Server.start();
  const { page, context } = await visitor(browser);
  const { url } = await own.tournamentAs(context, { title: "Lasting", players: ["greedy", "random"], variant: "tiny", pace: 0 });
  await page.goto(own.url + url);
  await page.getByRole("heading", { name: "Lasting" }).waitFor();
  await own.kill();
  await page.getByText("Reconnecting").waitFor();
  await own.startAgain();
  await page.getByText("Reconnecting").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Start tournament" }).click();
  await reaches(page, "over");
  await own.stop();
});

test("nothing jumps while results and boards come in", async () => {
  const { page, context } = await visitor(browser);
  const { url } = await server.tournamentAs(context, { players: ["greedy", "random", "level:1", "level:2"], variant: "tiny", concurrency: 4, pace: 0 });
  await page.goto(server.url + url);
  await page.getByRole("button", { name: "Start tournament" }).click();
  await page.locator(".standings tbody tr").first().waitFor();
  const moved = await page.evaluate(
    () =>
      new Promise((done) => {
        const stage = () => document.querySelector("main")?.dataset.stage;
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of /** @type {any[]} */ (list.getEntries())) if (!entry.hadRecentInput && stage() === "playing") sum += entry.value;
        }).observe({ type: "layout-shift" });
        const wait = () => (stage() === "over" ? done(sum) : requestAnimationFrame(wait));
        wait();
      }),
  );
  assert.ok(/** @type {number} */ (moved) < 0.1, `shifted by ${moved}`);
});

test("a tournament that is not there is said to be so", async () => {
  const { page } = await visitor(browser);
  for (const path of ["/tournament/aaaaaaaaaaaa", "/tournament/aaaaaaaaaaaa/projector"]) {
    assert.equal((await page.goto(server.url + path))?.status(), 404);
    await page.getByText("This tournament does not exist").waitFor();
    await page.getByRole("link", { name: "Go to the arena" }).click();
    await page.waitForURL(`${server.url}/arena`);
  }
});
