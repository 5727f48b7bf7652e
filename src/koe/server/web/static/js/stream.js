// A live stream over WebSocket: messages and frames in, events out. A broken connection is opened again and the stream
// continues where it was; where the server has lost it, `lost` says so.

import { ApiError, call, GONE, protocols } from "./api.js";
import { decodeFrame, LAST } from "./frame.js";

const RETRY_DELAYS_MS = [0, 250, 500, 1000, 2000];
const ACKNOWLEDGE_EVERY_FRAMES = 16;
const REFUSED_BY_APP = 4000; // close codes from here on are koe's own

function address() {
  const page = new URL("/v1/audio/stream", location.href);
  page.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  return page.href;
}

// A socket that may be opened before it is needed, and serves one stream after the other.
export class Line {
  #socket = null;

  warm() {
    if (!this.#socket || this.#socket.readyState > WebSocket.OPEN) {
      this.#socket = new WebSocket(address(), protocols());
      this.#socket.binaryType = "arraybuffer";
    }
    return this.#socket;
  }

  // Resolves to an open socket; throws an ApiError that says why there is none.
  async open() {
    const socket = this.warm();
    if (socket.readyState === WebSocket.OPEN) return socket;
    const isOpen = await new Promise(resolve => {
      socket.addEventListener("open", () => resolve(true), { once: true });
      socket.addEventListener("close", () => resolve(false), { once: true });
    });
    if (isOpen) return socket;
    // A browser does not tell why a handshake failed; an ordinary request does, and asks for the key.
    await call("/v1/facts");
    return this.#again();
  }

  async #again() {
    const socket = this.warm();
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("close", () => reject(new ApiError({ error: { code: GONE } })), { once: true });
    });
    return socket;
  }

  drop() {
    this.#socket?.close(1000); // koe ends the stream at once, and does not keep it for a reconnect
    this.#socket = null;
  }
}

export class Stream extends EventTarget {
  #line;
  #socket = null;
  #token = null;
  #next = 0; // chunk_id of the next frame
  #wordsSeen = -1;
  #sent = []; // messages of text that were sent, for a reconnect: [characters before it, message]
  #characters = 0;
  #isPaused = false;
  #isOver = false;
  #listeners = null;

  constructor(line) {
    super();
    this.#line = line;
  }

  async start(options) {
    this.#use(await this.#line.open());
    this.#send({ ...options, type: "start", pace: false, fill_stalls: false, timestamps: true });
  }

  append(text, points) {
    const message = { type: "append", text };
    this.#sent.push([this.#characters, message]);
    this.#characters += points;
    this.#send(message);
  }

  flush() { this.#send({ type: "flush" }); }

  end() {
    const message = { type: "end" };
    this.#sent.push([this.#characters, message]);
    this.#send(message);
  }

  pause(isPaused) {
    this.#isPaused = isPaused;
    this.#send({ type: isPaused ? "pause" : "resume" });
  }

  // The connection is closed too: what koe has sent already would be read by the next stream.
  cancel() {
    if (this.#isOver) return;
    this.#finish();
    this.#line.drop();
  }

  #emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #use(socket) {
    this.#listeners?.abort();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#received(data), { signal });
    socket.addEventListener("close", ({ code }) => this.#closed(code), { signal });
  }

  #finish() {
    this.#isOver = true;
    this.#listeners?.abort();
  }

  #received(data) {
    if (typeof data !== "string") return this.#frame(decodeFrame(data));
    const message = JSON.parse(data);
    if (message.type === "started") {
      this.#token = message.stream;
      this.#emit("started", message);
    }
    if (message.type === "reconnected") this.#sendRest(message);
    if (message.type === "words" && message.chunk_id > this.#wordsSeen) {
      this.#wordsSeen = message.chunk_id;
      this.#emit("words", message);
    }
    if (message.type === "warnings") this.#emit("warnings", message);
    if (message.type === "done") {
      this.#finish();
      this.#emit("done", message);
    }
    if (message.type === "error") this.#refused(message);
  }

  #refused({ error, retry_after_s: retryAfterS = null }) {
    this.#finish();
    this.#line.drop(); // koe closes the connection after most errors: a new one is safe after all of them
    if (["unknown_stream", "chunk_expired", "stopping"].includes(error.code)) return this.#emit("lost");
    this.#emit("refused", new ApiError({ error, retryAfterS }));
  }

  #frame(frame) {
    if (frame.chunkId !== this.#next) return; // sent again after a reconnect
    this.#next++;
    this.#emit("frame", frame);
    const isLast = frame.flags & LAST;
    if (!isLast && this.#next % ACKNOWLEDGE_EVERY_FRAMES === 0) this.#send({ type: "ack", chunk_id: this.#next });
  }

  async #closed(code) {
    if (this.#isOver) return;
    this.#listeners.abort();
    this.#line.drop();
    if (code >= REFUSED_BY_APP) {
      this.#finish();
      return this.#emit("refused", new ApiError({ error: { code: `closed_${code}` } }));
    }
    await this.#reconnect();
  }

  async #reconnect() {
    for (let attempt = 0; !this.#isOver; attempt++) {
      this.#emit("waiting", { attempt });
      await new Promise(resolve => setTimeout(resolve, RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)]));
      if (this.#isOver) return;
      try {
        const socket = await this.#line.open();
        if (this.#isOver) return;
        if (this.#token === null) {
          this.#finish();
          return this.#emit("lost");
        }
        this.#use(socket);
        this.#send({ type: "reconnect", stream: this.#token, chunk_id: this.#next });
        return;
      } catch (problem) {
        this.#line.drop();
        if (problem.code !== GONE && problem.status !== 503) {
          this.#finish();
          return this.#emit("refused", problem);
        }
      }
    }
  }

  // What the server has not received. A message of text arrives as a whole or not at all.
  #sendRest({ characters, ended, paused }) {
    this.#emit("reconnected");
    if (paused !== this.#isPaused) this.pause(this.#isPaused);
    if (ended) return;
    for (const [before, message] of this.#sent) if (before >= characters) this.#send(message);
  }
}
