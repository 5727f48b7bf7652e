// The API description: renders the server's own openapi.json, so that it needs no network and no large library.

import { getJson, whenKeyIsNeeded } from "./api.js";
import { find, make } from "./element.js";
import { askForKey } from "./key_dialog.js";
import { Notices } from "./notices.js";
import { remedyFor } from "./remedies.js";
import { fieldsOf, typeOf } from "./schema.js";

const DEEPEST = 3;
const GROUPS = {
  speech: "Speech", captions: "Captions", phonemes: "Phonemes", catalog: "Voices and models", web: "This server",
  status: "Status", operator: "For operators",
};

whenKeyIsNeeded(askForKey);

function operationsOf(api) {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
}

// Descriptions mark code as Markdown does.
function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));
}

function fieldRows(api, schema, depth = 0) {
  return fieldsOf(api, schema).flatMap(field => [
    make("tr", { class: `depth-${depth}` },
      make("th", { scope: "row" }, make("code", {}, field.name), ...(field.isRequired ? [make("span", { class: "required" }, " required")] : [])),
      make("td", {}, make("code", {}, field.type)),
      make("td", {}, ...prose([field.description, field.fallback === null ? "" : `Default: ${field.fallback}.`].filter(Boolean).join(" ")))),
    ...(field.inner && depth < DEEPEST ? fieldRows(api, field.inner, depth + 1) : []),
  ]);
}

function table(label, rows) {
  if (!rows.length) return [];
  return [make("h4", {}, label), make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label },
    make("table", {}, make("thead", {}, make("tr", {}, ...["name", "type", "meaning"].map(name => make("th", { scope: "col" }, name)))), make("tbody", {}, ...rows)))];
}

function details(api, { operation }) {
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const parameters = (operation.parameters ?? []).map(one => make("tr", {},
    make("th", { scope: "row" }, make("code", {}, one.name), ...(one.required ? [make("span", { class: "required" }, " required")] : [])),
    make("td", {}, make("code", {}, typeOf(one.schema))), make("td", {}, ...prose(one.description ?? one.schema.description ?? `in the ${one.in}`))));
  const answers = Object.entries(operation.responses).map(([status, answer]) => make("li", {}, make("code", {}, status), ` ${answer.description ?? ""} `,
    make("span", { class: "hint" }, Object.keys(answer.content ?? {}).join(", "))));
  const answer = operation.responses["200"]?.content?.["application/json"]?.schema;
  return [
    ...(operation.description ? [make("p", {}, ...prose(operation.description))] : []),
    ...table("Parameters", parameters), ...table("Body", body ? fieldRows(api, body) : []),
    make("h4", {}, "Answers"), make("ul", { class: "answers" }, ...answers), ...table("Fields of the answer", answer ? fieldRows(api, answer) : []),
  ];
}

function operationView(api, one) {
  const view = make("details", { class: "card operation", id: `${one.method}-${one.path}`, "data-text": `${one.path} ${one.operation.summary ?? ""}`.toLowerCase() },
    make("summary", {}, make("span", { class: `method ${one.method}` }, one.method.toUpperCase()), make("code", {}, one.path),
      make("span", { class: "hint" }, (one.operation.deprecated ? "deprecated: " : "") + (one.operation.summary ?? ""))));
  view.addEventListener("toggle", () => { if (view.open && view.childElementCount === 1) view.append(...details(api, one)); });
  view.dataset.text += ` ${JSON.stringify(one.operation).toLowerCase()}`;
  return view;
}

function show(api) {
  const groups = Map.groupBy ? Map.groupBy(operationsOf(api), one => one.operation.tags?.[0] ?? "other") : grouped(operationsOf(api));
  find("operations").replaceChildren(...[...groups].map(([tag, operations]) => make("section", {},
    make("h2", {}, GROUPS[tag] ?? tag), ...operations.map(one => operationView(api, one)))));
}

function grouped(operations) {
  const groups = new Map();
  for (const one of operations) groups.set(one.operation.tags?.[0] ?? "other", [...(groups.get(one.operation.tags?.[0] ?? "other") ?? []), one]);
  return groups;
}

find("search").oninput = ({ target }) => {
  const wanted = target.value.trim().toLowerCase();
  for (const view of document.querySelectorAll(".operation")) view.hidden = !view.dataset.text.includes(wanted);
  for (const section of find("operations").children) section.hidden = !section.querySelector(".operation:not([hidden])");
};

try {
  show(await getJson("/openapi.json"));
} catch (error) {
  new Notices(find("notices")).show("problem", { ...remedyFor(error), isBad: true });
}
