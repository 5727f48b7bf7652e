// Records what passes through: a tenth of a second at a time. Its own output is silence.
registerProcessor("tap", class extends AudioWorkletProcessor {
  #part = new Float32Array(2432);
  #size = 0;

  process([[input]]) {
    if (!input) return true;
    this.#part.set(input, this.#size);
    this.#size += input.length;
    if (this.#size === this.#part.length) {
      this.port.postMessage(this.#part.slice());
      this.#size = 0;
    }
    return true;
  }
});
