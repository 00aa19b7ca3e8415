// @ts-check
/** Undo, hints, resignation, clocks and keys at the board. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, legalSquares, listHas, listedMoves, turnOrEnd, wasSaid, wasTaken } from "./harness/board.js";
import { PHONE, keepPicture, launch, visitor } from "./harness/browser.js";
import { Server } from "./harness/server.js";

/** On 4x4; the last move, d2, makes it 8 to 8. */
const BEFORE_THE_DRAW = "b1c1d1a3a4a1c4d4d3b4a2";

/** @type {Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(() => Promise.all([server?.stop(), browser?.close()]));

/**
 * A visitor at a new game.
 *
 * @param {object} [game]
 * @param {Parameters<typeof visitor>[1]} [who]
 */
async function sitDown(game = {}, who = {}) {
  const { page, context, faults } = await visitor(browser, who);
  const answer = await context.request.post(`${server.url}/api/games`, { data: game });
  const { id, secrets } = await answer.json();
  await page.goto(`${server.url}/game/${id}`);
  await page.locator("body[data-status]").waitFor();
  return { page, id, secrets, faults };
}

/** @param {import("playwright-core").Page} page */
async function moveOnce(page) {
  await turnOrEnd(page);
  const [square] = await legalSquares(page);
  await cell(page, square).click();
  await wasTaken(page, square);
  return square;
}

test("undo takes back the own move, and the computer's answer with it", async () => {
  const { page, faults } = await sitDown();
  await cell(page, "d3").click();
  await listHas(page, 2);
  const [, answer] = await listedMoves(page);
  const undo = page.getByRole("button", { name: "Undo" });
  assert.equal(await undo.getAttribute("title"), "Takes back your last move and the reply");
  await undo.click();
  await listHas(page, 0);
  await wasSaid(page, `Taken back: d3 and ${answer}.`);
  assert.equal(await turnOrEnd(page), "turn");
  await moveOnce(page);
  await listHas(page, 2);
  await page.keyboard.press("Control+z");
  await listHas(page, 0);
  assert.deepEqual(faults, []);
});

test("a hint puts a value on every legal square, until the move", async () => {
  const { page } = await sitDown();
  await turnOrEnd(page);
  await page.keyboard.press("h");
  await page.locator("#board .value").first().waitFor();
  const valued = await page.locator("#board button:has(.value)").evaluateAll((all) => all.map((one) => one.getAttribute("data-square")));
  assert.deepEqual(valued.sort(), (await legalSquares(page)).sort());
  assert.equal(await page.locator("#board [data-best]").count(), 1);
  await page.getByText("~ estimated, ✓ exact").waitFor();
  await keepPicture(page, "hint");
  await moveOnce(page);
  assert.equal(await page.locator("#board .value").count(), 0);
});

test("a hint is shown in its own position only", async () => {
  const { page } = await sitDown({ white: "greedy" });
  const values = page.locator("#board .value");
  await cell(page, "d3").click();
  await listHas(page, 2);
  await turnOrEnd(page);
  await page.keyboard.press("h");
  await values.first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await listHas(page, 0);
  await turnOrEnd(page);
  await cell(page, "c4").click();
  await listHas(page, 2);
  await turnOrEnd(page);
  assert.equal(await values.count(), 0, "these values belong to the position after d3");
  assert.equal(await page.locator(".play-actions .hint").getAttribute("aria-pressed"), "false");
});

test("while a hint is thought about, its button shows it", async () => {
  const { page } = await sitDown({}, { settings: { theme: "contrast" } });
  await turnOrEnd(page);
  /** @type {() => void} */
  let answer = () => {};
  const isAsked = new Promise((asked) =>
    page.route("**/hint", async (route) => {
      asked(null);
      await new Promise((done) => (answer = () => done(null)));
      await route.continue();
    }),
  );
  const hint = page.locator(".play-actions .hint");
  await hint.click();
  await isAsked;
  assert.equal(await hint.getAttribute("aria-busy"), "true");
  assert.equal(await hint.getAttribute("aria-pressed"), "true");
  assert.match((await hint.textContent()) ?? "", /Thinking…/);
  answer();
  const best = page.locator("#board [data-best] .value");
  await best.waitFor();
  await page.mouse.move(0, 0);
  await keepPicture(page, "hint-contrast");
  assert.match((await hint.textContent()) ?? "", /Hint/);
  const colors = (/** @type {string} */ of) => page.locator(of).first().evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.notEqual(await colors("#board [data-best] .value"), await colors("#board button:not([data-best]) .value"));
});

test("resigning is asked once more, in place", async () => {
  const { page, id } = await sitDown();
  await turnOrEnd(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Keep playing" }).click();
  assert.equal((await server.game(id)).status, "playing");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("heading", { name: "You lose" }).waitFor();
  assert.equal((await server.game(id)).result?.reason, "resigned");
});

test("a rematch with the computer swaps the colors", async () => {
  const { page, id } = await sitDown({ variant: "tiny" });
  await turnOrEnd(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/game/") && !url.pathname.endsWith(id));
  await page.locator("#near[data-color=white]").waitFor();
  assert.equal(await turnOrEnd(page), "turn");
  await listHas(page, 1);
});

test("after a draw another game decides", async () => {
  const { page, id } = await sitDown({ black: "human", white: "human", you: "both", variant: "tiny", from: BEFORE_THE_DRAW });
  await turnOrEnd(page);
  await cell(page, "d2").click();
  await page.getByRole("heading", { name: "Draw" }).waitFor();
  await keepPicture(page, "draw");
  await page.getByRole("button", { name: "Play a decider" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/game/") && !url.pathname.endsWith(id));
  assert.equal(await turnOrEnd(page), "turn");
});

test("one can look back while the game goes on", async () => {
  const { page } = await sitDown({ black: "human", white: "human", you: "both" });
  const first = await moveOnce(page);
  await moveOnce(page);
  await listHas(page, 2);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await cell(page, first).locator(".disc").waitFor({ state: "detached" });
  assert.equal((await legalSquares(page)).length, 0, "the past cannot be played");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await wasTaken(page, first);
  assert.equal(await turnOrEnd(page), "turn");
});

test("a person is asked before a move is taken back", async () => {
  const { page, id, secrets } = await sitDown({ black: "human", white: "human", you: "black", variant: "six" });
  const friend = await visitor(browser);
  await friend.page.goto(`${server.url}/game/${id}#${secrets.white}`);
  await friend.page.locator("#near[data-color=white]").waitFor();
  await moveOnce(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await friend.page.getByRole("button", { name: "Decline" }).click();
  await page.getByText("Takeback declined.").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await friend.page.getByText(/^Your opponent asks to take back \w\d\.$/).waitFor();
  await friend.page.setViewportSize(PHONE);
  await keepPicture(friend.page, "takeback-phone");
  await friend.page.getByRole("button", { name: "Allow" }).click();
  await Promise.all([listHas(page, 0), listHas(friend.page, 0)]);
  assert.equal(await page.getByRole("button", { name: "Hint" }).count(), 0, "no hints between two people");
});

test("clocks run, and a flag that falls ends the game", async () => {
  const { page, id } = await sitDown({ black: "human", white: "human", you: "both", time: "3s" });
  await page.locator("#near .clock").waitFor();
  await moveOnce(page);
  await page.getByText("White ran out of time", { exact: true }).waitFor();
  assert.equal((await server.game(id)).result?.winner, "black");
});

test("who waits for an opponent who has left sees for how long", async () => {
  const { page, id, secrets } = await sitDown({ black: "human", white: "human", you: "black" });
  const friend = await visitor(browser);
  await friend.page.goto(`${server.url}/game/${id}#${secrets.white}`);
  await friend.page.locator("#near[data-color=white]").waitFor();
  await moveOnce(page);
  await friend.context.close();
  await page.getByText(/Your opponent left\. You can claim the win in (\d+ s|\d+:\d\d)\.|Claim the win/).first().waitFor();
});

test("a square is typed wherever the focus is, and Enter places the disc", async () => {
  const { page, faults } = await sitDown();
  await turnOrEnd(page);
  await page.getByRole("button", { name: "Keys" }).focus();
  await page.keyboard.press("d");
  await page.keyboard.press("3");
  await wasSaid(page, "Enter places a disc.");
  assert.match((await page.locator("#board button:focus").getAttribute("aria-label")) ?? "", /^d3, legal/);
  await page.keyboard.press("Enter");
  await wasTaken(page, "d3");
  await listHas(page, 2);
  await page.getByRole("button", { name: "Step back" }).focus();
  await page.keyboard.press("h");
  await page.keyboard.press("8");
  await page.locator('#board button[data-square="h8"]:focus').waitFor();
  assert.equal(await page.locator("#board .value").count(), 0, "h8 is a square, not a request for a hint");
  assert.deepEqual(faults, []);
});

test("what is typed into a field is no move", async () => {
  const { page } = await sitDown({ black: "human", white: "human", you: "black" });
  await page.evaluate(() => document.body.append(document.createElement("input")));
  await page.locator("body > input").fill("");
  await page.keyboard.type("d3");
  assert.equal(await page.locator("body > input").inputValue(), "d3");
  assert.equal(await page.locator("#board button:focus").count(), 0);
});

test("a square that cannot be had says why", async () => {
  const { page, id } = await sitDown({ black: "human", white: "human", you: "both" });
  await turnOrEnd(page);
  await cell(page, "d4").click({ force: true });
  await wasSaid(page, "d4 already has a disc.");
  await page.locator('#board button[data-square="d4"][data-refused]').waitFor();
  await keepPicture(page, "refused");
  await cell(page, "a1").focus();
  await page.keyboard.press("Enter");
  await wasSaid(page, "A disc on a1 would flip nothing.");
  await page.locator(".toast", { hasText: "A disc on a1 would flip nothing." }).waitFor();
  await moveOnce(page);
  await page.getByRole("button", { name: "Step back" }).click();
  await cell(page, "d3").click({ force: true });
  await wasSaid(page, "You are viewing an earlier move");
  const stranger = await visitor(browser);
  await stranger.page.goto(`${server.url}/game/${id}`);
  await stranger.page.locator("body[data-status]").waitFor();
  await cell(stranger.page, "a1").click({ force: true });
  await wasSaid(stranger.page, "You are watching this game.");
  assert.equal((await server.game(id)).moves.length, 1);
});

test("out of turn nothing is placed, and it is said", async () => {
  const { page, id, secrets } = await sitDown({ black: "human", white: "human", you: "white" });
  const friend = await visitor(browser);
  await friend.page.goto(`${server.url}/game/${id}#${secrets.black}`);
  await turnOrEnd(friend.page);
  await page.locator('body[data-status="playing"]').waitFor();
  await cell(page, "d3").click({ force: true });
  await wasSaid(page, "It is not your turn.");
});

test("a press that slides off the square is no move", async () => {
  const { page } = await sitDown();
  await turnOrEnd(page);
  await cell(page, "d3").hover();
  await page.mouse.down();
  await cell(page, "h8").hover();
  await page.mouse.up();
  assert.deepEqual(await listedMoves(page), []);
  assert.equal(await cell(page, "d3").locator(".disc").count(), 0);
});

test("hover and focus show which discs would turn", async () => {
  const { page } = await sitDown();
  await turnOrEnd(page);
  await cell(page, "d3").hover();
  assert.equal(await cell(page, "d4").getAttribute("data-becomes"), "black");
  await cell(page, "a1").hover();
  assert.equal(await cell(page, "d4").getAttribute("data-becomes"), null);
  await cell(page, "f5").focus();
  assert.equal(await cell(page, "e5").getAttribute("data-becomes"), "black");
});

test("the free centre says that its squares come first, and the board that it is one", async () => {
  const { page } = await sitDown({ black: "human", white: "human", you: "both", variant: "free-centre" });
  await turnOrEnd(page);
  await page.locator("#variant", { hasText: "Free center" }).waitFor();
  await cell(page, "a1").click({ force: true });
  await wasSaid(page, "Fill the four center squares first.");
});

test("squares that are not there have no buttons, and say so when they are pressed", async () => {
  const { page } = await sitDown({ variant: "octagon" });
  await turnOrEnd(page);
  await page.locator("#variant", { hasText: "Octagon" }).waitFor();
  await page.locator("#board .hole").first().click();
  await wasSaid(page, "The board has no square there.");
  assert.equal(await cell(page, "a1").count(), 0);
  assert.equal(await page.locator("#board .hole").count(), 64 - (await page.locator("#board button").count()));
});

test("the notation that was chosen names squares, edges and moves", async () => {
  const { page } = await sitDown({}, { settings: { notation: "row-letter" } });
  await turnOrEnd(page);
  assert.match((await cell(page, "d3").getAttribute("aria-label")) ?? "", /^C4, legal/);
  assert.equal(await page.locator("#board .rows span").first().textContent(), "A");
  await cell(page, "d3").click();
  await listHas(page, 2);
  assert.equal((await listedMoves(page))[0], "C4");
});

test("on a phone a finger finds every square, and a tap plays", async () => {
  const { page } = await sitDown({}, { size: PHONE, touch: true });
  await turnOrEnd(page);
  for (const square of ["a1", "d4", "h8"]) {
    const box = await cell(page, square).boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44, `${square} is ${box?.width} by ${box?.height}`);
  }
  await cell(page, "d3").tap();
  await wasTaken(page, "d3");
  await listHas(page, 2);
  await keepPicture(page, "phone");
});
