import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { createBatch, readBatch } from "@/lib/domain/batches/batch";
import { batchWorker } from "@/lib/domain/batches/work";
import { codeHmacs, parseCode } from "@/lib/domain/cards/code";
import { findCardByCode } from "@/lib/domain/cards/find";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { allPages, csvRowsOf, outcomeOf } from "@/lib/testing/requests";

async function storeWithBatch(quantity = 12) {
  const store = await storeWithPeople();
  const { owner, ctx } = store;
  const wanted = { name: "Spring", quantity, currency: "USD", cardType: "physical" } as const;
  const { batch } = await createBatch(ctx(), { ...wanted, amountCents: 2_500 });
  await batchWorker.runDue();
  const { id } = batch;
  const read = () => readBatch(ctx(), { batchId: id });
  const run = (kind: "activate" | "void", body: object = {}) =>
    owner.post(`/batches/${id}/${kind}`, body);
  const file = () => owner.get(`/batches/${id}/codes`);
  return { ...store, id, read, run, file };
}

test("batches are found by any part of their name, source and type, and sorted both ways, page by page", async () => {
  const { owner, ctx } = await storeWithBatch(1);
  const make = (name: string, cardType: "digital" | "physical") =>
    createBatch(ctx(), { name, quantity: 1, currency: "USD", cardType });
  await make("Summer 50%", "digital");
  await make("Late summer", "physical");
  const found = async (query: Record<string, string>) =>
    (await owner.get("/batches", query)).body.batches.map(({ name }: { name: string }) => name);
  for (const [query, names] of [
    [{}, ["Late summer", "Summer 50%", "Spring"]],
    [{ sort: "oldest" }, ["Spring", "Summer 50%", "Late summer"]],
    [{ q: "SUMMER" }, ["Late summer", "Summer 50%"]],
    [{ q: "50%" }, ["Summer 50%"]],
    [{ q: "_" }, []],
    [{ cardType: "physical" }, ["Late summer", "Spring"]],
    [{ source: "import" }, []],
  ] as [Record<string, string>, string[]][]) {
    expect(await found(query), JSON.stringify(query)).toEqual(names);
    const paged = await allPages<{ name: string }>((page) =>
      owner.get("/batches", { ...query, ...page }),
    );
    expect(paged.map(({ name }) => name)).toEqual(names);
  }
  const stranger = await storeWithPeople();
  expect((await stranger.owner.get("/batches")).body).toMatchObject({ batches: [], total: 0 });
  const { nextCursor: cursor } = (await owner.get("/batches", { limit: "1" })).body;
  const other = owner.get("/batches", { limit: "1", cursor, sort: "oldest" });
  expect(await outcomeOf(other)).toBe("400 invalid_request cursor");
});

test("activating and voiding are logged, and refused while one is running", async () => {
  const { owner, id, merchantId, read, run, file } = await storeWithBatch();
  const begun = await run("activate", { from: 3, to: 5, note: "Shelf" });
  expect(begun.body).toMatchObject({
    status: "activating",
    lastRun: { kind: "activate", status: "running", total: 3, done: 0 },
  });
  for (const busy of [run("activate"), run("void"), file()])
    expect(await outcomeOf(busy)).toBe("409 batch_busy");
  await batchWorker.runDue();
  expect((await read()).cards.active).toBe(3);
  const actor = `user:${owner.userId}`;
  const sums = { amountCents: 2_500, currency: "USD" };
  const details = { ...sums, name: "Spring", cards: 3, from: 3, to: 5, note: "Shelf" };
  expect(await auditOf(merchantId, "batch.activated")).toMatchObject([
    { actor, subjectId: id, details },
  ]);
  const [moved] =
    await pg()`select actor, note from transactions where merchant_id = ${merchantId}`;
  expect(moved).toEqual({ actor, note: "Shelf" });

  // The range has seven cards; two of them are active and stay so.
  await run("void", { from: 4, to: 10 });
  await batchWorker.runDue();
  expect((await read()).cards).toEqual({ inactive: 4, active: 3, disabled: 5 });
  const [voided] = await auditOf(merchantId, "batch.voided");
  expect(voided?.details).toEqual({ name: "Spring", cards: 5, from: 4, to: 10 });

  for (const [wrong, field] of [
    [{ from: 0 }, "from"],
    [{ to: 13 }, "to"],
    [{ from: 9, to: 8 }, "to"],
    [{ amountCents: 0 }, "amountCents"],
  ] as const) {
    expect(await outcomeOf(run("activate", wrong))).toBe(`400 invalid_request ${field}`);
  }
});

test("the file for the printer has every card's code in order, and is logged without them", async () => {
  const { owner, id, merchantId, file } = await storeWithBatch(2_100);
  const answer = await file();
  expect(answer.headers.get("content-disposition")).toMatch(
    /"Corner Bakery - codes Spring - \d{4}-\d\d-\d\d\.csv"/,
  );
  const rows = csvRowsOf(answer);
  expect(rows).toHaveLength(2_100);
  expect(rows.map((row) => row.Number)).toEqual(rows.map((_, index) => String(index + 1)));
  for (const row of [rows[0], rows[1_000], rows[2_099]]) {
    const code = parseCode(row?.Code ?? "");
    expect(code).toBe(row?.["Code without dashes"]);
    const card = await findCardByCode(merchantId, codeHmacs(code ?? ""));
    expect(card?.id).toBe(row?.["Card ID"]);
    expect(row).toMatchObject({ Status: "inactive", Currency: "USD", Amount: "25.00" });
  }
  const entries = await auditOf(merchantId, "batch.codes_exported");
  const details = { name: "Spring", cards: 2_100 };
  expect(entries).toMatchObject([{ actor: `user:${owner.userId}`, subjectId: id, details }]);
  expect(JSON.stringify(entries)).not.toContain(rows[0]?.Code);
});
