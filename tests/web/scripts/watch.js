// Runs in every tested page before its own scripts: reports what the policy blocks, and notes which words are lit.
"use strict";
window.heard = [];
window.litWords = [];

addEventListener("securitypolicyviolation", event => {
  console.error(`blocked by the policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});

addEventListener("DOMContentLoaded", () => {
  const mirror = document.getElementById("mirror");
  if (!mirror) return;
  let last = "";
  new MutationObserver(() => {
    const mark = mirror.querySelector("mark.lit");
    const start = mark?.previousSibling.data.length;
    const now = mark ? `${start} ${mark.textContent}` : "";
    if (mark && now !== last) {
      const positionS = Number(document.getElementById("position").value), field = document.getElementById("text");
      litWords.push({ word: mark.textContent, start, positionS, text: field.value, isReadOnly: field.readOnly });
    }
    last = now;
  }).observe(mirror, { childList: true, characterData: true, attributes: true, subtree: true });
});
