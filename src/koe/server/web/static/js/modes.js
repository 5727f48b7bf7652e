// When koe speaks: the whole text, while it is typed, or while a language model writes it.

import { find, make } from "./element.js";
import { LiveText } from "./live_text.js";
import { ModelWriter } from "./model_writer.js";

const HINTS = {
  live: "Press Speak, and type: koe reads clause by clause while you write. What it has read cannot be changed.",
  model: "Put in an answer. Speak writes it again as slowly as a language model does, and koe reads while it grows.",
};

export class Modes {
  #editor;
  #speaker;
  #onConflict;
  #writer = new ModelWriter();
  #live = null;
  #full = null; // the text that the model writes
  mode = "whole";

  constructor(editor, speaker, onConflict) {
    this.#editor = editor;
    this.#speaker = speaker;
    this.#onConflict = onConflict;
    this.rate = make("input", { type: "range", id: "rate", min: "2", max: "100", value: "15" });
    this.rateRow = make("label", { class: "field model-row", hidden: true }, make("span", {}, "Tokens a second ", make("output", { id: "rate-value" }, "15")), this.rate);
    find("mode-hint").after(this.rateRow);
    this.rate.addEventListener("input", () => { find("rate-value").textContent = this.rate.value; });
    for (const button of document.querySelectorAll("[data-mode]")) button.onclick = () => this.choose(button.dataset.mode);
    editor.addEventListener("input", () => this.#live?.follow(editor.text));
  }

  choose(mode) {
    this.stop();
    this.#speaker.stop();
    this.mode = mode;
    for (const button of document.querySelectorAll("[data-mode]")) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    }
    find("mode-hint").hidden = mode === "whole";
    find("mode-hint").textContent = HINTS[mode] ?? "";
    this.rateRow.hidden = mode !== "model";
  }

  async speak(fields) {
    this.stop();
    if (this.mode === "whole") return this.#speaker.speak(this.#editor.text, fields);
    const text = this.#editor.text;
    const utterance = await this.#speaker.speak("", fields, { isLive: true });
    if (this.#speaker.utterance !== utterance || utterance.isOver) return;
    if (this.mode === "live") {
      this.#live = new LiveText(utterance, this.#onConflict);
      this.#live.follow(this.#editor.text); // something may have been typed meanwhile
      this.#editor.focus();
    } else await this.#write(text, utterance);
  }

  async #write(text, utterance) {
    this.#full = text;
    this.#editor.isReadOnly = true;
    this.#editor.text = "";
    await this.#writer.write(text, () => Number(this.rate.value), token => {
      utterance.append(token);
      this.#editor.text += token;
    });
    utterance.end();
    this.#restore();
  }

  // The writing ends; what was sent is still spoken unless the speaker is stopped too.
  stop() {
    this.#live?.end(this.#editor.text);
    this.#live = null;
    this.#writer.stop();
    this.#restore();
  }

  #restore() {
    if (this.#full === null) return;
    if (this.#editor.text !== this.#full) this.#editor.text = this.#full;
    this.#full = null;
    this.#editor.isReadOnly = false;
  }
}
