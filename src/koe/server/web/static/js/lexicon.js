// Pronunciations that are kept in this browser, and their form as a file for `koe lexicon`.

import { keep, kept } from "./store.js";

const HEADER = "lang\tgrapheme\tphoneme\tflags";

export class Lexicon extends EventTarget {
  #rows = kept("lexicon", []); // {lang, grapheme, phoneme}
  most = 200;

  get rows() { return this.#rows; }

  // As requests take them.
  get entries() { return this.#rows.slice(0, this.most); }

  keep(row) {
    const others = this.#rows.filter(one => one.grapheme !== row.grapheme || one.lang !== row.lang);
    if (others.length >= this.most) return false;
    this.#set([...others, row]);
    return true;
  }

  remove(row) { this.#set(this.#rows.filter(one => one !== row)); }

  toFile() {
    return [HEADER, ...this.#rows.map(row => `${row.lang}\t${row.grapheme}\t${row.phoneme}\t`)].join("\n") + "\n";
  }

  // Lines with flags stay out: this page has no field for them. Returns how many were taken and left.
  addFile(text) {
    const lines = text.split(/\r?\n/).filter(line => line.trim() && !line.startsWith("#") && line !== HEADER);
    let taken = 0;
    for (const line of lines) {
      const [lang, grapheme, phoneme, flags = ""] = line.split("\t").map(cell => cell.trim());
      if (lang && grapheme && phoneme && !flags && this.keep({ lang, grapheme, phoneme })) taken++;
    }
    return { taken, left: lines.length - taken };
  }

  #set(rows) {
    this.#rows = rows;
    keep("lexicon", rows);
    this.dispatchEvent(new Event("change"));
  }
}
