import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { type AuditFilters, selectEntries } from "@/lib/domain/audit/entries";
import { asOwner } from "@/lib/testing/database";
import { rowsReadBy } from "@/lib/testing/plans";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { allPages, csvRowsOf } from "@/lib/testing/requests";
import { createStore, newKey } from "@/lib/testing/store";

type Query = Record<string, string>;

/** A store with audit entries by its owner, a manager and the operator. */
async function storeWithAuditEntries() {
  const people = await storeWithPeople();
  const manager = await people.join("manager");
  for (const name of ["First", "Second", "Third"]) await people.owner.patch("/store", { name });
  await manager.patch("/store", { currency: "EUR" });
  await newKey(people.ctx());
  const list = async (query: Query = {}): Promise<{ id: string }[]> =>
    (await people.owner.get("/audit", query)).body.entries;
  return { ...people, manager, list };
}

describe("the audit log", () => {
  test("says who did what to what, when, with old and new values", async () => {
    const { merchantId, owner, list } = await storeWithAuditEntries();
    const items = await list({ action: "store.updated", actor: `user:${owner.userId}` });
    expect(items).toHaveLength(3);
    expect(items[0]).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      action: "store.updated",
      actor: { id: `user:${owner.userId}`, name: "Ada" },
      subjectId: merchantId,
      subject: { kind: "store", name: "Third" },
      details: { name: { from: "Second", to: "Third" } },
      requestId: expect.stringMatching(/^req_/),
    });
    expect((await list({ actor: "operator" }))[0]).toMatchObject({
      action: "api_key.created",
      actor: { id: "operator", name: null },
      subject: { kind: "api_key", name: "Till 1" },
    });
  });

  test("is filtered by actor, action, subject and time", async () => {
    const { merchantId, manager, list } = await storeWithAuditEntries();
    const all = (await list()).length;
    const actor = `user:${manager.userId}`;
    for (const [query, count] of [
      [{ actor }, 2],
      [{ actor, action: "store.updated" }, 1],
      [{ subjectId: merchantId }, 5],
      [{ subjectId: newId() }, 0],
      [{ action: "api_key.created" }, 1],
      [{ action: "card.exploded" }, 0],
      [{ from: new Date(Date.now() + 1_000).toISOString() }, 0],
      [{ from: "2020-01-01T00:00:00Z", to: new Date().toISOString() }, all],
      [{ to: "2020-01-01T00:00:00Z" }, 0],
    ] as [Query, number][]) {
      expect(await list(query), JSON.stringify(query)).toHaveLength(count);
    }
  });

  test("is paged by a cursor, each entry once, newest first", async () => {
    const { owner, list } = await storeWithAuditEntries();
    const all = await list();
    expect(await allPages((page) => owner.get("/audit", page), "2")).toEqual(all);
    const ids = all.map(({ id }) => id);
    expect(ids.toSorted().toReversed()).toEqual(ids);
  });

  test("holds nothing of another store, whatever it is filtered by", async () => {
    const [own, other] = [await storeWithAuditEntries(), await storeWithAuditEntries()];
    expect(await own.list({ actor: `user:${other.owner.userId}` })).toEqual([]);
    expect(await own.list({ subjectId: other.merchantId })).toEqual([]);
  });

  test("goes into a file as it is filtered, which is logged itself", async () => {
    const { merchantId, owner, list } = await storeWithAuditEntries();
    const query = { action: "store.updated" };
    const items = await list(query);
    const rows = csvRowsOf(await owner.get("/audit/export", query));
    expect(rows.map((row) => row["Entry ID"])).toEqual(items.map(({ id }) => id));
    expect(rows[0]).toMatchObject({
      Action: "Store settings changed",
      "Action code": "store.updated",
    });
    expect(JSON.parse(rows[1]?.Details ?? "")).toEqual({ name: { from: "Second", to: "Third" } });
    expect(await auditOf(merchantId, "audit.exported")).toMatchObject([
      { details: { filters: query } },
    ]);
  });

  test("goes into a file of JSON lines with the fields of the API", async () => {
    const { merchantId, owner, list } = await storeWithAuditEntries();
    const query = { action: "store.updated" };
    const { text, headers } = await owner.get("/audit/export.jsonl", query);
    expect(headers.get("content-type")).toContain("application/jsonl");
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(await list(query));
    expect(await auditOf(merchantId, "audit.exported")).toHaveLength(1);
  });
});

test("no filter reads more of a long log than its page", async () => {
  const { id } = await createStore();
  const rows = 12_000;
  const [first, second] = [`user:${newId()}`, `user:${newId()}`];
  await pg()`insert into audit_log (merchant_id, id, actor, action, subject_id)
    select ${id}, overlay(first_id_at(now() - n * interval '5 minutes')::text
        placing right(gen_random_uuid()::text, 12) from 25)::uuid,
      case when n % 2 = 0 then ${first} else ${second} end,
      case when n % 2 = 0 then 'card.created' else 'card.disabled' end, (n / 3)::text
    from generate_series(1, ${rows}) n`;
  await asOwner((owner) => owner`analyze audit_log`);
  const page = 51;
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  const filters: AuditFilters[] = [
    {},
    { actor: first },
    { action: "card.disabled" },
    // Each filter matches half of the log; together they match nothing.
    { actor: first, action: "card.disabled" },
    { actor: first, action: "card.created", to: at(20) },
    { actor: `user:${newId()}` },
    { action: "store.updated", from: at(30) },
    { subjectId: "1000" },
    { subjectId: "1000", actor: first, action: "card.created" },
    { from: at(20), to: at(10) },
    { to: at(40) },
  ];
  for (const filter of filters) {
    const query = selectEntries(db(), id, filter, null, page).getSQL();
    const read = await rowsReadBy(query);
    expect([filter, read]).toEqual([filter, Math.min(read, page)]);
  }
});
