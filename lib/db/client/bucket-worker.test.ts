import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { log } from "@/lib/base/observe/log";
import { shortenLockTimeout } from "@/lib/testing/locks";
import { createStore } from "@/lib/testing/store";
import { createBucketWorker } from "./bucket-worker";
import { db } from "./client";

test("a claim that a lock keeps waiting is a warning, and the next claim finds the items", async () => {
  const { id: merchantId } = await createStore();
  await shortenLockTimeout();
  const warn = vi.spyOn(log(), "warn");
  const error = vi.spyOn(log(), "error");
  const due = [{ id: "waiting" }];
  const worker = createBucketWorker({
    name: `a test's ${merchantId}`,
    outcomes: ["done"],
    limits: { atOnce: 1, runMs: 1_000 },
    claim: async () => {
      await db().execute(sql`update merchants set name = name where id = ${merchantId}`);
      return due.splice(0);
    },
    run: async () => ({ outcome: "done" }),
  });
  await db().transaction(async (tx) => {
    await tx.execute(sql`select from merchants where id = ${merchantId} for update`);
    expect(await worker.runDue()).toEqual({ done: 0 });
  });
  expect([warn.mock.calls.length, error.mock.calls]).toEqual([1, []]);
  expect(await worker.runDue()).toEqual({ done: 1 });
  await worker.stop();
  vi.restoreAllMocks();
});

test("an item whose row another transaction holds is a warning and is tried again; any other failure is an error", async () => {
  const { id: merchantId } = await createStore();
  const warn = vi.spyOn(log(), "warn");
  const error = vi.spyOn(log(), "error");
  const due = [{ id: "locked" }, { id: "broken" }];
  const worker = createBucketWorker({
    name: `a test's ${merchantId}`,
    outcomes: ["done"],
    limits: { atOnce: 2, runMs: 1_000 },
    claim: async () => due.splice(0),
    run: async ({ id }) => {
      if (id === "broken") throw new Error("broken");
      await db().execute(sql`select from merchants where id = ${merchantId} for update nowait`);
      return { outcome: "done" };
    },
  });
  await db().transaction(async (tx) => {
    await tx.execute(sql`select from merchants where id = ${merchantId} for update`);
    expect(await worker.runDue()).toEqual({ done: 0 });
  });
  const idsIn = (calls: unknown[][]) => calls.map(([facts]) => (facts as { id?: string }).id);
  expect(idsIn(warn.mock.calls)).toEqual(["locked"]);
  expect(idsIn(error.mock.calls)).toEqual(["broken"]);

  due.push({ id: "locked" });
  expect(await worker.runDue()).toEqual({ done: 1 });
  await worker.stop();
  vi.restoreAllMocks();
});
