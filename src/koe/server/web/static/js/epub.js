// The bytes of an EPUB -> the text of its chapters, in reading order.

import { FileProblem } from "./text_file.js";
import { readZip } from "./zip.js";

const BLOCKS = "p, h1, h2, h3, h4, h5, h6, li, blockquote, dt, dd, td, th, pre, figcaption";

export async function epubText(bytes) {
  const entries = await readZip(bytes);
  const read = async path => {
    const entry = entries.get(path);
    if (!entry) throw new FileProblem("The EPUB is damaged: a part of it is missing.");
    return new TextDecoder().decode(await entry());
  };
  const container = parsed(await read("META-INF/container.xml"));
  const place = container.getElementsByTagNameNS("*", "rootfile")[0]?.getAttribute("full-path");
  const book = parsed(await read(place ?? ""));
  const paths = new Map([...book.getElementsByTagNameNS("*", "item")].map(item =>
    [item.getAttribute("id"), new URL(item.getAttribute("href"), `file:///${place}`).pathname.slice(1)]));
  const chapters = [];
  for (const item of book.getElementsByTagNameNS("*", "itemref")) {
    const path = paths.get(item.getAttribute("idref"));
    if (path && item.getAttribute("linear") !== "no") chapters.push(chapterText(await read(decodeURIComponent(path))));
  }
  const text = chapters.filter(Boolean).join("\n\n");
  if (!text) throw new FileProblem("There is no text in this EPUB. It may be protected.");
  return text;
}

// The policy of the page forbids parsing what is not named trusted. Scripts in a parsed document do not run, and only
// its text is taken.
const trust = globalThis.trustedTypes?.createPolicy("koe-epub", { createHTML: source => source });

function parsed(source) {
  return new DOMParser().parseFromString(trust ? trust.createHTML(source) : source, "application/xml");
}

function chapterText(source) {
  const body = parsed(source.replace(/&nbsp;/g, "\u00a0")).querySelector("body");
  if (!body) return "";
  for (const silent of body.querySelectorAll("script, style, rt, rp")) silent.remove();
  const blocks = [...body.querySelectorAll(BLOCKS)].filter(block => !block.querySelector(BLOCKS));
  const texts = (blocks.length ? blocks : [body]).map(block => block.textContent.replace(/\s+/g, " ").trim());
  return texts.filter(Boolean).join("\n\n");
}
