import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { verify } from "@/lib/ledger/verify";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as cards from "./route";

useTestDatabase();

type Made = { uuid: string; code: string; status: string; balanceCents: number; currency: string };

test("a hundred cards are made and activated in one commit, and their codes shown", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const { status, body } = await send(cards, "POST", {
    headers: owner.headers,
    body: { count: 100, currency: "KWD", cardType: "physical", amountCents: 12_345, note: "Fair" },
  });
  expect(status).toBe(201);
  const made: Made[] = body.cards;
  expect(new Set(made.map(({ code }) => code)).size).toBe(100);
  for (const card of made) {
    expect(card).toMatchObject({ status: "active", balanceCents: 12_345, currency: "KWD" });
    expect(card.code).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/);
  }
  const rows = await pg()`select count(*)::int as n, count(distinct xmin::text)::int as commits,
      min(note) as note, min(actor) as actor, count(distinct request_id)::int as requests
    from transactions where merchant_id = ${merchantId}`;
  expect([...rows]).toEqual([
    { n: 100, commits: 1, note: "Fair", actor: `user:${owner.userId}`, requests: 1 },
  ]);
  const [audited] = await pg()`select count(distinct subject_id)::int as n from audit_log
    where merchant_id = ${merchantId} and action = 'card.created'`;
  expect(audited?.n).toBe(100);
  expect(await verify()).toMatchObject({ ok: true, problems: [] });
});

test("without an amount they stay inactive; one alone may have an owner, who is invited once it is active", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const make = (body: object) => send(cards, "POST", { headers: owner.headers, body });
  const idle = await make({ count: 2, currency: "USD" });
  expect(idle.body.cards.map(({ status }: Made) => status)).toEqual(["inactive", "inactive"]);
  const ownerEmail = "Ada@Example.com";
  const unsold = await make({ count: 1, currency: "USD", ownerEmail });
  expect(unsold.body.cards[0]).toMatchObject({ status: "inactive", ownerEmail: "ada@example.com" });
  const sold = await make({ count: 1, currency: "JPY", ownerEmail, amountCents: 900 });
  expect(sold.body.cards[0]).toMatchObject({ balanceCents: 900, ownerEmail: "ada@example.com" });
  const mails = await pg()`select payload ->> 'cardId' as id from outbox
    where merchant_id = ${merchantId} and payload ->> 'template' = 'card_invitation'`;
  expect([...mails]).toEqual([{ id: sold.body.cards[0].uuid }]);
});

test("sent twice at once under one Idempotency-Key they are made once, with the same codes", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const sent = {
    headers: { ...owner.headers, "Idempotency-Key": newId() },
    body: { count: 5, currency: "USD", amountCents: 100 },
  };
  const [first, second] = await Promise.all([send(cards, "POST", sent), send(cards, "POST", sent)]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const [row] = await pg()`select count(*)::int as n from cards where merchant_id = ${merchantId}`;
  expect(row?.n).toBe(5);
  const [kept] = await pg()`select answer::text from idempotency_keys
    where merchant_id = ${merchantId}`;
  for (const { code } of first.body.cards) expect(kept?.answer).not.toContain(code);
});

test("a viewer makes none: 403", async () => {
  const { join, merchantId } = await storeWithPeople();
  const { headers } = await join("viewer");
  const body = { count: 1, currency: "USD" };
  expect((await send(cards, "POST", { headers, body })).status).toBe(403);
  const rows = await pg()`select id from cards where merchant_id = ${merchantId}`;
  expect(rows).toHaveLength(0);
});

test.each([
  ["count", { count: 101 }],
  ["count", { count: 0 }],
  ["count", { count: 1.5 }],
  ["currency", { currency: "EURO" }],
  ["cardType", { cardType: "paper" }],
  ["amountCents", { amountCents: 0 }],
  ["note", { note: "for nothing" }],
  ["note", { amountCents: 1, note: "x".repeat(501) }],
  ["ownerEmail", { count: 2, ownerEmail: "ada@example.com" }],
  ["code", { code: "7KQM-2XWP-9RTB-HC4N" }],
])("a wrong %s is a 400 that names it (%j)", async (path, wrong) => {
  const { owner } = await storeWithPeople();
  const body = { count: 1, currency: "USD", ...wrong };
  const answer = await send(cards, "POST", { headers: owner.headers, body });
  expect([answer.status, answer.body.fields?.[0].path]).toEqual([400, path]);
});
