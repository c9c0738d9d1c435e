import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";

type CreatedCard = {
  uuid: string;
  code: string;
  status: string;
  balanceCents: number;
  currency: string;
};

test("a hundred cards are created and activated in one commit, and their codes shown", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const wanted = { count: 100, currency: "KWD", cardType: "physical", amountCents: 12_345 };
  const { status, body } = await owner.post("/cards", { ...wanted, note: "Fair" });
  expect(status).toBe(201);
  const made: CreatedCard[] = body.cards;
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
  const subjects = (await auditOf(merchantId, "card.created")).map(({ subjectId }) => subjectId);
  expect(new Set(subjects).size).toBe(100);
  await expectNoProblems();
});

test("without an amount they stay inactive; a single one may have a customer, who is invited once it is active", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const make = async (wanted: object): Promise<CreatedCard[]> =>
    (await owner.post("/cards", { count: 1, currency: "USD", ...wanted })).body.cards;
  const idle = await make({ count: 2 });
  expect(idle.map(({ status }) => status)).toEqual(["inactive", "inactive"]);
  const [ownerEmail, email] = ["Ada@Example.com", "ada@example.com"];
  const [unsold] = await make({ ownerEmail });
  expect(unsold).toMatchObject({ status: "inactive", ownerEmail: email });
  const [sold] = await make({ currency: "JPY", ownerEmail, amountCents: 900 });
  expect(sold).toMatchObject({ balanceCents: 900, ownerEmail: email });
  const mails = await pg()`select payload ->> 'cardId' as id from outbox
    where merchant_id = ${merchantId} and payload ->> 'template' = 'card_invitation'`;
  expect([...mails]).toEqual([{ id: sold?.uuid }]);
});

test("sent twice at once under one Idempotency-Key they are created once, with the same codes, which are not stored with the response", async () => {
  const { owner, merchantId } = await storeWithPeople();
  const headers = { "Idempotency-Key": newId() };
  const send = () =>
    owner.post("/cards", { count: 5, currency: "USD", amountCents: 100 }, { headers });
  const [first, second] = await Promise.all([send(), send()]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const [row] = await pg()`select (select count(*)::int from cards
      where merchant_id = ${merchantId}) as cards, answer::text from idempotency_keys
    where merchant_id = ${merchantId}`;
  expect(row?.cards).toBe(5);
  for (const { code } of first.body.cards) expect(row?.answer).not.toContain(code);
});
