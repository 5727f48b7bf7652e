/** Calls of koe's command line. None of them waits for speech: Raycast ends a command that takes too long. */

import { environment, getPreferenceValues, getSelectedText, Clipboard, showHUD } from "@raycast/api";
import { execFile, spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

interface Preferences {
  koe: string;
  voice?: string;
}

const run = promisify(execFile);

function program(): string {
  return getPreferenceValues<Preferences>().koe.replace(/^~(?=\/)/, homedir());
}

/** One command for the daemon, such as `stop`. The error of koe is shown. */
export async function tell(...command: string[]): Promise<string> {
  try {
    return (await run(program(), command)).stdout;
  } catch (problem) {
    const said = (problem as { stderr?: string }).stderr?.trim();
    await showHUD(said || `${program()} could not be started`);
    throw problem;
  }
}

/**
 * Hands the text to a process of its own, which outlives this command however long the text is. The daemon cuts the text
 * into requests; the process says when another program had to play the rest from a file.
 */
export async function speak(...options: string[]): Promise<void> {
  const text = await chosenText();
  if (!text.trim()) {
    await showHUD("No text is selected, and none was copied");
    return;
  }
  const voice = getPreferenceValues<Preferences>().voice?.trim();
  const script = join(environment.assetsPath, "speak.sh");
  const child = spawn("/bin/bash", [script, program(), ...options, ...(voice ? ["--voice", voice] : [])], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.stdin.once("error", reject);
    child.stdin.end(text, resolve);
  });
  child.unref();
}

async function chosenText(): Promise<string> {
  try {
    return await getSelectedText();
  } catch {
    return (await Clipboard.readText()) ?? "";
  }
}
