// Node's official OpenAI client: address and folder -> mp3 and WAV files in the folder, and JSON of what else came back.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI from 'openai';

const [address, folder] = process.argv.slice(2);
const client = new OpenAI({ baseURL: `${address}/v1`, apiKey: 'none', maxRetries: 0 });
const speech = { model: 'kokoro', voice: 'bf_emma', input: 'The lights are on.' };

const types = {};
for (const format of ['mp3', 'wav']) {
  const answer = await client.audio.speech.create({ ...speech, response_format: format });
  types[format] = answer.headers.get('content-type');
  await writeFile(join(folder, `speech.${format}`), Buffer.from(await answer.arrayBuffer()));
}

let error = null;
try {
  await client.audio.speech.create({ ...speech, speed: 9 });
} catch (problem) {
  const typed = problem instanceof OpenAI.BadRequestError;
  error = { typed, status: problem.status, param: problem.param, code: problem.code, id: problem.requestID };
}

const models = [];
for await (const model of client.models.list()) models.push(model.id);

process.stdout.write(JSON.stringify({ types, error, models }));
