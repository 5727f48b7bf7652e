// Asks for the API key; several requests that need it wait for one answer.

import { make } from "./element.js";

const HINT = "It is the value of KOKORO_API_KEY on the server. The page keeps it until you close it, and stores it nowhere.";
const WRONG = "koe did not accept this key. It is the value of KOKORO_API_KEY on the server.";

let asking = null;

// Resolves to a key, or to null if the user gives up.
export function askForKey(wasWrong) {
  asking ??= asked(wasWrong ? WRONG : HINT).finally(() => { asking = null; });
  return asking;
}

function asked(hint) {
  const field = make("input", { id: "key", type: "password", autocomplete: "off", required: true });
  const dialog = make("dialog", { id: "key-dialog", "aria-labelledby": "key-heading" });
  dialog.append(make("form", { method: "dialog", class: "stack", onsubmit: () => { dialog.returnValue = "given"; } },
    make("h2", { id: "key-heading" }, "This koe asks for its API key"),
    make("p", {}, hint),
    make("label", { class: "field" }, make("span", {}, "API key"), field),
    make("div", { class: "row end" },
      make("button", { type: "button", class: "quiet", onclick: () => dialog.close("") }, "Not now"),
      make("button", { type: "submit", class: "primary", value: "given" }, "Use this key"))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise(resolve => {
    dialog.onclose = () => {
      resolve((dialog.returnValue && field.value.trim()) || null);
      dialog.remove();
    };
  });
}
