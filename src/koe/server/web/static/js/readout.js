// Figures of the speech that plays, under names that say which clock measured what.

import { find } from "./element.js";

function ms(value) { return `${Math.round(value)} ms`; }

export function clockText(second) {
  const whole = Math.floor(second);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function showFigures(figures) {
  const { firstSoundMs, done } = figures;
  const isHit = done?.hit_ms != null;
  const ttfaMs = done?.hit_ms ?? done?.ttfa_ms ?? null;
  find("first-sound").textContent = firstSoundMs === null ? "–" : ms(firstSoundMs);
  find("ttfa-name").textContent = isHit ? "From koe’s cache" : "TTFA of koe";
  find("ttfa").textContent = ttfaMs === null ? "–" : ms(ttfaMs);
  find("rtf").textContent = done?.rtf == null ? "–" : done.rtf.toFixed(2);
}

export function showBuffer(aheadS, dropouts) {
  find("buffer").textContent = `${aheadS.toFixed(1)} s`;
  find("dropouts").textContent = String(dropouts);
}
