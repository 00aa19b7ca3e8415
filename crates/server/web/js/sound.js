// @ts-check
/**
 * Synthesized sounds: a placed disc, flips, a pass, the end. Silent until the user has touched the
 * page, as browsers demand, and when sound is off.
 */
import { settings } from "./settings.js";
import { PLACE, STAGGER } from "./timing.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** @returns {AudioContext | null} */
function ready() {
  if (!settings.value("sound") || !navigator.userActivation?.hasBeenActive || document.hidden) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  return context;
}

/**
 * A disc is put down, and others turn after it.
 * @param {number} flips
 */
export function playMove(flips) {
  const audio = ready();
  if (!audio) return;
  const start = audio.currentTime + PLACE / 2000;
  knock(audio, start, { pitch: 190, loud: 0.34, length: 0.09 });
  for (let turn = 0; turn < Math.min(flips, 7); turn += 1) {
    const at = start + (PLACE + turn * STAGGER * 1.4) / 1000;
    knock(audio, at, { pitch: 330 + turn * 14, loud: 0.07, length: 0.045 });
  }
}

export function playPass() {
  const audio = ready();
  if (!audio) return;
  tone(audio, audio.currentTime, { pitch: 392, loud: 0.06, length: 0.28 });
  tone(audio, audio.currentTime + 0.13, { pitch: 330, loud: 0.05, length: 0.34 });
}

/** @param {"won" | "lost" | "even"} outcome */
export function playEnd(outcome) {
  const audio = ready();
  if (!audio) return;
  const chords = { won: [262, 330, 392, 523], lost: [262, 311, 392], even: [262, 349, 392] };
  chords[outcome].forEach((pitch, place) => {
    tone(audio, audio.currentTime + place * 0.11, { pitch, loud: 0.055, length: 1.1 });
  });
}

/** Little time is left. */
export function playWarning() {
  const audio = ready();
  if (audio) tone(audio, audio.currentTime, { pitch: 660, loud: 0.05, length: 0.2 });
}

/**
 * Wood on felt: a low thump under a breath of noise.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {{ pitch: number, loud: number, length: number }} how
 */
function knock(audio, at, { pitch, loud, length }) {
  const body = audio.createOscillator();
  body.frequency.setValueAtTime(pitch * 1.5, at);
  body.frequency.exponentialRampToValueAtTime(pitch * 0.7, at + length);
  body.connect(fading(audio, at, loud, length));
  body.start(at);
  body.stop(at + length);

  const breath = audio.createBufferSource();
  breath.buffer = noise ??= makeNoise(audio);
  const soft = audio.createBiquadFilter();
  soft.type = "bandpass";
  soft.frequency.value = pitch * 7;
  breath.connect(soft).connect(fading(audio, at, loud * 0.7, length * 0.5));
  breath.start(at, Math.random() * 0.5, length);
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {{ pitch: number, loud: number, length: number }} how
 */
function tone(audio, at, { pitch, loud, length }) {
  const wave = audio.createOscillator();
  wave.type = "triangle";
  wave.frequency.value = pitch;
  wave.connect(fading(audio, at, loud, length));
  wave.start(at);
  wave.stop(at + length);
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} loud
 * @param {number} length
 */
function fading(audio, at, loud, length) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

/** @param {AudioContext} audio */
function makeNoise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  return buffer;
}
