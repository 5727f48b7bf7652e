// The bytes of a ZIP file -> its entries, each with a function that unpacks it. The browser has the inflating.

import { FileProblem } from "./text_file.js";

const END = 0x06054b50, ENTRY = 0x02014b50, LOCAL = 0x04034b50;
const END_BYTES = 22, LONGEST_COMMENT = 65_535;
const MOST_UNPACKED = 64 * 1024 * 1024;

export async function readZip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_BYTES;
  const first = Math.max(0, end - LONGEST_COMMENT);
  while (end >= first && view.getUint32(end, true) !== END) end--;
  if (end < first) throw new FileProblem("The EPUB is damaged: it is no ZIP file.");
  const entries = new Map();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0 && view.getUint32(at, true) === ENTRY; left--) {
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes));
    const packed = view.getUint32(at + 20, true), method = view.getUint16(at + 10, true), local = view.getUint32(at + 42, true);
    entries.set(name, () => unpacked(bytes, view, { packed, method, local }));
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function unpacked(bytes, view, { packed, method, local }) {
  if (view.getUint32(local, true) !== LOCAL) throw new FileProblem("The EPUB is damaged.");
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const content = bytes.subarray(start, start + packed);
  if (method === 0) return content;
  if (method !== 8) throw new FileProblem("The EPUB is packed in a way that browsers do not know.");
  const reader = new Blob([content]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_UNPACKED) throw new FileProblem("The EPUB unpacks to more than 64 MiB.");
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
