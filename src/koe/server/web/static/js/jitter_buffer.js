// Samples as they arrive -> samples as they are played. Gathers before it plays, and again when it ran dry; has no
// clock and no I/O, so that the audio thread can own it.

import { Recording } from "./recording.js";

// Cutting a wave off at any other place than zero clicks: the last value falls to zero, and the first ones rise. An edge
// ends within one pull: 120 samples of 128.
const EDGE_S = 0.005;
const MOST_GATHERED_S = 1;
// -50 dBFS, as koe defines the first audible sample.
const AUDIBLE = 10 ** (-50 / 20);
// A stream begins with less than a tenth of a second of near-silence, which would be waiting time for a listener. A
// longer one is a pause that the text asks for.
const LONGEST_LEAD_S = 0.15;
const KEPT_LEAD_S = 0.01;

export class JitterBuffer {
  #recording = new Recording();
  #rate;
  #edge;
  #target; // samples to gather
  #last = 0; // value that was played last, for the edge
  #falling = 0; // samples of the falling edge that are left
  #rising = 0;
  #isPaused = false;
  #isGathering = true;
  #isComplete = false;
  position = 0;
  underruns = 0;
  hasSounded = false;

  constructor(rateHz, prebufferS) {
    this.#rate = rateHz;
    this.#edge = Math.round(rateHz * EDGE_S);
    this.#target = Math.round(rateHz * prebufferS);
  }

  get end() { return this.#recording.end; }
  get ahead() { return this.#recording.end - this.position; }
  get target() { return this.#target; }

  get state() {
    if (this.#isPaused) return "paused";
    if (this.#isComplete && this.ahead <= 0) return "ended";
    return this.#isGathering ? "gathering" : "playing";
  }

  add(start, samples) {
    if (start < this.end) this.position = Math.min(this.position, start);
    this.#recording.add(start, samples);
  }

  complete(isComplete = true) { this.#isComplete = isComplete; }

  pause() {
    this.#stopSounding();
    this.#isPaused = true;
  }

  play() {
    this.#isPaused = false;
  }

  seek(position) {
    this.#stopSounding();
    this.position = Math.max(0, Math.min(Math.round(position), this.end));
  }

  // Fills `out`; returns the index of the first audible sample of all, or -1.
  pull(out) {
    out.fill(0);
    const edge = this.#takeEdge();
    let from = 0;
    if (!this.#isPaused) {
      if (this.#isGathering && this.ahead > 0 && (this.#isComplete || this.ahead >= this.#target)) this.#start();
      if (!this.#isGathering) from = this.#play(out);
    }
    this.#fall(out, 0, edge);
    this.#fall(out, from, this.#takeEdge());
    return this.#firstAudible(out, from);
  }

  #start() {
    this.#isGathering = false;
    this.#rising = this.#edge;
    if (!this.hasSounded && this.position === 0) this.position = this.#afterLead();
  }

  #afterLead() {
    const audible = this.#recording.firstAbove(AUDIBLE, Math.round(LONGEST_LEAD_S * this.#rate));
    return Math.max(0, audible - Math.round(KEPT_LEAD_S * this.#rate));
  }

  #play(out) {
    const count = this.#recording.read(this.position, out, 0, out.length);
    this.position += count;
    for (let k = 0; k < count && this.#rising > 0; k++, this.#rising--) out[k] *= 1 - this.#rising / this.#edge;
    if (count) this.#last = out[count - 1];
    if (count < out.length) {
      this.#stopSounding();
      if (!this.#isComplete) this.#ranDry();
    }
    return count;
  }

  // Gather more the next time: the audio comes less evenly than thought.
  #ranDry() {
    this.underruns++;
    this.#target = Math.min(this.#target * 2, Math.round(MOST_GATHERED_S * this.#rate));
  }

  #stopSounding() {
    if (!this.#isGathering) this.#falling = this.#edge;
    this.#isGathering = true;
  }

  // The falling edge of what was cut off: after a jump it sounds together with what is played from there.
  #takeEdge() {
    const edge = { value: this.#last, left: this.#falling };
    this.#falling = 0;
    return edge;
  }

  #fall(out, from, { value, left }) {
    for (let k = from; k < out.length && left > 0; k++, left--) out[k] += value * (left / this.#edge);
  }

  #firstAudible(out, count) {
    if (this.hasSounded) return -1;
    for (let k = 0; k < count; k++) {
      if (Math.abs(out[k]) > AUDIBLE) {
        this.hasSounded = true;
        return k;
      }
    }
    return -1;
  }
}
