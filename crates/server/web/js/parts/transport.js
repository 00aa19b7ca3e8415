// @ts-check
/**
 * The playback bar of a watched game: step, play, position, speed, and a pill that shows whether
 * the newest move is on the board.
 *
 * @typedef {import("../game/playback.js").Playback} Playback
 */

import { el } from "../dom.js";
import { word } from "../i18n.js";
import { CHOICES, settings } from "../settings.js";
import { icon } from "./icons.js";

/** @param {Playback} playback */
export function transport(playback) {
  const toggle = el("button", { class: "icon-button primary", type: "button", onclick: () => playback.toggle() });
  const first = step("first", "watch.first", () => playback.goTo(0));
  const back = step("back", "watch.back", () => playback.goTo(playback.ply - 1));
  const forward = step("forward", "watch.forward", () => playback.goTo(playback.ply + 1));
  const last = step("last", "watch.last", () => playback.goTo(playback.plies));
  const place = el("output", { class: "place" });
  const scrub = scrubber(playback);
  const live = el("button", { class: "live-pill", type: "button", onclick: () => playback.goLive() }, word("watch.live"));
  const bar = el(
    "div",
    { class: "transport panel", role: "group", "aria-label": word("watch.transport") },
    el("div", { class: "scrub" }, live, scrub, place),
    el("div", { class: "controls" }, el("div", { class: "buttons" }, first, back, toggle, forward, last), speeds(playback)),
  );

  const draw = () => {
    const { ply, plies, isOver, isAtEnd, isPlaying } = playback;
    toggle.replaceChildren(icon(isPlaying ? "pause" : "play"));
    toggle.setAttribute("aria-label", word(isPlaying ? "watch.pause" : "watch.play"));
    first.disabled = back.disabled = ply === 0;
    forward.disabled = last.disabled = isAtEnd;
    scrub.max = String(plies);
    scrub.value = String(ply);
    scrub.setAttribute("aria-valuetext", word("watch.ply", { ply, plies }));
    place.textContent = word("watch.plyShort", { ply, plies });
    live.hidden = isOver;
    live.classList.toggle("is-live", isAtEnd && isPlaying);
    live.setAttribute("aria-label", word(isAtEnd && isPlaying ? "watch.live" : "watch.toLive"));
  };
  playback.addEventListener("change", draw);
  draw();
  return bar;
}

/**
 * @param {Parameters<typeof icon>[0]} name
 * @param {import("../i18n.js").Word} label
 * @param {() => void} onclick
 */
function step(name, label, onclick) {
  return el("button", { class: "icon-button quiet", type: "button", "aria-label": word(label), onclick }, icon(name));
}

/** @param {Playback} playback */
function scrubber(playback) {
  const range = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": word("watch.position") });
  range.addEventListener("input", () => playback.goTo(range.valueAsNumber));
  return range;
}

/** @param {Playback} playback */
function speeds(playback) {
  const group = el("fieldset", { class: "speeds" }, el("legend", { class: "visually-hidden" }, word("watch.speed")));
  for (const value of CHOICES.speed) {
    const input = el("input", { type: "radio", name: "speed", value, checked: settings.value("speed") === value });
    input.addEventListener("change", () => {
      settings.put("speed", value);
      playback.speed = Number(value);
    });
    group.append(el("label", {}, input, el("span", {}, word("watch.times", { n: value }))));
  }
  return group;
}
