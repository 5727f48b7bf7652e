import { tell } from "./koe";

export default async function main(): Promise<void> {
  await tell("stop");
}
