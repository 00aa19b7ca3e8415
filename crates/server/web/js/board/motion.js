// @ts-check
/**
 * The animation of one move. It can be finished at any time and leaves nothing behind.
 */
import { PLACE, FLIP, SHAKE, TAKE_AWAY, flipDelay, isStill } from "../timing.js";

export class Motion {
  /** @type {{ animation: Animation, settle: () => void }[]} */
  #parts = [];
  /** @type {() => void} */
  #land = () => {};
  /** Fulfilled when every disc lies still. @type {Promise<void>} */
  landed = new Promise((resolve) => {
    this.#land = resolve;
  });

  /**
   * @param {Animation} animation
   * @param {() => void} settle what makes the end of the animation the element's own state
   */
  add(animation, settle) {
    const part = { animation, settle };
    this.#parts.push(part);
    animation.onfinish = () => this.#end(part);
  }

  /** To be called when all parts are added. */
  begin() {
    if (this.#parts.length === 0) this.#land();
  }

  /** Ends all animations at their final state. */
  finish() {
    for (const part of [...this.#parts]) this.#end(part);
  }

  /** @param {{ animation: Animation, settle: () => void }} part */
  #end(part) {
    const place = this.#parts.indexOf(part);
    if (place < 0) return;
    this.#parts.splice(place, 1);
    part.animation.onfinish = null;
    part.settle();
    part.animation.cancel();
    if (this.#parts.length === 0) this.#land();
  }
}

/** @param {HTMLElement} disc */
export function dropIn(disc) {
  return disc.animate(
    [
      { opacity: 0, transform: "translateY(-14%) scale(1.28)" },
      { opacity: 1, offset: 0.5 },
      { opacity: 1, transform: "none" },
    ],
    { duration: PLACE, easing: "cubic-bezier(.3, 0, .4, 1)", fill: "backwards" },
  );
}

/** @param {HTMLElement} disc */
export function fadeOut(disc) {
  return disc.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.8)" }], {
    duration: TAKE_AWAY,
    easing: "ease-in",
    fill: "forwards",
  });
}

/** Shakes a square that cannot be played. @param {HTMLElement} square */
export function shake(square) {
  if (isStill()) return;
  const offsets = [0, -5, 4, -3, 2, 0].map((percent) => ({ transform: `translateX(${percent}%)` }));
  square.animate(offsets, { duration: SHAKE, easing: "ease-out" });
}

/**
 * Turns a coin over, away from the placed disc.
 * @param {HTMLElement} coin
 * @param {{ x: number, y: number, distance: number }} away steps from the placed disc to this one
 */
export function turnOver(coin, { x, y, distance }) {
  const axis = `${-y}, ${x}, 0`;
  coin.style.setProperty("--axis", axis);
  /** @param {number} angle @param {number} scale */
  const frame = (angle, scale) => ({ transform: `perspective(20rem) rotate3d(${axis}, ${angle}deg) scale(${scale})` });
  return coin.animate([frame(0, 1), frame(90, 1.13), frame(180, 1)], {
    duration: FLIP,
    delay: flipDelay(distance),
    easing: "cubic-bezier(.45, .05, .4, 1)",
    fill: "both",
  });
}
