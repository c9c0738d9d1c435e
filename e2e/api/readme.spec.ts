import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { test } from "../support/test";

const execFileAsync = promisify(execFile);

test("README's quick start works as pasted", async ({ api, merchant }) => {
  const readme = readFileSync("README.md", "utf8");
  const script = /## Quick start\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  expect(script.match(/^# \d\./gm)).toHaveLength(6);
  const pasted = script.replace(/^SCRIP_KEY=.*$/m, `SCRIP_KEY=${merchant.keyA}`);
  expect(pasted).not.toBe(script);

  const { stdout } = await execFileAsync("bash", ["-e", "-c", pasted], { env: process.env });

  expect(stdout).not.toContain('"error"');
  expect(stdout).toContain('"balanceCents":2050');
  const { cards, total } = (await api.get("/cards")).body;
  expect([total, cards[0].balanceCents, cards[0].status]).toEqual([1, 2_050, "active"]);
  const { transactions } = (await api.get(`/cards/${cards[0].uuid}`)).body;
  expect(transactions).toMatchObject([
    { type: "load", amountCents: 500 },
    { type: "spend", amountCents: 950, description: "Lunch" },
    { type: "load", amountCents: 2_500 },
  ]);
});
