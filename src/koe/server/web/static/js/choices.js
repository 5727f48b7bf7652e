// Voice, mix, speed, language and build as they are chosen on the page -> the fields of a request.

import { find, make } from "./element.js";
import { keep, kept } from "./store.js";

const PARTS = 10;

export class Choices extends EventTarget {
  #voices;
  #lexicon;
  #facts = null;

  constructor(voices, lexicon) {
    super();
    this.#voices = voices;
    this.#lexicon = lexicon;
    const changed = () => this.#changed();
    for (const id of ["speed", "share", "second-voice", "text-language", "build"]) find(id).addEventListener("input", changed);
    find("language").addEventListener("change", () => this.#showLanguage());
    find("mix").addEventListener("toggle", changed);
    voices.addEventListener("change", changed);
    lexicon.addEventListener("change", changed);
  }

  fill(facts) {
    this.#facts = facts;
    const spoken = facts.languages.filter(one => this.#voices.all.some(voice => voice.language === one.code));
    find("language").replaceChildren(...spoken.map(one => make("option", { value: one.code }, one.name)));
    find("language").value = this.#voices.find(this.#voices.chosen)?.language ?? spoken[0]?.code;
    const readable = facts.languages.filter(one => one.is_readable);
    find("text-language").replaceChildren(
      make("option", { value: "" }, "that of the voice"), make("option", { value: "auto" }, "detect it, sentence by sentence"),
      ...readable.map(one => make("option", { value: one.code }, one.name)));
    find("build").replaceChildren(...facts.builds.map(name =>
      make("option", { value: name }, name === facts.default_build ? `${name} (default)` : name)));
    find("second-voice").replaceChildren(...spoken.map(language => make("optgroup", { label: language.name },
      ...this.#voices.all.filter(voice => voice.language === language.code)
        .map(voice => make("option", { value: voice.id }, `${voice.name} (${voice.gender})`)))));
    find("speed").value = kept("speed", 1);
    this.#showLanguage();
  }

  // The fields of POST /v1/audio/speech without the text.
  get fields() {
    const language = find("text-language").value, build = find("build").value, lexicon = this.#lexicon.entries;
    const speed = Number(find("speed").value);
    return {
      voice: this.voice,
      ...(speed === 1 ? {} : { speed }),
      ...(language ? { language } : {}),
      ...(build && build !== this.#facts?.default_build ? { model: `kokoro-${build}` } : {}),
      ...(lexicon.length ? { lexicon } : {}),
    };
  }

  get voice() {
    const first = this.#voices.chosen, second = find("second-voice").value;
    const share = Number(find("share").value);
    const isMixed = find("mix").open && second && second !== first;
    return isMixed ? `${first}(${PARTS - share})+${second}(${share})` : first;
  }

  // The language that a word alone is read in.
  get language() {
    const chosen = find("text-language").value;
    return chosen && chosen !== "auto" ? chosen : find("language").value;
  }

  #showLanguage() {
    const code = find("language").value;
    const facts = this.#facts.languages.find(one => one.code === code);
    this.#voices.show(code, facts?.best_voice);
    const hint = find("language-hint");
    hint.hidden = !facts || facts.is_readable;
    hint.textContent = hint.hidden ? "" : `To read ${facts.name} koe needs more packages: pip install '${facts.extra}'. The voices speak the other languages.`;
    this.#changed();
  }

  #changed() {
    const speed = Number(find("speed").value), share = Number(find("share").value);
    find("speed-value").textContent = `${speed.toFixed(2).replace(/0$/, "")}×`;
    find("share-value").textContent = `${(PARTS - share) * 10} % / ${share * 10} %`;
    keep("speed", speed);
    this.dispatchEvent(new Event("change"));
  }
}
