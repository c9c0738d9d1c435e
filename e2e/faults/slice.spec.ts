import { SEED } from "@/lib/testing/random";
import { expect, test } from "../support/test";
import { bundleProgram, runProgram } from "./program.mjs";

// The other tests of a run need most of this machine.
const PATIENCE = 6;
const REQUESTS_PER_SECOND = 20;

test("while parts of the system are killed, stopped, cut off and filled up, nothing acknowledged is lost or doubled", async () => {
  test.setTimeout(400_000);
  await bundleProgram();
  const options = { seed: SEED, minutes: 1.5, rate: REQUESTS_PER_SECOND, patience: PATIENCE };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  expect(await runProgram(["--tour", ...args])).toBe(0);
});
