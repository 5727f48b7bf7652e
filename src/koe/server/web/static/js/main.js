// The page that speaks: puts its parts together.

import { getJson, GONE, whenKeyIsNeeded } from "./api.js";
import { Choices } from "./choices.js";
import { download, fillFormats } from "./download.js";
import { Editor } from "./editor.js";
import { find } from "./element.js";
import { askForKey } from "./key_dialog.js";
import { Lexicon } from "./lexicon.js";
import { LexiconPanel } from "./lexicon_panel.js";
import { Modes } from "./modes.js";
import { Notices } from "./notices.js";
import { NoWorklet } from "./player.js";
import { Problems } from "./problems.js";
import { snippet } from "./snippets.js";
import { Speaker } from "./speaker.js";
import { kept } from "./store.js";
import { FileProblem, textOf } from "./text_file.js";
import { Transport } from "./transport.js";
import { Voices } from "./voices.js";

const GREETING = "Hello! I am koe, and I live on your own machine. Nothing you write here leaves it. "
  + "Press Speak, and watch the words light up as you hear them.";
const RETRY_MS = 2000;

const editor = new Editor(find("text"), find("mirror"));
const speaker = new Speaker();
const voices = new Voices(find("voices"));
const lexicon = new Lexicon();
const choices = new Choices(voices, lexicon);
const panel = new LexiconPanel(lexicon, choices);
const problems = new Problems(new Notices(find("notices")), editor, speaker);
const modes = new Modes(editor, speaker, isConflict => problems.tellConflict(isConflict));
const transport = new Transport(speaker, editor, { speak, stop });
let facts = null;
let code = "curl";
let needsKey = false;

whenKeyIsNeeded(wasWrong => {
  needsKey = true;
  return askForKey(wasWrong);
});

async function speak() {
  voices.silence();
  problems.clear();
  if (!editor.text.trim() && modes.mode !== "live") {
    problems.refused({ code: "empty_input", message: "" });
    return editor.focus();
  }
  if (editor.characters > facts.max_characters && modes.mode === "whole") return problems.tooLong(facts.max_characters, speak);
  try {
    await modes.speak(choices.fields);
  } catch (error) {
    speaker.stop();
    if (error instanceof NoWorklet) problems.noWorklet();
    else problems.refused(error);
  }
}

function stop() {
  modes.stop();
  speaker.stop();
  problems.clear();
}

problems.again = speak;
speaker.addEventListener("refused", () => modes.stop());
voices.addEventListener("preview", () => { if (speaker.isBusy) speaker.pause(); });
voices.addEventListener("refused", ({ detail }) => problems.refused(detail.error));

function showCount() {
  const count = find("count");
  const most = facts?.max_characters ?? Infinity;
  count.textContent = facts ? `${editor.characters.toLocaleString("en")} of ${most.toLocaleString("en")} characters` : "";
  count.classList.toggle("over", editor.characters > most);
}

function showCode() {
  find("snippet").textContent = snippet(code, {
    origin: location.origin, text: editor.text, fields: choices.fields, format: find("format").value, needsKey,
  });
}

function changed() {
  showCount();
  if (find("code").open) showCode();
}
editor.addEventListener("input", changed);
choices.addEventListener("change", changed);
find("code").addEventListener("toggle", showCode);
find("format").addEventListener("change", showCode);
for (const button of document.querySelectorAll("[data-code]")) {
  button.onclick = () => {
    code = button.dataset.code;
    for (const one of document.querySelectorAll("[data-code]")) one.setAttribute("aria-pressed", String(one === button));
    showCode();
  };
}
find("copy").onclick = async () => {
  try {
    await navigator.clipboard.writeText(find("snippet").textContent);
    find("copy-state").textContent = "Copied.";
  } catch { // only on https and localhost
    getSelection().selectAllChildren(find("snippet"));
    find("copy-state").textContent = "Press Ctrl C: the browser does not let this page copy.";
  }
};

find("save").onclick = async () => {
  find("save").disabled = true;
  find("save-state").textContent = "Speaking…";
  try {
    await download(editor.text, choices.fields);
    find("save-state").textContent = "Done.";
  } catch (error) {
    find("save-state").textContent = "";
    problems.refused(error);
  }
  find("save").disabled = false;
};

async function openFile(file) {
  if (!file) return;
  stop();
  try {
    editor.text = await textOf(file);
  } catch (problem) {
    problems.badFile(problem instanceof FileProblem ? problem.message : "The file cannot be read.");
  }
}
find("open-file").onclick = () => find("file").click();
find("file").onchange = () => {
  openFile(find("file").files[0]);
  find("file").value = "";
};
find("clear").onclick = () => {
  stop();
  editor.text = "";
  editor.focus();
};
const drop = find("drop");
drop.ondragover = event => {
  event.preventDefault();
  drop.classList.add("dragging");
};
drop.ondragleave = () => drop.classList.remove("dragging");
drop.ondrop = event => {
  drop.classList.remove("dragging");
  if (!event.dataTransfer.files.length) return; // a piece of text: the field takes it
  event.preventDefault();
  openFile(event.dataTransfer.files[0]);
};

async function load() {
  for (;;) {
    try {
      facts = await getJson("/v1/facts");
      const { voices: listed } = await getJson("/v1/audio/voices");
      voices.fill(listed, kept("voice", facts.default_voice));
      break;
    } catch (error) {
      if (error.code !== GONE && error.status !== 503) return problems.refused(error);
      problems.waiting();
      await new Promise(resolve => setTimeout(resolve, RETRY_MS));
    }
  }
  problems.clear();
  lexicon.most = facts.max_lexicon_entries;
  fillFormats(facts.formats);
  choices.fill(facts);
  panel.fill(facts.phonemes);
  changed();
  find("speak").disabled = false;
  for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, () => speaker.warm(), { once: true });
}

editor.text = GREETING;
transport.show();
load();
