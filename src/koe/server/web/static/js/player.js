// Plays the samples of one text at a time through an AudioWorklet. Events: `state`, `audible`.

import { ApiError, GONE } from "./api.js";

export const RATE_HZ = 24_000;
const IDLE_MS = 20_000;
const NOTHING = { position: 0, end: 0, frame: 0, state: "ended", underruns: 0, target: 0 };

// Only on https and on localhost do browsers have one.
export class NoWorklet extends Error {}

export class Player extends EventTarget {
  #context = null;
  #node = null;
  #opening = null;
  #number = 0;
  #anchor = 0; // playing began here: what is heard cannot lie before it
  #idle = 0;
  state = NOTHING;

  // Needs a gesture of the user, else browsers keep the sound off.
  open() {
    this.#opening ??= this.#open().catch(problem => {
      this.#opening = null;
      throw problem;
    });
    return this.#opening;
  }

  async #open() {
    this.#context ??= new AudioContext({ sampleRate: RATE_HZ, latencyHint: "interactive" });
    if (!this.#context.audioWorklet) throw new NoWorklet();
    try {
      await this.#context.audioWorklet.addModule(new URL("./worklet.js", import.meta.url).href);
    } catch { // the browser does not say why, and remembers in this context that the module failed
      this.#context.close();
      this.#context = null;
      throw new ApiError({ error: { code: GONE } });
    }
    this.#node = new AudioWorkletNode(this.#context, "koe-player", { numberOfInputs: 0, outputChannelCount: [1] });
    this.#node.port.onmessage = ({ data }) => this.#told(data);
    this.#node.connect(this.#context.destination);
  }

  // Resolves to false where the browser keeps the sound off.
  async unlock() {
    await this.open();
    clearTimeout(this.#idle);
    if (this.#context.state !== "running") {
      // Without a gesture this promise stays open for ever.
      await Promise.race([this.#context.resume(), new Promise(resolve => setTimeout(resolve, 1000))]);
    }
    return this.#context.state === "running";
  }

  begin(prebufferS) {
    this.#number++;
    this.#anchor = 0;
    this.state = { ...NOTHING, state: "gathering" };
    this.#tell({ type: "begin", prebufferS });
  }

  add(start, samples) { this.#tell({ type: "add", start, samples }); }
  complete(isComplete = true) { this.#tell({ type: "complete", isComplete }); }
  pause() { this.#tell({ type: "pause" }); }
  play() { this.#anchor = this.state.position; this.#tell({ type: "play" }); }

  seek(position) {
    this.#anchor = position;
    this.state = { ...this.state, position };
    this.#tell({ type: "seek", position });
  }

  // The sample that leaves the loudspeaker now: what is rendered reaches it later.
  get heard() {
    const { position, frame, state } = this.state;
    if (!this.#context || state === "ended") return position;
    const latency = this.#context.outputLatency || this.#context.baseLatency || 0;
    const now = Math.round((this.#context.currentTime - latency) * RATE_HZ);
    const moved = state === "playing" ? now - frame : Math.min(0, now - frame);
    return Math.max(this.#anchor, Math.min(position + moved, this.state.end));
  }

  get latencyMs() {
    return 1000 * (this.#context?.outputLatency || this.#context?.baseLatency || 0);
  }

  // When a sample was rendered, on the clock of performance.now().
  #renderedAt(frame) {
    return performance.now() - 1000 * Math.max(0, this.#context.currentTime - frame / RATE_HZ);
  }

  #tell(message) {
    this.#node?.port.postMessage({ ...message, number: this.#number });
  }

  #told(message) {
    if (message.number !== this.#number) return;
    if (message.type === "audible") {
      this.dispatchEvent(new CustomEvent("audible", { detail: { atMs: this.#renderedAt(message.frame) } }));
      return;
    }
    const before = this.state;
    // After a dropout the silence is still to be heard: the place does not go back.
    if (message.state === "playing" && before.state !== "playing") this.#anchor = Math.min(before.position, message.position);
    this.state = message;
    this.#rest(message.state === "ended" || message.state === "paused");
    this.dispatchEvent(new CustomEvent("state", { detail: message }));
  }

  // A context that renders silence keeps a core awake.
  #rest(isIdle) {
    clearTimeout(this.#idle);
    if (isIdle) this.#idle = setTimeout(() => this.#context.suspend(), IDLE_MS);
  }
}
