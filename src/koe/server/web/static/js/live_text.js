// Text that grows while it is spoken: what is new at its end goes to the stream, by whole words. What was sent cannot
// be changed any more.

const FLUSH_AFTER_MS = 1200;

export class LiveText {
  #utterance;
  #onConflict;
  #idle = 0;

  constructor(utterance, onConflict) {
    this.#utterance = utterance;
    this.#onConflict = onConflict;
  }

  // The whole text as it stands now.
  follow(text) {
    clearTimeout(this.#idle);
    const sent = this.#utterance.text;
    this.#onConflict(!text.startsWith(sent));
    if (!text.startsWith(sent)) return;
    const rest = text.slice(sent.length);
    const words = rest.slice(0, rest.search(/\s\S*$/) + 1);
    if (words) this.#utterance.append(words);
    this.#idle = setTimeout(() => this.#flush(text), FLUSH_AFTER_MS);
  }

  // Nothing was typed for a while: speak the last words too.
  #flush(text) {
    const rest = text.slice(this.#utterance.text.length);
    if (rest.trim()) this.#utterance.append(rest);
    if (text.trim()) this.#utterance.flush();
  }

  end(text) {
    clearTimeout(this.#idle);
    const sent = this.#utterance.text;
    if (text.startsWith(sent) && text.length > sent.length) this.#utterance.append(text.slice(sent.length));
    this.#utterance.end();
  }
}
