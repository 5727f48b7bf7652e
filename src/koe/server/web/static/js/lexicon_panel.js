// The panel of pronunciations: look a word up, hear it, change its phonemes, keep it.

import { post } from "./api.js";
import { find, make, saveFile } from "./element.js";

export class LexiconPanel {
  #lexicon;
  #choices;
  #audio = new Audio();

  constructor(lexicon, choices) {
    this.#lexicon = lexicon;
    this.#choices = choices;
    find("lexicon-look").onclick = () => this.#try(() => this.#look());
    find("lexicon-hear").onclick = () => this.#try(() => this.#hear());
    find("lexicon-form").onsubmit = event => {
      event.preventDefault();
      this.#try(() => this.#keep());
    };
    find("lexicon-export").onclick = () => saveFile("lexicon.tsv", new Blob([lexicon.toFile()], { type: "text/tab-separated-values" }));
    find("lexicon-import").onclick = () => find("lexicon-file").click();
    find("lexicon-file").onchange = () => this.#try(() => this.#import());
    lexicon.addEventListener("change", () => this.#show());
    this.#show();
  }

  fill(symbols) {
    find("lexicon-symbols").replaceChildren(...symbols.map(symbol =>
      make("button", { type: "button", "aria-label": `Insert ${symbol}`, onclick: () => this.#insert(symbol) }, symbol)));
  }

  get #word() { return find("lexicon-word").value.trim(); }
  get #phonemes() { return find("lexicon-phonemes").value.trim(); }

  #say(message) { find("lexicon-message").textContent = message; }

  async #try(act) {
    this.#say("");
    try {
      await act();
    } catch (error) {
      this.#say(error.message || "koe does not answer. Is it running?");
    }
  }

  async #look() {
    if (!this.#word) return this.#say("Write a word first.");
    const { voice } = this.#choices.fields;
    const answer = await post("/v1/phonemize", { input: this.#word, voice, language: this.#choices.language });
    find("lexicon-phonemes").value = (await answer.json()).phonemes.replace(/[.!?]$/, "").trim();
  }

  // From the phonemes themselves, so that what is heard is what would be kept.
  async #hear() {
    if (!this.#phonemes) await this.#look();
    if (!this.#phonemes) return;
    const { voice, speed, model } = this.#choices.fields;
    const answer = await post("/v1/audio/speech/phonemes", {
      phonemes: this.#phonemes, voice, speed, model, response_format: "wav", stream: false,
    });
    URL.revokeObjectURL(this.#audio.src);
    this.#audio.src = URL.createObjectURL(await answer.blob());
    await this.#audio.play();
  }

  // koe checks the entry, in a request that costs no speech.
  async #keep() {
    if (!this.#word || !this.#phonemes) return this.#say("Write a word and its phonemes first.");
    const row = { lang: this.#choices.language, grapheme: this.#word, phoneme: this.#phonemes };
    await post("/v1/phonemize", { input: row.grapheme, language: row.lang, lexicon: [row] });
    if (!this.#lexicon.keep(row)) return this.#say(`There are ${this.#lexicon.most} entries, the most that a request takes.`);
    find("lexicon-word").value = find("lexicon-phonemes").value = "";
    find("lexicon-word").focus();
    this.#say(`Kept. “${row.grapheme}” is now read this way.`);
  }

  async #import() {
    const [file] = find("lexicon-file").files;
    find("lexicon-file").value = "";
    if (!file) return;
    const { taken, left } = this.#lexicon.addFile(await file.text());
    this.#say(`${taken} entries taken.` + (left ? ` ${left} lines were left out: they have flags or are not complete.` : ""));
  }

  #insert(symbol) {
    const field = find("lexicon-phonemes");
    field.setRangeText(symbol, field.selectionStart, field.selectionEnd, "end");
    field.focus();
  }

  #show() {
    const { rows } = this.#lexicon;
    find("lexicon-entries").replaceChildren(...rows.map(row => make("li", {},
      make("span", {}, row.grapheme, " ", make("span", { class: "phonemes" }, `/${row.phoneme}/`)),
      make("small", { class: "hint" }, row.lang),
      make("button", { type: "button", "aria-label": `Remove ${row.grapheme}`, onclick: () => this.#lexicon.remove(row) }, "✕"))));
    find("lexicon-count").hidden = !rows.length;
    find("lexicon-count").textContent = String(rows.length);
    find("lexicon-export").disabled = !rows.length;
  }
}
