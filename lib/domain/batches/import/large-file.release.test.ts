import { expect, test } from "vitest";
import { THROTTLES } from "@/lib/domain/limits/attempt-limits";
import { storeWithPeople } from "@/lib/testing/portal";
import { send } from "@/lib/testing/requests";
import { checkRows } from "./check";
import { readFile } from "./read-file";

test("while a large file is checked the process does its other work", async () => {
  const rows = Array.from({ length: 30_000 }, (_, n) => `OLD${100_000 + n},5,USD,Müller ${n}`);
  const csv = ["code,balance,currency,note", ...rows].join("\n");
  let turns = 0;
  const look = () => {
    turns++;
    turn = setImmediate(look);
  };
  let turn = setImmediate(look);
  const file = await readFile(csv);
  const whileRead = turns;
  const { good, problems } = await checkRows(file.rows, { currency: "USD", today: "2026-01-01" });
  clearImmediate(turn);

  expect([good.length, problems]).toEqual([30_000, []]);
  // A character that is split across two chunks is read correctly.
  expect(good.every(({ note }, n) => note === `Müller ${n}`)).toBe(true);
  expect(whileRead).toBeGreaterThan(30);
  expect(turns - whileRead).toBeGreaterThan(100);
});

test("files are checked so often by one person and no oftener", async () => {
  const { owner } = await storeWithPeople();
  const body = { csv: "code,balance\nOLD10001,5", currency: "USD" };
  const check = () =>
    send("/api/portal/batches/import/check", "POST", { headers: owner.headers, body });
  for (let n = 0; n < THROTTLES["import-check"].max; n++) expect((await check()).status).toBe(200);
  expect(await check()).toMatchObject({ status: 429, body: { error: "rate_limited" } });
});
