// One text that is spoken: from the stream into the player, with the words of the text and their times. When the server
// has lost the stream, a new one goes on at the word that was cut off.

import { RATE_HZ } from "./player.js";
import { Stream } from "./stream.js";
import { countPoints, TextOffsets } from "./text_offsets.js";
import { Timeline } from "./timeline.js";

// Their effect reaches beyond the place where a text could be cut.
const REACHES_FURTHER = /^\s*<speak|\[(?:voice|rate)\s*:/;

export class Utterance extends EventTarget {
  #line;
  #player;
  #options;
  #stream = null;
  #base = { point: 0, sample: 0, skip: 0 }; // where the stream's text and audio begin in the whole
  #isLive;
  #hasEnded = false;
  #hasBegun = false;
  #isPaused = false;
  text = "";
  timeline = new Timeline();
  received = 0; // samples
  isDone = false;
  isOver = false; // nothing more will come, done or not
  figures = { pressedAtMs: 0, firstDataMs: null, firstSoundMs: null, done: null };

  // `options` are the fields of `start` without `input`.
  constructor(line, player, options, { isLive = false, pressedAtMs = performance.now() } = {}) {
    super();
    this.#line = line;
    this.#player = player;
    this.#options = options;
    this.#isLive = isLive;
    this.figures.pressedAtMs = pressedAtMs;
    player.addEventListener("audible", this.#onAudible, { once: true });
  }

  #onAudible = ({ detail }) => {
    if (this.isOver && !this.isDone) return;
    this.figures.firstSoundMs = detail.atMs - this.figures.pressedAtMs;
    this.#emit("figures");
  };

  async speak(text) {
    this.text = text;
    this.#hasEnded = true;
    await this.#begin();
  }

  // Live text: pieces of it follow with `append`, and at last `end`.
  async open() {
    await this.#begin();
  }

  append(text) {
    if (!this.text) this.figures.pressedAtMs = performance.now(); // before, there was nothing to speak
    this.text += text;
    this.#stream?.append(text, countPoints(text));
  }

  flush() { this.#stream?.flush(); }

  end() {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stream?.end();
  }

  pause(isPaused) {
    this.#isPaused = isPaused;
    this.#stream?.pause(isPaused);
  }

  stop() {
    this.isOver = true;
    this.#player.removeEventListener("audible", this.#onAudible);
    this.#stream?.cancel();
  }

  get receivedS() { return this.received / RATE_HZ; }

  #emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async #begin() {
    const stream = new Stream(this.#line);
    this.#stream = stream;
    const on = (type, follow) => stream.addEventListener(type, ({ detail }) => { if (!this.isOver) follow(detail); });
    on("started", started => this.#started(started));
    on("words", words => this.#words(words));
    on("warnings", ({ warnings }) => this.#emit("warnings", { warnings }));
    on("frame", frame => this.#frame(frame));
    on("done", done => this.#done(done));
    on("refused", error => this.#refused(error));
    on("waiting", ({ attempt }) => this.#emit("waiting", { attempt }));
    on("reconnected", () => this.#emit("back"));
    on("lost", () => this.#goOn());
    const rest = this.#rest();
    await stream.start(this.#isLive ? this.#options : { ...this.#options, input: rest });
    if (this.#isLive && rest) stream.append(rest, countPoints(rest));
    if (this.#isLive && this.#hasEnded) stream.end();
    if (this.#isPaused) stream.pause(true);
  }

  #rest() {
    return this.text.slice(new TextOffsets(this.text).toUnits(this.#base.point));
  }

  #started(started) {
    this.figures.build = started.build;
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#player.begin(started.prebuffer_ms / 1000);
      if (this.#isPaused) this.#player.pause();
    } else this.#emit("back");
    this.#emit("started", started);
  }

  #frame(frame) {
    this.figures.firstDataMs ??= performance.now() - this.figures.pressedAtMs;
    const from = Math.max(0, this.#base.skip - frame.firstSample);
    const samples = from ? frame.samples.subarray(from) : frame.samples;
    if (!samples.length) return;
    const start = this.#base.sample + frame.firstSample + from - this.#base.skip;
    this.received = start + samples.length;
    this.#player.add(start, samples);
    this.#emit("audio", { start, samples });
  }

  #words({ words }) {
    const beforeS = (this.#base.sample - this.#base.skip) / RATE_HZ;
    const placed = words.map(word => ({
      word: word.word,
      startS: beforeS + word.start_s,
      endS: beforeS + word.end_s,
      textStart: this.#base.point + word.text_start,
      textStop: this.#base.point + word.text_stop,
    }));
    this.timeline.add(placed.filter(word => word.endS * RATE_HZ > this.#base.sample));
  }

  #done(done) {
    this.isDone = this.isOver = true;
    this.figures.done = done;
    this.#player.complete();
    this.#emit("done", done);
  }

  #refused(error) {
    this.isOver = true;
    if (this.#hasBegun) this.#player.complete();
    this.#emit("refused", { error });
  }

  async #goOn() {
    this.#base = this.#place();
    if (this.#hasEnded && !this.#rest().trim()) return this.#done({});
    try {
      await this.#begin();
    } catch (error) {
      this.#refused(error);
    }
  }

  // Where a new stream goes on. A text that cannot be cut is spoken again, and what was received is skipped: equal
  // requests give equal samples.
  #place() {
    if (REACHES_FURTHER.test(this.text)) return { point: 0, sample: this.received, skip: this.received };
    const cutOff = this.timeline.firstCutOff(this.receivedS);
    if (cutOff) {
      const sample = Math.min(this.received, Math.round(cutOff.startS * RATE_HZ));
      return { point: cutOff.textStart, sample, skip: 0 };
    }
    const last = this.timeline.words.at(-1);
    return { point: last ? last.textStop : this.#base.point, sample: this.received, skip: 0 };
  }
}
