// The audio thread: plays what a jitter buffer gives, and tells the page where it is.

import { JitterBuffer } from "./jitter_buffer.js";

const QUANTA_BETWEEN_REPORTS = 4; // 21 ms at 24 kHz

class KoePlayer extends AudioWorkletProcessor {
  #buffer = null;
  #number = 0; // of the recording: reports about an older one come late
  #quanta = 0;
  #state = "";

  constructor() {
    super();
    this.port.onmessage = ({ data }) => this.#follow(data);
  }

  #follow(message) {
    if (message.type === "begin") {
      this.#number = message.number;
      this.#buffer = new JitterBuffer(sampleRate, message.prebufferS);
      return;
    }
    const buffer = this.#buffer;
    if (!buffer || message.number !== this.#number) return;
    if (message.type === "add") buffer.add(message.start, message.samples);
    if (message.type === "complete") buffer.complete(message.isComplete);
    if (message.type === "play") buffer.play();
    if (message.type === "pause") buffer.pause();
    if (message.type === "seek") buffer.seek(message.position);
    if (message.type !== "add") this.#report(currentFrame);
  }

  process(_, [[out]]) {
    const buffer = this.#buffer;
    if (!buffer) return true;
    const first = buffer.pull(out);
    if (first >= 0) this.port.postMessage({ type: "audible", number: this.#number, frame: currentFrame + first });
    const isDue = ++this.#quanta % QUANTA_BETWEEN_REPORTS === 0 && buffer.state === "playing";
    if (isDue || buffer.state !== this.#state) this.#report(currentFrame + out.length);
    return true;
  }

  #report(frame) {
    const { position, end, state, underruns, target } = this.#buffer;
    this.#state = state;
    this.port.postMessage({ type: "state", number: this.#number, frame, position, end, state, underruns, target });
  }
}

registerProcessor("koe-player", KoePlayer);
