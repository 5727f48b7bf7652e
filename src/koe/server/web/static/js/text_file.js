// A file that was dropped or chosen -> its text.

import { epubText } from "./epub.js";
import { markdownText } from "./markdown.js";

const MOST_BYTES = 64 * 1024 * 1024;

export class FileProblem extends Error {}

export async function textOf(file) {
  if (file.size > MOST_BYTES) throw new FileProblem("The file is larger than 64 MiB.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.name.toLowerCase();
  if (name.endsWith(".epub")) return epubText(bytes);
  const text = decoded(bytes);
  return /\.(md|markdown)$/.test(name) ? markdownText(text) : text;
}

function decoded(bytes) {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = !isUtf16 ? "utf-8" : bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.includes("\0")) throw new TypeError();
    return text.replace(/\r\n?/g, "\n");
  } catch {
    throw new FileProblem("This is not a text file. Text, Markdown and EPUB can be opened.");
  }
}
