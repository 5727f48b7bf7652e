// The text field, and the layer under it that lights the word being spoken and marks a fault.

import { countPoints, unitAt } from "./text_offsets.js";

export class Editor extends EventTarget {
  #field;
  #before = document.createTextNode("");
  #mark = document.createElement("mark");
  #after = document.createTextNode("");
  #range = null; // [start, stop] in UTF-16 units

  constructor(field, mirror) {
    super();
    this.#field = field;
    mirror.append(this.#before, this.#mark, this.#after);
    field.addEventListener("input", () => this.#changed());
    field.addEventListener("click", () => {
      if (field.selectionStart === field.selectionEnd) this.dispatchEvent(new Event("place"));
    });
    this.clear();
  }

  get text() { return this.#field.value; }

  set text(text) {
    this.#field.value = text;
    this.#changed();
  }

  set isReadOnly(is) { this.#field.readOnly = is; }
  get caret() { return this.#field.selectionStart; }
  get characters() { return countPoints(this.text); }
  focus() { this.#field.focus(); }

  // A lit word stays lit where only text behind it has changed.
  #changed() {
    const isSame = this.#mark.className === "lit" && this.text.startsWith(this.#before.data + this.#mark.textContent);
    if (isSame) this.#after.data = this.#shown.slice(this.#range[1]);
    else this.clear();
    this.dispatchEvent(new Event("input"));
  }

  // The word that is spoken. Scrolls to it where it is out of sight.
  light(start, stop) {
    if (this.#range && this.#range[0] === start && this.#range[1] === stop) return;
    this.#paint(start, stop, "lit");
    this.#mark.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  clear() { this.#paint(0, 0, ""); }

  // No word is lit; a fault stays marked.
  darken() {
    if (this.#mark.className === "lit") this.clear();
  }

  showFault(line, column) {
    const start = unitAt(this.text, line, column);
    const stop = Math.min(this.text.length, start + (this.text.codePointAt(start) > 0xffff ? 2 : 1));
    this.#paint(start, stop, "fault");
    this.#field.focus();
    this.#field.setSelectionRange(start, stop);
    this.#mark.scrollIntoView({ block: "nearest" });
  }

  // A line that ends the text has no height without a character in it.
  get #shown() { return this.text + "\u200b"; }

  #paint(start, stop, kind) {
    const text = this.#shown;
    this.#range = kind ? [start, stop] : null;
    this.#before.data = kind ? text.slice(0, start) : text;
    this.#mark.textContent = kind ? text.slice(start, stop) : "";
    this.#mark.className = kind;
    this.#after.data = kind ? text.slice(stop) : "";
  }
}
