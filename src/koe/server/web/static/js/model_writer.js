// Writes a text in pieces of the size of tokens, at the speed of a language model.

const TOKEN = /\s*(?:[\p{L}\p{M}\p{N}]{1,5}|[^\s\p{L}\p{M}\p{N}])|\s+$/gu;

export class ModelWriter {
  #timer = 0;
  #finish = () => {};

  // Resolves when all is written, or after `stop`.
  write(text, perSecond, onToken) {
    this.stop();
    const tokens = text.match(TOKEN) ?? [];
    const beganMs = performance.now();
    let written = 0;
    return new Promise(resolve => {
      this.#finish = resolve;
      const step = () => {
        // By the clock, because timers of a busy page come late.
        const due = Math.min(tokens.length, 1 + Math.floor(((performance.now() - beganMs) / 1000) * perSecond()));
        if (due > written) onToken(tokens.slice(written, due).join(""));
        written = Math.max(written, due);
        if (written >= tokens.length) return resolve(true);
        this.#timer = setTimeout(step, 1000 / perSecond());
      };
      step();
    });
  }

  stop() {
    clearTimeout(this.#timer);
    this.#finish(false);
  }
}
