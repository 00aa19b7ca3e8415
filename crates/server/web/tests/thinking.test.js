// @ts-check
/** How the analysis page shows results and failures of the engine. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { wasSaid } from "./harness/board.js";
import { keepPicture, launch, visitor } from "./harness/browser.js";
import { news, standBetween } from "./harness/jobs.js";
import { Server } from "./harness/server.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../js/wire.js").State} */
let game;
before(async () => {
  server = await Server.start();
  browser = await launch();
  const { id } = await server.create({ black: "greedy", white: "random", you: "none", variant: "six", seed: 7 });
  game = await server.finished(id);
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/** @param {any} order */
const isDeeper = ({ timeMs }) => timeMs > 10_000;

/** @type {Record<string, [object, string]>} */
const ENDS = {
  refused: [{ type: "refused", code: "busy", message: "busy" }, "The engine is busy"],
  failed: [news("values", "failed", { error: { code: "x", message: "The engine broke down." } }), "The engine broke down."],
  cancelled: [news("values", "cancelled"), "Something went wrong."],
};
for (const [name, [end, said]] of Object.entries(ENDS)) {
  test(`a deeper look that is ${name} is told, and can be asked for again`, async () => {
    const { page } = await visitor(browser);
    await standBetween(page, (order, say) => {
      if (!isDeeper(order)) return false;
      say(end);
      return true;
    });
    await page.goto(`${server.url}/analyse?moves=f5d6c3d3c4f4`);
    const deeper = page.getByRole("button", { name: "Search deeper" });
    await deeper.click();
    await page.locator(".best-lines .status", { hasText: said }).waitFor();
    await wasSaid(page, said);
    await deeper.waitFor();
    assert.equal(await page.getByRole("button", { name: "Stop" }).count(), 0);
    assert.ok(await page.locator(".lines tbody tr").count(), "what was known stays");
  });
}

test("where the server has no time it is asked again after as long as it says, and that is told", async () => {
  const { page } = await visitor(browser);
  await page.clock.install();
  /** @type {string[]} */
  const refused = [];
  await standBetween(page, ({ kind }, say) => {
    if (refused.includes(kind)) return false;
    refused.push(kind);
    say({ type: "refused", code: kind === "review" ? "rate-limited" : "busy", message: "later", limit: "jobs", retryAfter: 30 });
    return true;
  });
  await page.goto(`${server.url}/analyse?game=${game.id}#8`);
  const said = "Engine busy. Retrying in 30 s";
  for (const place of [".review", ".best-lines"]) await page.locator(place).getByText(said).waitFor();
  await wasSaid(page, said);
  await page.clock.fastForward(30_000);
  await page.locator(".review").getByText("At level").waitFor();
  await page.locator("reversi-board .value").first().waitFor();
});

test("a server that never has time is not asked for ever", async () => {
  const { page } = await visitor(browser);
  await page.clock.install();
  let asked = 0;
  await standBetween(page, ({ kind }, say) => {
    if (kind !== "review") return false;
    asked += 1;
    say({ type: "refused", code: "busy", message: "later", retryAfter: 10 * asked });
    return true;
  });
  await page.goto(`${server.url}/analyse?game=${game.id}`);
  for (const seconds of [10, 20, 30, 40, 50]) {
    await page.locator(".review").getByText(`Retrying in ${seconds} s`).waitFor();
    await page.clock.fastForward(seconds * 1000);
  }
  await page.locator(".review").getByText("The engine is busy").waitFor();
  assert.equal(asked, 6);
});

/** Opens the game. The test sends the messages of its review. @param {Page} page @returns {Promise<(message: object) => void>} */
function openUnreviewed(page) {
  return new Promise((resolve, reject) => {
    const isTaken = standBetween(page, (order, say) => {
      if (order.kind === "review") resolve(say);
      return order.kind === "review";
    });
    isTaken.then(() => page.goto(`${server.url}/analyse?game=${game.id}`)).catch(reject);
  });
}

test("a review that is called off is not said to go on", async () => {
  const { page } = await visitor(browser);
  const say = await openUnreviewed(page);
  await page.getByText(`Reviewing: 0 of ${game.moves.length} moves`).waitFor();
  say(news("review", "running", { progress: { done: 3, total: 30, depth: 0, selectivity: 0 } }));
  await page.getByText("Reviewing: 3 of 30 moves").waitFor();
  say(news("review", "cancelled"));
  await page.locator(".review").getByText("Something went wrong.").waitFor();
  assert.equal(await page.locator(".review progress").isVisible(), false);
});

/** Opens the game, which is reviewed as usual; only the test says what a stronger level makes of it. @param {Page} page */
async function openReviewed(page) {
  /** @type {{ level: number, say: (message: object) => void }[]} */
  const asked = [];
  await standBetween(page, (order, say) => {
    const isOurs = order.kind === "review" && order.level !== undefined;
    if (isOurs) asked.push({ level: order.level, say });
    return isOurs;
  });
  await page.goto(`${server.url}/analyse?game=${game.id}`);
  await page.locator(".review").getByText("At level").waitFor();
  return asked;
}

test("a game is reviewed more deeply, and the review before stays until the new one is complete", async () => {
  const { page } = await visitor(browser);
  const asked = await openReviewed(page);
  const { review } = await server.job({ kind: "review", variant: "six", moves: game.moves.map(({ move }) => move) });
  const rows = page.locator(".as-table tbody tr");
  const deeper = page.getByRole("button", { name: "Deeper review" });
  await deeper.click();
  const panel = page.locator(".review");
  await panel.getByText(`Reviewing: 0 of ${game.moves.length} moves`).waitFor();
  asked[0].say(news("review", "running", { progress: { done: 3, total: 30, depth: 0, selectivity: 0 }, review: { ...review, level: 18, moves: review.moves.slice(-3) } }));
  await panel.getByText("Reviewing: 3 of 30 moves").waitFor();
  await keepPicture(page, "analyse-deeper");
  assert.equal(await rows.count(), game.moves.length, "the one before stays");
  await page.getByRole("button", { name: "Stop review" }).click();
  await panel.getByText(`At level ${review.level}`).waitFor();
  assert.equal(await panel.locator("progress").isVisible(), false);
  await deeper.click();
  await panel.locator("progress").waitFor();
  assert.deepEqual(asked.map(({ level }) => level), [18, 18]);
  asked[1].say(news("review", "done", { review: { ...review, level: 18 } }));
  await panel.getByText("At level 18").waitFor();
  assert.equal(await deeper.isVisible(), false, "there is no more to be had");
});

test("where the server does not allow the strongest level, a weaker one reviews", async () => {
  const { page } = await visitor(browser);
  const asked = await openReviewed(page);
  await page.getByRole("button", { name: "Deeper review" }).click();
  await page.getByRole("button", { name: "Stop review" }).waitFor();
  asked[0].say({ type: "refused", code: "bad-job", message: "level: write 1 to 17" });
  await wasTold(page, () => asked.length === 2);
  assert.equal(asked[1].level, 16);
  asked[1].say({ type: "refused", code: "bad-job", message: "level: write 1 to 15" });
  await page.locator(".review").getByText("level: write 1 to 15").waitFor();
  assert.equal(await page.locator(".review .deeper").isVisible(), false);
  assert.equal(await page.locator(".as-table tbody tr").count(), game.moves.length, "what was known stays");
});

/** Waits until a condition holds in the test. @param {Page} page @param {() => boolean} isSo */
async function wasTold(page, isSo) {
  for (let frame = 0; !isSo() && frame < 1000; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.ok(isSo());
}

test("the table keeps the focus while the review comes from the end of the game", async () => {
  const { page } = await visitor(browser);
  const { review } = await server.job({ kind: "review", variant: "six", moves: game.moves.map(({ move }) => move) });
  const say = await openUnreviewed(page);
  await page.getByText("Reviewing: 0 of").waitFor();
  const last = (/** @type {number} */ count) => ({ review: { ...review, moves: review.moves.slice(-count) } });
  say(news("review", "running", last(5)));
  await page.getByText("As a table").click();
  const ply = game.moves.length - 2;
  await page.locator(`.as-table tr[data-ply="${ply}"] button`).first().focus();
  say(news("review", "running", last(9)));
  await page.waitForFunction(() => document.querySelectorAll(".as-table tbody tr").length === 9);
  assert.equal(await page.evaluate(() => document.activeElement?.closest("tr")?.dataset.ply), String(ply));
});

test("who listens is told the end of it, not every step", async () => {
  const { page } = await visitor(browser);
  await page.goto(`${server.url}/analyse?game=${game.id}#8`);
  await wasSaid(page, /^Review complete\. Discs lost: Black \d+, White \d+\.$/);
  await page.keyboard.press("ArrowRight");
  await wasSaid(page, /Best is [a-f][1-6]: value/);
  assert.equal(await page.locator(".review [role=status], .best-lines [role=status]").count(), 0);
});

test("what the review says of a move is not said of the same move elsewhere", async () => {
  const { page } = await visitor(browser);
  const { before, other, move } = await transposed();
  await page.goto(`${server.url}/analyse?game=${game.id}#${before}`);
  await wasSaid(page, /^Review complete/);
  for (const square of [other, move]) {
    await page.locator(`reversi-board[data-playable] button[data-legal][data-square="${square}"]`).click();
    await page.locator(`reversi-board button[data-square="${square}"] .disc`).waitFor();
  }
  await wasSaid(page, new RegExp(`${move}, flips`));
  assert.equal(await page.locator("#announcer p", { hasText: new RegExp(`(Black|White) ${move}, value`) }).count(), 0);
});

/** A place of the game where another move leaves the game's next one legal. */
async function transposed() {
  const moves = game.moves.map(({ move }) => move);
  const ask = async (/** @type {string[]} */ line) => {
    const body = JSON.stringify({ variant: "six", moves: line });
    return /** @type {any} */ (await (await fetch(`${server.url}/api/line`, { method: "POST", headers: { "Content-Type": "application/json" }, body })).json());
  };
  for (let before = 2; before < moves.length - 2; before += 1) {
    const here = moves.slice(0, before);
    for (const { square } of (await ask(here)).legal) {
      if (square === moves[before]) continue;
      const { legal } = await ask([...here, square]);
      if (legal.some((/** @type {any} */ next) => next.square === moves[before + 1])) return { before, other: square, move: moves[before + 1] };
    }
  }
  throw new Error("the game has no such place");
}

test("moving on calls off what was thought about, before its time is over", async () => {
  const { page } = await visitor(browser);
  /** @type {Map<string, any>} orders by the page's names, and the server's names of them */
  const orders = new Map();
  /** @type {string[]} */
  const deeper = [];
  page.on("websocket", (line) => {
    line.on("framesent", ({ payload }) => {
      const { type, ref, job } = JSON.parse(String(payload));
      if (type === "submit") orders.set(ref, job);
    });
    line.on("framereceived", ({ payload }) => {
      const { type, ref, id } = JSON.parse(String(payload));
      if (type === "accepted" && isDeeper(orders.get(ref))) deeper.push(id);
    });
  });
  await page.goto(`${server.url}/analyse?moves=f5d6c3d3c4f4`);
  await page.getByRole("button", { name: "Search deeper" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await wasTold(page, () => deeper.length === 1);
  await page.keyboard.press("ArrowLeft");
  for (let asked = 0; asked < 5000; asked += 1) {
    const { status } = await server.jobState(deeper[0]);
    if (status === "cancelled") return;
    assert.ok(["waiting", "running"].includes(status), status);
  }
  assert.fail("it is still thought about");
});
