// The text as a file of audio, with captions beside it if they are wanted.

import { post } from "./api.js";
import { find, make, saveFile } from "./element.js";

// What people listen to; the others are for programs.
const FIRST = ["wav", "mp3", "opus"];

export function fillFormats(formats) {
  const ordered = [...FIRST, ...formats.filter(name => !FIRST.includes(name))];
  find("format").replaceChildren(...ordered.map(name => make("option", { value: name }, name)));
}

export async function download(text, fields) {
  const format = find("format").value, captions = find("captions").value;
  const body = { ...fields, input: text, response_format: format };
  if (!captions) {
    const answer = await post("/v1/audio/speech", { ...body, stream: false });
    saveFile(`speech.${format}`, await answer.blob());
    return;
  }
  const answer = await (await post("/v1/audio/captions", { ...body, caption_format: captions })).json();
  const bytes = Uint8Array.from(atob(answer.audio), letter => letter.charCodeAt(0));
  saveFile(`speech.${format}`, new Blob([bytes]));
  saveFile(`speech.${captions}`, new Blob([answer.captions], { type: "text/plain" }));
}
