// @ts-check
/**
 * A game against the computer from a position that is being looked at.
 *
 * @import { Color } from "../wire.js"
 */
import { opponent } from "../game/color.js";
import { createGame, options } from "../net/api.js";
import { settings } from "../settings.js";
import { word } from "../words.js";
import { formDialog } from "./form-dialog.js";
import { colorChoice, colorOf, levelSlider } from "./opponent-fields.js";

/**
 * @param {{ variant: string | null, from: string, turn: Color | null }} place a record or a position, and whose turn it is there
 */
export async function openPlayFrom({ variant, from, turn }) {
  const offered = await options();
  if (document.querySelector("dialog[open]")) return;
  formDialog({
    title: word("playFrom.title"),
    action: word("newGame.start"),
    content: [levelSlider(offered), colorChoice(turn ?? "black")],
    submit: async (fields) => {
      const level = `level:${fields.get("level")}`;
      const you = colorOf(String(fields.get("color")));
      settings.put("level", level);
      const seats = { [you]: "human", [opponent(you)]: level };
      const { url } = await createGame({ ...seats, you, variant: variant ?? undefined, from, name: settings.value("name") || null });
      location.assign(url);
    },
  });
}
