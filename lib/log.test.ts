import { once } from "node:events";
import { expect, test } from "vitest";
import { childProgram } from "./testing/child-program";

const program = childProgram("log-and-end");

const run = (ends: string, stdin: "ignore" | "pipe" = "ignore") =>
  program([ends], {
    stdio: [stdin, "pipe", "ignore"],
    env: { ...process.env, LOG_LEVEL: "info" },
  });

test.each([
  ["by itself", 500],
  ["by a crash", 500],
  ["after a warning", 501],
])("no buffered line is lost when the process ends %s", async (ends, count) => {
  const child = run(ends);
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  await once(child, "close");
  expect(output.trim().split("\n")).toHaveLength(count);
});

test("buffered lines are written soon, while the process runs", async () => {
  const child = run("while it runs", "pipe");
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output.trim().split("\n").length, { timeout: 10_000 }).toBe(500);
  expect(child.exitCode).toBeNull();
});
