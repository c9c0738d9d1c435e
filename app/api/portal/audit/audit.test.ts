import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type AuditFilters, selectEntries } from "@/lib/audit/entries";
import { db, pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { createKey } from "@/lib/merchants/keys/create";
import { operatorContext } from "@/lib/merchants/operator";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import { createStore } from "@/lib/testing/store";
import * as store from "../store/route";
import * as exported from "./export/route";
import * as audit from "./route";

useTestDatabase();

type Entry = { id: string; action: string; actor: { id: string; name: string | null } };

/** A store whose owner, a manager and the operator did something each. */
async function eventful() {
  const people = await storeWithPeople();
  const manager = await people.join("manager");
  const { headers } = people.owner;
  for (const name of ["First", "Second", "Third"]) {
    await send(store, "PATCH", { headers, body: { name } });
  }
  await send(store, "PATCH", { headers: manager.headers, body: { currency: "EUR" } });
  await createKey(operatorContext(people.merchantId), {
    name: "Till",
    shape: "A",
    scopes: ["cards:read"],
    expiresAt: null,
  });
  const list = async (query: Record<string, string> = {}) => {
    const { body } = await send(audit, "GET", { headers, query });
    return body as { entries: Entry[]; nextCursor: string | null };
  };
  return { ...people, manager, list };
}

describe("the audit log", () => {
  test("tells who did what to what, when, and old and new values", async () => {
    const { merchantId, owner, list } = await eventful();
    const { entries } = await list({ action: "store.updated", actor: `user:${owner.userId}` });
    expect(entries).toHaveLength(3);
    expect(entries[0]).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      action: "store.updated",
      actor: { id: `user:${owner.userId}`, name: "Ada" },
      subjectId: merchantId,
      details: { name: { from: "Second", to: "Third" } },
      requestId: expect.stringMatching(/^req_/),
    });
    const [made] = (await list({ actor: "operator" })).entries;
    expect(made).toMatchObject({
      action: "api_key.created",
      actor: { id: "operator", name: null },
    });
  });

  test("is narrowed by who, what, about what, and when", async () => {
    const { merchantId, manager, list } = await eventful();
    const all = (await list()).entries;
    const count = async (query: Record<string, string>) => (await list(query)).entries.length;
    expect(await count({ actor: `user:${manager.userId}` })).toBe(2);
    expect(await count({ actor: `user:${manager.userId}`, action: "store.updated" })).toBe(1);
    expect(await count({ subjectId: merchantId })).toBe(5);
    expect(await count({ subjectId: newId() })).toBe(0);
    expect(await count({ action: "api_key.created" })).toBe(1);
    expect(await count({ action: "card.exploded" })).toBe(0);
    const now = new Date().toISOString();
    expect(await count({ from: new Date(Date.now() + 1_000).toISOString() })).toBe(0);
    expect(await count({ from: "2020-01-01T00:00:00Z", to: now })).toBe(all.length);
    expect(await count({ to: "2020-01-01T00:00:00Z" })).toBe(0);
  });

  test("is paged by a cursor of its filters, each entry once", async () => {
    const { list } = await eventful();
    const all = (await list()).entries.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await list({ limit: "2", ...(cursor && { cursor }) });
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
    expect(all.toSorted().toReversed()).toEqual(all);
  });

  test("is read by owners and managers: a viewer and a key are refused, 403", async () => {
    const { merchantId, owner, manager, join } = await eventful();
    const viewer = await join("viewer");
    const { secret } = await createKey(operatorContext(merchantId), {
      name: "Till",
      shape: "A",
      scopes: ["cards:read"],
      expiresAt: null,
    });
    for (const route of [audit, exported]) {
      for (const [status, headers] of [
        [200, owner.headers],
        [200, manager.headers],
        [403, viewer.headers],
        [403, { Authorization: `Bearer ${secret}` }],
        [401, {}],
      ] as [number, Record<string, string>][]) {
        expect((await send(route, "GET", { headers })).status).toBe(status);
      }
    }
  });

  test("of another store is not in it", async () => {
    const [own, other] = [await eventful(), await eventful()];
    const ids = new Set((await own.list()).entries.map(({ id }) => id));
    for (const query of [
      {},
      { actor: `user:${other.owner.userId}` },
      { subjectId: other.merchantId },
    ]) {
      const { entries } = await own.list(query as Record<string, string>);
      expect(entries.every(({ id }) => ids.has(id))).toBe(true);
    }
    expect((await own.list({ subjectId: other.merchantId })).entries).toEqual([]);
  });

  test.each([
    ["from", { from: "yesterday" }],
    ["cursor", { cursor: "made-up" }],
    ["actor", { actor: "" }],
    ["limit", { limit: "101" }],
    ["who", { who: "me" }],
  ])("with a wrong %s is refused: 400", async (path, query) => {
    const { owner } = await storeWithPeople();
    const answer = await send(audit, "GET", { headers: owner.headers, query });
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0].path).toBe(path);
  });

  test("goes into a file row by row as it is filtered, and that it did is told", async () => {
    const { merchantId, owner, list } = await eventful();
    const { entries } = await list({ action: "store.updated" });
    const query = { action: "store.updated" };
    const { text } = await send(exported, "GET", { headers: owner.headers, query });
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows.map((row) => row["Entry id"])).toEqual(entries.map(({ id }) => id));
    expect(rows[0]).toMatchObject({ What: "Store settings changed", Action: "store.updated" });
    expect(JSON.parse(rows[1]?.Details ?? "")).toEqual({ name: { from: "Second", to: "Third" } });
    const [told] = await pg()`select details from audit_log
      where merchant_id = ${merchantId} and action = 'audit.exported'`;
    expect(told?.details).toEqual({ filters: { action: "store.updated" } });
  });
});

test("no filter reads more of a long log than the page it answers", async () => {
  const { id } = await createStore();
  const rows = 12_000;
  const [first, second] = [`user:${newId()}`, `user:${newId()}`];
  await pg()`insert into audit_log (merchant_id, id, actor, action, subject_id)
    select ${id}, overlay(first_id_at(now() - n * interval '5 minutes')::text
        placing right(gen_random_uuid()::text, 12) from 25)::uuid,
      case when n % 2 = 0 then ${first} else ${second} end,
      case when n % 2 = 0 then 'card.created' else 'card.disabled' end, (n / 3)::text
    from generate_series(1, ${rows}) n`;
  await pg()`analyze audit_log`;
  const page = 51;
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  const filters: AuditFilters[] = [
    {},
    { actor: first },
    { action: "card.disabled" },
    // Each is half of the log, and they have nothing in common.
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
    const query = selectEntries(id, filter, null, page).getSQL();
    const [row] = await db().execute<{ "QUERY PLAN": { Plan: Plan }[] }>(
      sql`explain (analyze, format json) ${query}`,
    );
    const read = readBy(row?.["QUERY PLAN"][0]?.Plan);
    expect([filter, read]).toEqual([filter, Math.min(read, page)]);
  }
});

type Plan = {
  "Node Type": string;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** How many rows the plan's scans went through. */
const readBy = (plan: Plan | undefined): number =>
  !plan
    ? 0
    : plan.Plans
      ? plan.Plans.reduce((sum, one) => sum + readBy(one), 0)
      : plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0);
