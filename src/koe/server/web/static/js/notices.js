// Messages at the top of the page: what happened, and what to do. One for each subject.

import { make } from "./element.js";

export class Notices {
  #place;
  #shown = new Map();

  constructor(place) { this.#place = place; }

  // `actions`: [label, function]. Returns the paragraph, whose text may go on changing.
  show(subject, { title, text = "", isBad = false, actions = [] }) {
    this.hide(subject);
    const body = make("p", {}, text);
    const buttons = actions.map(([label, act]) => make("button", { type: "button", class: "secondary", onclick: act }, label));
    const close = make("button", {
      type: "button", class: "quiet", "aria-label": "Close this message", onclick: () => this.hide(subject),
    }, "✕");
    const notice = make("div", { class: isBad ? "notice bad" : "notice", role: isBad ? "alert" : "status", "data-subject": subject },
      make("div", {}, make("strong", {}, title), body, make("div", { class: "row", hidden: !buttons.length }, ...buttons)),
      close);
    this.#shown.set(subject, notice);
    this.#place.append(notice);
    return body;
  }

  hide(subject) {
    this.#shown.get(subject)?.remove();
    this.#shown.delete(subject);
  }

  shows(subject) { return this.#shown.get(subject)?.isConnected ?? false; }
}
