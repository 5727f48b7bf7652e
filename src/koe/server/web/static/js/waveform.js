// The wave of what has arrived: grows with the audio, and shows how much of it was heard.

import { RATE_HZ } from "./player.js";

const SAMPLES_PER_PEAK = 240; // 10 ms
const SHORTEST_S = 3; // a wave of one word does not fill the width
const BAR_PX = 3;
const GAP_PX = 2;
const FULL_SCALE = 32768;

export class Waveform {
  #canvas;
  #peaks = [];
  #samples = 0;

  constructor(canvas) { this.#canvas = canvas; }

  clear() {
    this.#peaks = [];
    this.#samples = 0;
  }

  add(start, samples) {
    this.#peaks.length = Math.min(this.#peaks.length, Math.ceil(start / SAMPLES_PER_PEAK));
    for (let k = 0; k < samples.length; k++) {
      const at = Math.floor((start + k) / SAMPLES_PER_PEAK);
      this.#peaks[at] = Math.max(this.#peaks[at] ?? 0, Math.abs(samples[k]) / FULL_SCALE);
    }
    this.#samples = start + samples.length;
  }

  get shownS() { return Math.max(SHORTEST_S, this.#samples / RATE_HZ); }

  draw(heardS) {
    const { width, height } = this.#canvas.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    const context = this.#canvas.getContext("2d");
    const style = getComputedStyle(this.#canvas);
    context.scale(ratio, ratio);
    const bars = Math.max(1, Math.floor(width / (BAR_PX + GAP_PX)));
    const perBar = (this.shownS * RATE_HZ) / SAMPLES_PER_PEAK / bars;
    for (let bar = 0; bar < bars; bar++) {
      const from = Math.floor(bar * perBar);
      if (from >= this.#peaks.length) break;
      const peak = Math.max(...this.#peaks.slice(from, Math.max(from + 1, Math.floor((bar + 1) * perBar))), 0);
      const tall = Math.max(3, Math.sqrt(peak) * (height - 16));
      const isHeard = ((bar + 0.5) * perBar * SAMPLES_PER_PEAK) / RATE_HZ <= heardS;
      context.fillStyle = isHeard ? style.getPropertyValue("color") : style.getPropertyValue("border-top-color");
      context.beginPath();
      context.roundRect(bar * (BAR_PX + GAP_PX), (height - tall) / 2, BAR_PX, tall, BAR_PX / 2);
      context.fill();
    }
    if (this.#peaks.length) {
      context.fillStyle = style.getPropertyValue("color");
      context.fillRect(Math.min(width - 2, (heardS / this.shownS) * width), 0, 2, height);
    }
  }
}
