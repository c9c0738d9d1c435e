import { once } from "node:events";
import { expect, test } from "vitest";
import { childProgram } from "@/lib/testing/child-program";

const program = childProgram("log-and-end");

/** Starts a process that writes lines and ends in this way. `lines` are those it wrote so far. */
function run(ends: string, stdin: "ignore" | "pipe" = "ignore") {
  const env = { ...process.env, LOG_LEVEL: "info" };
  const child = program([ends], { stdio: [stdin, "pipe", "ignore"], env });
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  return { child, lines: () => output.trim().split("\n") };
}

test.each([
  ["by itself", 500],
  ["by a crash", 500],
  ["after a warning", 501],
])("no buffered line is lost when the process ends %s", async (ends, count) => {
  const { child, lines } = run(ends);
  await once(child, "close");
  expect(lines()).toHaveLength(count);
});

test("buffered lines are written soon, while the process runs", async () => {
  const { child, lines } = run("while it runs", "pipe");
  await expect.poll(() => lines().length).toBe(500);
  expect(child.exitCode).toBeNull();
});
