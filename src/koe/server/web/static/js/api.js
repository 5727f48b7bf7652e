// Requests to koe with the API key, and its errors. The key lives in this module's memory and nowhere else.

let key = null;
let askForKey = async () => null;

// `ask(wasWrong)` resolves to a key, or to null if the user gives up.
export function whenKeyIsNeeded(ask) { askForKey = ask; }

export function protocols() {
  return key === null ? ["koe.v1"] : ["koe.v1", `koe.key.${key}`];
}

export class ApiError extends Error {
  constructor({ status = 0, error = {}, retryAfterS = null }) {
    super(error.message ?? "");
    this.status = status;
    this.code = error.code ?? null;
    this.param = error.param ?? null;
    this.line = error.line ?? null;
    this.column = error.column ?? null;
    this.requestId = error.request_id ?? null;
    this.retryAfterS = retryAfterS;
  }
}

export const GONE = "server_gone";

// Resolves to a response that is ok; else throws an ApiError.
export async function call(path, options = {}) {
  for (let wasWrong = false; ; wasWrong = true) {
    const answer = await answered(path, options);
    if (answer.ok) return answer;
    if (answer.status !== 401) throw await errorOf(answer);
    const given = await askForKey(wasWrong || key !== null);
    if (given === null) throw await errorOf(answer);
    key = given;
  }
}

export async function getJson(path, options = {}) {
  return (await call(path, options)).json();
}

export function post(path, body, options = {}) {
  return call(path, {
    ...options, method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" },
  });
}

async function answered(path, options) {
  const headers = { ...options.headers, ...(key === null ? {} : { Authorization: `Bearer ${key}` }) };
  try {
    return await fetch(path, { ...options, headers });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new ApiError({ error: { code: GONE } });
  }
}

async function errorOf(answer) {
  const body = await answer.json().catch(() => ({}));
  const after = Number(answer.headers.get("Retry-After"));
  return new ApiError({ status: answer.status, error: body.error, retryAfterS: after > 0 ? after : null });
}
