// @ts-check
/** Computer against computer: two players, a board, and on to watching. */

import { el } from "../dom.js";
import { computerName, strengthName } from "../game/players.js";
import { variantEntries } from "../game/variants.js";
import { createGame } from "../net/api.js";
import { settings } from "../settings.js";
import { word } from "../words.js";
import { select } from "./choice.js";
import { formDialog } from "./form-dialog.js";

/** @param {import("../net/api.js").Options} offered */
export function openComputers({ levels, bots, variants }) {
  const players = [
    ...bots.map((value) => ({ value, label: computerName(value) })),
    ...levels.map(({ player, level }) => ({ value: player, label: `${word("newGame.levelNumber", { n: level })} · ${strengthName(level)}` })),
  ];
  formDialog({
    title: word("computers.title"),
    action: word("computers.start"),
    content: [
      withDisc("black", select({ name: "black", label: word("computers.black"), entries: players, value: settings.value("level") })),
      withDisc("white", select({ name: "white", label: word("computers.white"), entries: players, value: "level:5" })),
      select({ name: "variant", label: word("newGame.variant"), entries: variantEntries(variants), value: "standard" }),
    ],
    submit: async (fields) => {
      const wish = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
      const { id } = await createGame({ ...wish, you: "none" });
      location.assign(`/watch/${id}`);
    },
  });
}

/**
 * @param {"black" | "white"} color
 * @param {HTMLLabelElement} line
 */
function withDisc(color, line) {
  line.firstElementChild?.prepend(el("span", { class: `disc-sign ${color}`, "aria-hidden": "true" }), " ");
  return line;
}
