// Presses Speak as soon as it can be pressed, without a user, and tells when the page shows a notice.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const button = document.getElementById("speak");
  const waiting = setInterval(() => {
    if (button.disabled) return;
    clearInterval(waiting);
    button.click();
  }, 20);
  new MutationObserver(() => console.log("a notice is shown")).observe(document.getElementById("notices"), { childList: true });
});
