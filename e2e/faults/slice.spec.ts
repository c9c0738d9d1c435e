import { isCitusInstalled } from "@/lib/testing/citus-cluster";
import { SEED } from "@/lib/testing/random";
import { expect, test } from "../support/test";
import { bundleProgram, runProgram } from "./program.mjs";

// The other tests of a run need most of this machine.
const PATIENCE = 6;
const REQUESTS_PER_SECOND = 20;

// One after the other: each bundles the program, and needs much of the machine.
test.describe.configure({ mode: "default" });

async function tour(...flags: string[]) {
  await bundleProgram();
  const options = { seed: SEED, minutes: 1.5, rate: REQUESTS_PER_SECOND, patience: PATIENCE };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return await runProgram(["--tour", ...args, ...flags]);
}

test("while parts of the system are killed, stopped, cut off and filled up, nothing acknowledged is lost or doubled", async () => {
  test.setTimeout(400_000);
  expect(await tour()).toBe(0);
});

test("while nodes of a Citus cluster are killed and a bucket is moved, nothing acknowledged is lost, doubled or half done", async () => {
  test.skip(
    !isCitusInstalled(),
    "Postgres 15 with Citus isn't installed in /usr/lib/postgresql/15.",
  );
  test.setTimeout(400_000);
  expect(await tour("--citus")).toBe(0);
});
