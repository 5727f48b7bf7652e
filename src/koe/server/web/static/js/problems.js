// What goes wrong -> a notice that says what to do, and does it where it can: waits and tries again, or goes to the fault.

import { NO_SOUND, NO_WORKLET, remedyFor, WAITING } from "./remedies.js";

export class Problems {
  #notices;
  #editor;
  #speaker;
  #countdown = 0;
  again = () => {}; // speaks the text again

  constructor(notices, editor, speaker) {
    this.#notices = notices;
    this.#editor = editor;
    this.#speaker = speaker;
    speaker.addEventListener("refused", ({ detail }) => this.refused(detail.error));
    speaker.addEventListener("waiting", ({ detail }) => { if (detail.attempt > 1) this.#gone(); });
    speaker.addEventListener("back", () => notices.hide("gone"));
    speaker.addEventListener("started", () => notices.hide("gone"));
    speaker.addEventListener("blocked", () => this.#blocked());
    speaker.addEventListener("warnings", ({ detail }) => this.#warn(detail.warnings));
  }

  clear() {
    clearInterval(this.#countdown);
    for (const subject of ["problem", "gone", "sound", "warning", "conflict"]) this.#notices.hide(subject);
  }

  refused(error) {
    clearInterval(this.#countdown);
    if (error.retryAfterS) return this.#countDown(error);
    const { title, text } = remedyFor(error);
    const actions = [];
    if (error.line) {
      this.#editor.showFault(error.line, error.column);
      actions.push(["Go there", () => this.#editor.showFault(error.line, error.column)]);
    }
    this.#notices.show("problem", { title, text, isBad: true, actions });
  }

  #countDown(error) {
    const { title, text } = remedyFor(error);
    let left = error.retryAfterS;
    const told = () => `${text} Tries again in ${left} s.`;
    const again = () => {
      this.clear();
      this.again();
    };
    const body = this.#notices.show("problem", { title, text: told(), actions: [["Try now", again]] });
    this.#countdown = setInterval(() => {
      if (!this.#notices.shows("problem")) return clearInterval(this.#countdown);
      left--;
      body.textContent = told();
      if (left <= 0) again();
    }, 1000);
  }

  #gone() {
    if (this.#notices.shows("gone")) return;
    const title = "koe does not answer";
    const text = "What has arrived plays on. Start koe again, with “koe serve” or “make serve”: the text then goes on at the next word, by itself.";
    this.#notices.show("gone", { title, text });
  }

  #blocked() {
    this.#notices.show("sound", {
      ...NO_SOUND,
      actions: [["Turn the sound on", async () => { if (await this.#speaker.unlock()) this.#notices.hide("sound"); }]],
    });
  }

  waiting() { this.#notices.show("problem", WAITING); }
  noWorklet() { this.#notices.show("problem", { ...NO_WORKLET, isBad: true }); }
  badFile(text) { this.#notices.show("problem", { title: "The file cannot be opened", text, isBad: true }); }

  tooLong(most, speak) {
    const shorten = () => {
      this.#editor.text = beginning(this.#editor.text, most);
      speak();
    };
    this.#notices.show("problem", {
      title: "The text is too long",
      text: `koe takes ${most.toLocaleString("en")} characters at once, and this text has ${this.#editor.characters.toLocaleString("en")}. `
        + "Keep only the beginning, or allow longer texts on the server with KOKORO_MAX_CHARACTERS.",
      isBad: true,
      actions: [["Keep the beginning, and speak it", shorten]],
    });
  }

  #warn(warnings) {
    const text = warnings.map(one => one.message + (one.line ? ` (line ${one.line}, column ${one.column})` : "")).join(" ");
    this.#notices.show("warning", { title: "koe speaks it in another way", text });
  }

  // Text that koe has read already was changed.
  tellConflict(isConflict) {
    if (!isConflict) return this.#notices.hide("conflict");
    if (this.#notices.shows("conflict")) return;
    this.#notices.show("conflict", {
      title: "This was read already",
      text: "koe reads only what is new at the end. Undo the change to go on, or press Stop and then Speak to hear the text anew.",
    });
  }
}

// At most so many characters, up to the end of a sentence if there is one.
function beginning(text, most) {
  const cut = [...text].slice(0, most).join("");
  const end = Math.max(...[".", "!", "?", "。", "\n"].map(mark => cut.lastIndexOf(mark)));
  return end > cut.length / 2 ? cut.slice(0, end + 1) : cut;
}
