// What is spoken now: begins, pauses, goes on, stops and seeks. Events: `change`, `blocked`, and those of an utterance.

import { Player, RATE_HZ } from "./player.js";
import { Line } from "./stream.js";
import { TextOffsets } from "./text_offsets.js";
import { Utterance } from "./utterance.js";

const PASSED_ON = ["refused", "waiting", "back", "warnings", "audio", "figures", "done", "started"];

export class Speaker extends EventTarget {
  #line = new Line();
  #player = new Player();
  #offsets = null;
  utterance = null;
  isPaused = false;

  constructor() {
    super();
    this.#player.addEventListener("state", () => this.#emit("change"));
  }

  // Called at the first gesture on the page, so that nothing has to be opened when the button is pressed.
  warm() {
    this.#player.open().catch(() => {}); // `speak` reports it
    this.#line.warm();
  }

  // The state to show: idle, opening, playing, paused or ended.
  get state() {
    if (!this.utterance) return "idle";
    if (this.isPaused) return "paused";
    const { state, position } = this.#player.state;
    if (this.utterance.isOver && (state === "ended" || !this.utterance.received)) return "ended";
    return state === "gathering" && position === 0 ? "opening" : "playing";
  }

  get isBusy() { return ["opening", "playing"].includes(this.state); }
  get heardS() { return this.#player.heard / RATE_HZ; }
  get aheadS() { return Math.max(0, (this.utterance?.received ?? 0) / RATE_HZ - this.heardS); }
  get dropouts() { return this.#player.state.underruns; }
  get latencyMs() { return this.#player.latencyMs; }

  // Throws where this browser has no AudioWorklet. `isLive`: the text follows through the utterance that is returned.
  async speak(text, options, { isLive = false } = {}) {
    const pressedAtMs = performance.now();
    this.stop();
    const utterance = new Utterance(this.#line, this.#player, options, { isLive, pressedAtMs });
    this.utterance = utterance;
    for (const type of PASSED_ON) {
      utterance.addEventListener(type, ({ detail }) => { if (this.utterance === utterance) this.#emit(type, detail); });
    }
    this.#emit("change");
    await this.#player.open();
    this.#player.unlock().then(canSound => { if (!canSound) this.#emit("blocked"); });
    try {
      if (isLive) await utterance.open();
      else await utterance.speak(text);
    } catch (error) {
      utterance.stop();
      if (this.utterance === utterance) this.#emit("refused", { error });
    }
    return utterance;
  }

  unlock() { return this.#player.unlock(); }

  pause(isPaused = true) {
    if (!this.utterance || this.isPaused === isPaused) return;
    this.isPaused = isPaused;
    if (!this.utterance.isOver) this.utterance.pause(isPaused);
    if (isPaused) this.#player.pause();
    else {
      this.#player.unlock();
      this.#player.play();
    }
    this.#emit("change");
  }

  stop() {
    this.utterance?.stop();
    this.#player.begin(0);
    this.utterance = null;
    this.isPaused = false;
    this.#emit("change");
  }

  replay() { this.#playFrom(0); }

  seek(second) {
    this.#player.unlock();
    this.#player.seek(Math.round(Math.min(second, this.utterance?.receivedS ?? 0) * RATE_HZ));
    this.#emit("change");
  }

  // Play from the word at this UTF-16 index. False where that word has not arrived.
  jumpTo(unit) {
    const word = this.utterance?.timeline.of(this.#offsetsNow().toPoints(unit));
    if (!word || word.startS > this.utterance.receivedS) return false;
    this.#playFrom(word.startS);
    return true;
  }

  // The word that is heard now, with its place in the text as UTF-16 indexes.
  litWord() {
    const word = this.utterance?.timeline.at(this.heardS);
    if (!word) return null;
    const offsets = this.#offsetsNow();
    return { ...word, start: offsets.toUnits(word.textStart), stop: offsets.toUnits(word.textStop) };
  }

  #playFrom(second) {
    this.seek(second);
    this.pause(false);
  }

  #offsetsNow() {
    const { text } = this.utterance;
    if (this.#offsets?.units !== text.length || this.#offsets.of !== this.utterance) {
      this.#offsets = new TextOffsets(text);
      this.#offsets.of = this.utterance;
    }
    return this.#offsets;
  }

  #emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
