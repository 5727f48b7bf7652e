// The listening test that `koe dev abx` has written: its page and WAV files are opened from a folder, and stay there.

import { find, make, saveFile } from "./element.js";
import { Notices } from "./notices.js";
import { countChoices, signTest } from "./sign_test.js";
import { keep, kept } from "./store.js";

const notices = new Notices(find("notices"));
const player = new Audio();
let test = null; // {pairs, key, files, choices, heard, at}

async function open(files) {
  notices.hide("problem");
  const named = new Map([...files].map(file => [file.name, file]));
  const page = [...named.keys()].find(name => name.endsWith(".html"));
  const source = page ? await named.get(page).text() : "";
  const pairs = /^const PAIRS = (.*);$/m.exec(source)?.[1], key = /^const KEY = "(.*)";$/m.exec(source)?.[1];
  if (!pairs || !key) return refuse("There is no listening test among these files. Choose the folder that koe dev abx has written.");
  test = { pairs: JSON.parse(pairs), key, files: named, at: 0 };
  const missing = test.pairs.flatMap(pair => [pair.a, pair.b]).filter(name => !named.has(name));
  if (missing.length) return refuse(`${missing.length} WAV files of the test are missing. Choose all files of its folder.`);
  const stored = kept(`abx.${key}`, []);
  test.choices = test.pairs.map((_, at) => stored[at] ?? null);
  test.heard = test.choices.map(choice => new Set(choice ? ["a", "b"] : []));
  find("choose").hidden = true;
  find("test").hidden = false;
  show();
}

function refuse(text) {
  notices.show("problem", { title: "This cannot be opened", text, isBad: true });
}

function show() {
  const { pairs, at, heard, choices } = test, left = choices.filter(choice => !choice).length;
  find("place").textContent = `Sentence ${at + 1} of ${pairs.length}`;
  find("sentence").textContent = pairs[at].text;
  find("sentence").lang = pairs[at].language;
  for (const button of document.querySelectorAll("[data-choice]")) {
    button.disabled = heard[at].size < 2;
    button.setAttribute("aria-pressed", String(choices[at] === button.dataset.choice));
  }
  find("back").disabled = at === 0;
  find("next").disabled = at === pairs.length - 1;
  find("left").textContent = left ? `${left} without an answer` : "all answered";
}

function play(side) {
  URL.revokeObjectURL(player.src);
  player.src = URL.createObjectURL(test.files.get(test.pairs[test.at][side]));
  player.play().catch(() => {}); // the next press came before this clip had begun
  test.heard[test.at].add(side);
  show();
}

function move(by) {
  player.pause();
  test.at = Math.min(test.pairs.length - 1, Math.max(0, test.at + by));
  show();
}

function choose(choice) {
  test.choices[test.at] = choice;
  keep(`abx.${test.key}`, test.choices);
  show();
}

function showResult() {
  player.pause();
  const key = JSON.parse(atob(test.key)), counted = countChoices(test.choices, key.sides);
  const rows = [
    [`${key.build} sounds better`, counted.build], [`${key.reference} sounds better`, counted.reference],
    ["no difference", counted.same], ["no answer", counted.unanswered],
    ["binomial test, p", signTest(counted.build, counted.reference).toFixed(3)],
  ];
  const table = make("table", {}, ...rows.map(([label, value]) => make("tr", {}, make("th", { scope: "row" }, label), make("td", {}, String(value)))));
  const save = () => saveFile("answers.json", new Blob([JSON.stringify({ ...key, choices: test.choices })], { type: "application/json" }));
  find("test").hidden = true;
  find("result").hidden = false;
  find("result").replaceChildren(make("h2", {}, "Result"), table,
    make("p", { class: "hint" }, "p is the chance of a split at least this uneven if the two sound equally good. Below 0.05 one "
      + "of them sounds better to you; above, these answers do not show a difference. “koe dev abx-result” counts several listeners together."),
    make("div", { class: "row" }, make("button", { type: "button", class: "primary", onclick: save }, "Save the answers")));
}

find("open").onclick = () => find("folder").click();
find("open-files").onclick = () => find("files").click();
for (const id of ["folder", "files"]) find(id).onchange = () => open(find(id).files);
find("play-a").onclick = () => play("a");
find("play-b").onclick = () => play("b");
find("back").onclick = () => move(-1);
find("next").onclick = () => move(1);
find("finish").onclick = showResult;
for (const button of document.querySelectorAll("[data-choice]")) button.onclick = () => choose(button.dataset.choice);
document.addEventListener("keydown", event => {
  if (find("test").hidden) return;
  if (event.key === "1") play("a");
  if (event.key === "2") play("b");
});
