import { tell } from "./koe";

export default async function main(): Promise<void> {
  const status = JSON.parse(await tell("status", "--json")) as { state: string };
  await tell(status.state === "paused" ? "resume" : "pause");
}
