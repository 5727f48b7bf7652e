import { speak } from "./koe";

export default async function main(): Promise<void> {
  await speak("--queue");
}
