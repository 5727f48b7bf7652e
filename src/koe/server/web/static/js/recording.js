// Samples of one text as they arrived, kept as a whole: one can go back to any of them.

const FULL_SCALE = 32768;

export class Recording {
  #parts = []; // {start, samples}, one after the other without gaps
  end = 0;

  // Samples that begin before the end replace what follows from there: after a restart of the server the word that was
  // cut off comes again.
  add(start, samples) {
    if (start < this.end) this.#cut(start);
    if (!samples.length) return;
    this.#parts.push({ start: this.end, samples });
    this.end += samples.length;
  }

  // Copies samples from `position` on into `out`; returns how many there were.
  read(position, out, from, count) {
    let done = 0;
    for (let at = this.#find(position); at < this.#parts.length && done < count; at++) {
      const { start, samples } = this.#parts[at];
      const offset = position + done - start;
      const taken = Math.min(count - done, samples.length - offset);
      for (let k = 0; k < taken; k++) out[from + done + k] = samples[offset + k] / FULL_SCALE;
      done += taken;
    }
    return done;
  }

  // The first of `count` samples whose value is above `level`; -1 if there is none.
  firstAbove(level, count) {
    const values = new Float32Array(Math.min(count, this.end));
    this.read(0, values, 0, values.length);
    return values.findIndex(value => Math.abs(value) > level);
  }

  #cut(position) {
    const at = this.#find(position);
    const part = this.#parts[at];
    if (part) {
      part.samples = part.samples.subarray(0, position - part.start);
      this.#parts.length = part.samples.length ? at + 1 : at;
    }
    this.end = position;
  }

  #find(position) {
    let low = 0, high = this.#parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { start, samples } = this.#parts[middle];
      if (start + samples.length <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
