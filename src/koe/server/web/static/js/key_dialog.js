// Asks for the API key; several requests that need it wait for one answer.

import { find } from "./element.js";

let asking = null;

export function askForKey(wasWrong) {
  asking ??= asked(wasWrong).finally(() => { asking = null; });
  return asking;
}

function asked(wasWrong) {
  const dialog = find("key-dialog"), field = find("key");
  if (wasWrong) find("key-hint").textContent = "koe did not accept this key. It is the value of KOKORO_API_KEY on the server.";
  field.value = "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(resolve => {
    find("key-cancel").onclick = () => dialog.close();
    dialog.querySelector("form").onsubmit = () => { dialog.returnValue = "given"; };
    dialog.onclose = () => {
      const given = dialog.returnValue && field.value.trim();
      field.value = "";
      resolve(given || null);
    };
  });
}
