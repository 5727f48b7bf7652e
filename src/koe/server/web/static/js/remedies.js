// Errors of koe and of the browser -> what to say and what to do about it.

import { GONE } from "./api.js";

const REMEDIES = {
  [GONE]: ["koe does not answer", "Start it with “koe serve” or “make serve”, and try again."],
  invalid_api_key: ["The API key is missing or wrong", "Reload the page and enter the value of KOKORO_API_KEY."],
  empty_input: ["There is nothing to speak", "Write a text into the field, or open a file."],
  string_above_max_length: ["The text is too long", "Speak a part of it, or allow longer texts on the server with KOKORO_MAX_CHARACTERS."],
  rate_limit_exceeded: ["koe is busy", "Other streams need all of this machine."],
  too_many_streams: ["Too many live streams are open", "Close other pages that speak, or raise KOKORO_MAX_OPEN_STREAMS."],
  memory_short: ["koe has too little memory for this", "Close other programs on the server, or wait."],
  lane_stalled: ["The model hangs", "If this lasts, start koe again."],
  stopping: ["koe is shutting down", "Start it again, and try again."],
  missing_extra: ["This language needs more packages", "Install them on the server as the message says, and start koe again."],
  stream_idle: ["koe has closed the stream", "No text came for a while, or the pause was long. Press Speak to begin again."],
  origin_not_allowed: ["koe does not accept this page", "Open it under the address that koe prints at its start, or list the origin in KOKORO_ALLOWED_ORIGINS."],
  host_not_allowed: ["koe does not accept this address", "Open the page as localhost, or list the name in KOKORO_ALLOWED_HOSTS."],
  unknown_voice: ["koe does not know this voice", "Choose another voice."],
  invalid_lexicon: ["A pronunciation is not valid", "Change or remove it under Pronunciations."],
  took_too_long: ["koe took too long", "The machine may be overloaded. Try again, or try a shorter text."],
  closed_4423: ["The stream goes on in another window", "It was taken over there."],
};

export const WAITING = {
  title: "koe does not answer",
  text: "Start it with “koe serve” or “make serve”: the page goes on by itself.",
};
export const NO_SOUND = {
  title: "The browser keeps the sound off",
  text: "It waits for a sign of yours. Press the button; if nothing is heard, allow sound for this page in the address bar.",
};
export const NO_WORKLET = {
  title: "This browser cannot play live sound here",
  text: "Browsers offer it only on https or on localhost. Open the page on the machine that runs koe, or put a proxy with "
    + "TLS in front of it. Download works all the same.",
};

export function remedyFor(error) {
  if (error.line !== null && error.line !== undefined) {
    return { title: `The SSML is wrong at line ${error.line}, column ${error.column}`, text: error.message };
  }
  const [title, advice] = REMEDIES[error.code] ?? ["koe could not do this", "Try again. If it fails again, the log of koe has the reason."];
  const id = error.status >= 500 && error.requestId ? ` Request ${error.requestId} in the log.` : "";
  return { title, text: [error.message, advice + id].filter(Boolean).join(" ") };
}
