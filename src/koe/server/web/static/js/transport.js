// The buttons, the wave with its position, the clock, the lit word, and the keys.

import { find } from "./element.js";
import { clockText, showBuffer, showFigures } from "./readout.js";
import { Waveform } from "./waveform.js";

const LABELS = { idle: "Speak", opening: "Pause", playing: "Pause", paused: "Go on", ended: "Speak" };
const JUMP_S = 2;

export class Transport {
  #speaker;
  #editor;
  #act;
  #wave = new Waveform(find("wave"));
  #isSeeking = false;
  #pending = 0;

  // `act`: `speak` and `stop` of the page.
  constructor(speaker, editor, act) {
    this.#speaker = speaker;
    this.#editor = editor;
    this.#act = act;
    find("speak").onclick = () => this.#toggle();
    find("stop").onclick = () => act.stop();
    find("replay").onclick = () => speaker.replay();
    this.#listen();
    this.#followPosition(find("position"));
    editor.addEventListener("place", () => this.#jump());
    document.addEventListener("keydown", event => this.#key(event));
    new ResizeObserver(() => this.show()).observe(find("wave"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
  }

  #listen() {
    const speaker = this.#speaker;
    speaker.addEventListener("change", () => {
      if (!speaker.utterance) this.#wave.clear();
      this.show();
    });
    speaker.addEventListener("audio", ({ detail }) => {
      this.#wave.add(detail.start, detail.samples);
      this.show();
    });
    speaker.addEventListener("figures", () => this.show());
    speaker.addEventListener("done", () => this.show());
  }

  #toggle() {
    const { state } = this.#speaker;
    if (state === "paused") this.#speaker.pause(false);
    else if (this.#speaker.isBusy) this.#speaker.pause();
    else this.#act.speak();
  }

  #key(event) {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!find("speak").disabled) this.#toggle();
    } else if (event.key === "Enter" && event.altKey && document.activeElement === find("text")) {
      event.preventDefault();
      this.#jump();
    } else if (event.key === "Escape" && this.#speaker.utterance) this.#act.stop();
  }

  #jump() {
    if (this.#speaker.utterance && this.#isTextOf(0, this.#speaker.utterance.text.length)) this.#speaker.jumpTo(this.#editor.caret);
  }

  #followPosition(slider) {
    slider.addEventListener("input", () => {
      this.#isSeeking = true;
      this.#speaker.seek(Number(slider.value));
      this.show();
    });
    slider.addEventListener("change", () => { this.#isSeeking = false; });
    slider.addEventListener("keydown", event => {
      const by = { ArrowLeft: -JUMP_S, ArrowRight: JUMP_S, ArrowDown: -JUMP_S, ArrowUp: JUMP_S }[event.key];
      if (!by) return;
      event.preventDefault();
      this.#speaker.seek(Math.max(0, this.#speaker.heardS + by));
    });
  }

  // Whether the field still holds what is spoken there.
  #isTextOf(start, stop) {
    return this.#editor.text.slice(start, stop) === this.#speaker.utterance.text.slice(start, stop);
  }

  // At the next picture, and again while something plays.
  show() {
    this.#pending ||= requestAnimationFrame(() => {
      this.#pending = 0;
      this.#draw();
      if (this.#speaker.isBusy) this.show();
    });
  }

  #draw() {
    const speaker = this.#speaker, { state, utterance } = speaker;
    find("speak").classList.toggle("is-playing", speaker.isBusy);
    find("speak-label").textContent = LABELS[state];
    find("stop").disabled = !utterance || state === "ended";
    find("replay").disabled = !utterance?.received;
    const heardS = utterance ? speaker.heardS : 0, receivedS = utterance?.receivedS ?? 0;
    const slider = find("position");
    slider.disabled = !receivedS;
    slider.max = String(this.#wave.shownS);
    if (!this.#isSeeking) slider.value = String(heardS);
    slider.setAttribute("aria-valuetext", `${heardS.toFixed(1)} of ${receivedS.toFixed(1)} seconds`);
    find("clock").textContent = receivedS ? `${clockText(heardS)} / ${clockText(receivedS)}` : "0:00";
    this.#wave.draw(heardS);
    if (utterance) {
      showFigures(utterance.figures);
      showBuffer(speaker.aheadS, speaker.dropouts);
      this.#light(state);
    }
  }

  #light(state) {
    const word = ["opening", "ended"].includes(state) ? null : this.#speaker.litWord();
    if (word && this.#isTextOf(word.start, word.stop)) this.#editor.light(word.start, word.stop);
    else if (state !== "ended" || this.#speaker.utterance.isDone) this.#editor.darken();
  }
}
