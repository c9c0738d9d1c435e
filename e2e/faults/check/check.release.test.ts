import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkHistory } from "./check";
import { markdownRows } from "./print";
import { AT_REST_MS, sampleHistory } from "./sample/history";
import { check } from "./sample/tamper";
import { mergeSummaries } from "./summary";

test("a valid history has no violations", async () => {
  expect((await check(sampleHistory())).violations).toEqual([]);
});

test("nor has any beginning of it", async () => {
  const lines = sampleHistory();
  for (let length = 0; length < lines.length; length++)
    expect((await check(lines.slice(0, length))).violations).toEqual([]);
});

test("a line that is being written is left out, and no other one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "history-"));
  const path = join(folder, "1.jsonl");
  const lines = sampleHistory().map((line) => JSON.stringify(line));
  writeFileSync(path, [...lines, '{"kind":"as'].join("\n"));
  expect((await checkHistory(path)).violations).toEqual([]);
  writeFileSync(path, ['{"kind":"as', ...lines].join("\n"));
  await expect(checkHistory(path)).rejects.toThrow(SyntaxError);
  rmSync(folder, { recursive: true });
});

test("the summary counts what was asked, and what a fault did", async () => {
  const { summary } = await check(sampleHistory());
  expect(summary).toMatchObject({
    seconds: AT_REST_MS / 1_000,
    counts: { operations: 20, attempts: 22, transactions: 11, delivered: 11 },
    faults: [{ name: "kill app", count: 1, attempts: 1, failed: 1, retried: 1 }],
  });
  expect(summary.verbs).toContainEqual(
    expect.objectContaining({ asked: 3, done: 2, refused: 1, unknown: 0, retried: 1 }),
  );
  expect(markdownRows(summary).at(-1)).toBe("| kill app | 1 | 100.0% | 1.0 s (1.0 s) |");
});

test("summaries of several runs are added up", async () => {
  const { summary } = await check(sampleHistory());
  const merged = mergeSummaries([summary, summary]);
  expect(merged.seconds).toBe((2 * AT_REST_MS) / 1_000);
  expect(merged.counts.attempts).toBe(44);
  expect(merged.faults).toEqual([
    expect.objectContaining({ name: "kill app", count: 2, attempts: 2, failed: 2, retried: 2 }),
  ]);
  expect(merged.faults[0]?.afterEndMs).toHaveLength(2);
  expect(merged.verbs).toContainEqual(expect.objectContaining({ asked: 6, done: 4, refused: 2 }));
});

test("the summary says which operations a fault left unanswered, although they were made", async () => {
  const lines = sampleHistory({
    lines: (all) => {
      for (const [phase, atMs] of [
        ["begins", 390],
        ["ends", 430],
      ] as const)
        all.push({
          kind: "fault",
          phase,
          id: 2,
          atMs,
          detail: { between: "clients > one" },
          fault: { name: "lose replies", afterMs: 0, lastsMs: 40, seed: 1 },
        });
    },
  });
  const { summary } = await check(lines);
  expect(summary.faults).toContainEqual(
    expect.objectContaining({ name: "lose replies", attempts: 1, failed: 1, unanswered: 1 }),
  );
});
