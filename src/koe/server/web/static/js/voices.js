// The list of voices of a language: choose, hear a preview, keep favourites.

import { call } from "./api.js";
import { icon, make } from "./element.js";
import { keep, kept } from "./store.js";

const PLAY = "M8 5.5v13l10-6.5z";
const STOP = "M7 7h10v10H7z";
const STAR = "M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.6 9.7l5.8-.8z";

export class Voices extends EventTarget {
  #list;
  #voices = [];
  #favourites = new Set(kept("favourites", []));
  #audio = new Audio();
  #heard = null; // id of the voice whose preview plays
  chosen = null;

  constructor(list) {
    super();
    this.#list = list;
    this.#audio.addEventListener("ended", () => this.silence());
  }

  fill(voices, chosen) {
    this.#voices = voices;
    this.chosen = voices.some(voice => voice.id === chosen) ? chosen : voices[0]?.id ?? null;
  }

  get all() { return this.#voices; }
  find(id) { return this.#voices.find(voice => voice.id === id) ?? null; }

  // Favourites come first, and then `best`, the voice that was trained on most.
  show(language, best) {
    const shown = this.#voices.filter(voice => voice.language === language);
    const rank = voice => (this.#favourites.has(voice.id) ? 0 : voice.id === best ? 1 : 2);
    shown.sort((a, b) => rank(a) - rank(b));
    if (!shown.some(voice => voice.id === this.chosen)) this.choose(shown[0]?.id ?? null);
    this.#list.replaceChildren(...shown.map(voice => this.#row(voice)));
  }

  choose(id) {
    this.chosen = id;
    keep("voice", id);
    this.dispatchEvent(new Event("change"));
  }

  silence() {
    this.#audio.pause();
    if (this.#heard) this.#setPlaying(this.#heard, false);
    this.#heard = null;
  }

  #row(voice) {
    const isFavourite = this.#favourites.has(voice.id);
    return make("div", { class: "voice", "data-voice": voice.id },
      make("label", {},
        make("input", {
          type: "radio", name: "voice", value: voice.id, checked: voice.id === this.chosen, onchange: () => this.choose(voice.id),
        }),
        make("span", {}, voice.name), make("small", {}, voice.gender)),
      make("button", {
        type: "button", class: "preview", "aria-label": `Preview of ${voice.name}`, title: "Preview", onclick: () => this.#preview(voice),
      }, icon(PLAY)),
      make("button", {
        type: "button", class: "star", "aria-pressed": String(isFavourite), "aria-label": `Favourite: ${voice.name}`,
        title: "Favourite", onclick: event => this.#favour(voice, event.currentTarget),
      }, icon(STAR)));
  }

  #favour(voice, button) {
    const isFavourite = !this.#favourites.delete(voice.id);
    if (isFavourite) this.#favourites.add(voice.id);
    keep("favourites", [...this.#favourites]);
    button.setAttribute("aria-pressed", String(isFavourite));
  }

  async #preview(voice) {
    const wasHeard = this.#heard;
    this.silence();
    if (wasHeard === voice.id) return;
    this.#heard = voice.id;
    this.#setPlaying(voice.id, true);
    this.dispatchEvent(new Event("preview"));
    try {
      // An <audio> element cannot send the key.
      const answer = await call(`/v1/audio/voices/${voice.id}/preview`);
      const blob = await answer.blob();
      if (this.#heard !== voice.id) return;
      URL.revokeObjectURL(this.#audio.src);
      this.#audio.src = URL.createObjectURL(blob);
      await this.#audio.play();
    } catch (error) {
      if (this.#heard === voice.id) this.silence();
      if (error.name !== "AbortError") this.dispatchEvent(new CustomEvent("refused", { detail: { error } }));
    }
  }

  #setPlaying(id, isPlaying) {
    const button = this.#list.querySelector(`[data-voice="${CSS.escape(id)}"] .preview`);
    button?.replaceChildren(icon(isPlaying ? STOP : PLAY));
  }
}
