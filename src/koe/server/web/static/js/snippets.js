// A request -> the same as curl, Python and JavaScript, to copy. The key never stands in them.

const SHELL_QUOTE = "'\\''";

function shown(fields, text) {
  return { input: text, ...fields };
}

function python(value) {
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (value && typeof value === "object") {
    return `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${python(one)}`).join(", ")}}`;
  }
  return { true: "True", false: "False", null: "None" }[String(value)] ?? JSON.stringify(value);
}

// Python reads JSON's escapes, but for pairs of surrogates; those are not escaped by JSON.stringify.
const WRITERS = {
  curl(origin, body, needsKey) {
    const json = JSON.stringify(body, null, 2).replaceAll("'", SHELL_QUOTE);
    const key = needsKey ? ' -H "Authorization: Bearer $KOKORO_API_KEY" \\\n ' : "";
    return `curl --fail-with-body -s ${origin}/v1/audio/speech \\\n ${key} -H 'Content-Type: application/json' \\\n  -d '${json}' \\\n  -o speech.${body.response_format}`;
  },
  python(origin, { input, voice, model = "kokoro", response_format, speed, ...rest }, needsKey) {
    const lines = [`model=${python(model)},`, `voice=${python(voice)},`, `input=${python(input)},`, `response_format=${python(response_format)},`];
    if (speed) lines.push(`speed=${speed},`);
    if (Object.keys(rest).length) lines.push(`extra_body=${python(rest)},`);
    const key = needsKey ? 'os.environ["KOKORO_API_KEY"]' : '"none"';
    return `${needsKey ? "import os\n\n" : ""}from openai import OpenAI\n\nclient = OpenAI(base_url="${origin}/v1", api_key=${key})\n`
      + `speech = client.audio.speech.create(\n    ${lines.join("\n    ")}\n)\nspeech.write_to_file("speech.${response_format}")`;
  },
  javascript(origin, body, needsKey) {
    const key = needsKey ? "\n    Authorization: `Bearer ${process.env.KOKORO_API_KEY}`," : "";
    return `import { writeFile } from "node:fs/promises";\n\nconst answer = await fetch("${origin}/v1/audio/speech", {\n  method: "POST",\n`
      + `  headers: {\n    "Content-Type": "application/json",${key}\n  },\n  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),\n});\n`
      + `if (!answer.ok) throw new Error(await answer.text());\nawait writeFile("speech.${body.response_format}", Buffer.from(await answer.arrayBuffer()));`;
  },
};

export function snippet(language, { origin, text, fields, format, needsKey }) {
  return WRITERS[language](origin, shown({ ...fields, response_format: format }, text), needsKey);
}
