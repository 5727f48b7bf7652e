// The status page: asks koe every two seconds while it is seen, and remembers what it was told.

import { call, getJson, GONE, whenKeyIsNeeded } from "./api.js";
import { find } from "./element.js";
import { askForKey } from "./key_dialog.js";
import { Notices } from "./notices.js";
import { remedyFor, WAITING } from "./remedies.js";
import { showCharts, showLoad, showMemory, showQuantiles, showReady, showSlos, showStages } from "./status_view.js";

const EVERY_MS = 2000;
const KEPT = 900; // half an hour

const notices = new Notices(find("notices"));
const history = [];
let shown = "5m";
let last = null;
let lastAt = 0;

whenKeyIsNeeded(askForKey);

async function readiness() {
  try {
    return (await (await call("/ready")).json()).status;
  } catch (error) {
    return error.code ?? "not ready"; // 503 has the status in another shape; /status has the reason
  }
}

async function read() {
  const [status, sessions, ready] = await Promise.all([getJson("/status"), getJson("/session-status"), readiness()]);
  last = { status, sessions, ready };
  lastAt = Date.now();
  history.push({ atS: lastAt / 1000, windows: status.windows });
  if (history.length > KEPT) history.shift();
}

function show() {
  if (!last) return;
  const { status, sessions, ready } = last;
  showReady(ready, status);
  showSlos(status.slos, status.windows["5m"]);
  showCharts(history, shown, status.slos);
  showQuantiles(status.windows[shown]);
  showLoad(status, sessions);
  showMemory(status.memory, status.caches);
  showStages(status.builds);
}

function showFresh() {
  const seconds = Math.round((Date.now() - lastAt) / 1000);
  find("fresh").textContent = !last ? "" : seconds < 5 ? "live" : `as of ${seconds} s ago`;
}

async function follow() {
  for (;;) {
    if (!document.hidden) {
      try {
        await read();
        notices.hide("problem");
        show();
      } catch (error) {
        const isGone = error.code === GONE || error.status === 503;
        if (!notices.shows("problem")) notices.show("problem", isGone ? WAITING : { ...remedyFor(error), isBad: true });
        if (!isGone) return;
      }
      showFresh();
    }
    await new Promise(resolve => setTimeout(resolve, EVERY_MS));
  }
}

for (const button of document.querySelectorAll("[data-window]")) {
  button.onclick = () => {
    shown = button.dataset.window;
    for (const one of document.querySelectorAll("[data-window]")) one.setAttribute("aria-pressed", String(one === button));
    show();
  };
}
follow();
