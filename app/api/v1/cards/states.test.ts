import { expect } from "vitest";
import { expectInvalid, expectRefusal, expectStatus } from "@/lib/testing/api/expectations";
import { asCardA, SHAPES } from "@/lib/testing/api/shapes";
import { test } from "@/lib/testing/api/test";
import { atOnce } from "@/lib/testing/ledger-fixtures";

for (const shape of SHAPES) {
  test(`the balance in every state of a card (Shape ${shape})`, async ({ newCard, tills }) => {
    const { uuid } = await newCard({ currency: "JPY" });
    const balance = async () => {
      const answer = await tills[shape].get(`/cards/${uuid}/balance`);
      expectStatus(answer, 200);
      return answer.body;
    };

    const before = shape === "A" ? "inactive" : "unactivated";
    const both = (cents: number) => ({ balanceCents: cents, availableCents: cents });
    expect(await balance()).toEqual({ uuid, ...both(0), currency: "JPY", status: before });
    await tills.A.post(`/cards/${uuid}/activate`, { amountCents: 700 });
    await tills.A.post(`/cards/${uuid}/debit`, { amountCents: 300 });
    expect(await balance()).toEqual({ uuid, ...both(400), currency: "JPY", status: "active" });
    await tills.A.post(`/cards/${uuid}/holds`, { amountCents: 150 });
    expect(await balance()).toMatchObject({ balanceCents: 400, availableCents: 250 });
    await tills.A.post(`/cards/${uuid}/disable`);
    expect(await balance()).toMatchObject({ ...both(400), status: "disabled" });
  });
}

for (const shape of SHAPES) {
  test(`a claim gives a card its owner, once (Shape ${shape})`, async ({ activeCard, tills }) => {
    const { uuid, expiresOn } = await activeCard({ amountCents: 500 });
    const claim = (email: string) => tills[shape].post(`/cards/${uuid}/claim`, { email });

    const first = await claim("Ada@Example.com");
    const again = await claim("ADA@example.com");

    expectStatus(first, 200);
    const owner = shape === "A" ? "ownerEmail" : "email";
    expect(first.body).toMatchObject({
      uuid,
      [owner]: "ada@example.com",
      balanceCents: 500,
      expiresOn,
    });
    expectStatus(again, 200);
    expect(again.text).toBe(first.text);
  });

  test(`a claim doesn't change an owner (${shape})`, async ({ activeCard, newCard, tills }) => {
    const { uuid } = await newCard({ ownerEmail: "ada@example.com" });
    await tills.A.post(`/cards/${uuid}/activate`, { amountCents: 500 });
    const refused = await tills[shape].post(`/cards/${uuid}/claim`, { email: "eve@example.com" });
    expectRefusal(refused, 409, "card_already_claimed");
    expect((await tills.A.get(`/cards/${uuid}`)).body.ownerEmail).toBe("ada@example.com");

    const free = await activeCard({ amountCents: 500 });
    for (const body of [undefined, {}, { email: "" }, { email: "ada" }, { email: null }]) {
      expectInvalid(await tills[shape].post(`/cards/${free.uuid}/claim`, body), "email");
    }
    expect((await tills.A.get(`/cards/${free.uuid}`)).body.ownerEmail).toBeNull();
  });
}

const amountBody = { amountCents: 100 };

for (const shape of SHAPES) {
  test(`disabling answers the card (Shape ${shape})`, async ({ activeCard, sql, tills }) => {
    const { uuid } = await activeCard({ amountCents: 500 });

    const disabled = await tills[shape].post(`/cards/${uuid}/disable`);

    expectStatus(disabled, 200);
    expect(asCardA(disabled.body)).toMatchObject({ uuid, status: "disabled", balanceCents: 500 });
    const [event] = await sql`select amount_cents::int, new_balance_cents::int, sequence::int
      from events where card_id = ${uuid} and event = 'card.disabled'`;
    expect(event).toEqual({ amount_cents: 0, new_balance_cents: 500, sequence: 2 });
  });

  test(`disabling is permanent (Shape ${shape})`, async ({ activeCard, tills }) => {
    const { uuid, code } = await activeCard({ amountCents: 500 });
    await tills.A.post(`/cards/${uuid}/disable`);

    const attempts: [path: string, body: object][] = [
      [`/cards/${uuid}/activate`, { ...amountBody, currency: "USD" }],
      [`/cards/${uuid}/debit`, amountBody],
      [`/cards/${uuid}/credit`, amountBody],
      [`/cards/${uuid}/claim`, { email: "ada@example.com" }],
      ["/cards/load", { code, ...amountBody }],
    ];
    for (const [path, body] of attempts) {
      expectRefusal(await tills[shape].post(path, body), 400, "card_not_active");
    }
    const again = await tills[shape].post(`/cards/${uuid}/disable`);
    expectRefusal(again, 409, "card_already_disabled");
    const { body } = await tills.A.get(`/cards/${uuid}`);
    expect(body).toMatchObject({ status: "disabled", balanceCents: 500, ownerEmail: null });
    expect(body.transactions).toHaveLength(1);
  });

  test(`an inactive card takes no change (Shape ${shape})`, async ({ newCard, tills }) => {
    const { uuid } = await newCard({ ownerEmail: "ada@example.com" });
    const attempts: [verb: string, body: object][] = [
      ["debit", amountBody],
      ["credit", amountBody],
      ["claim", { email: "ada@example.com" }],
      ["claim", { email: "eve@example.com" }],
      ["disable", {}],
    ];
    for (const [verb, body] of attempts) {
      const refused = await tills[shape].post(`/cards/${uuid}/${verb}`, body);
      expectRefusal(refused, 400, "card_not_active");
    }
    const { body } = await tills.A.get(`/cards/${uuid}`);
    expect(body).toMatchObject({ status: "inactive", balanceCents: 0, transactions: [] });
  });
}

test("of concurrent disablings one succeeds", async ({ activeCard, api, sql }) => {
  const { uuid } = await activeCard({ amountCents: 500 });

  const disableOrSpend = (index: number) =>
    index % 2
      ? api.post(`/cards/${uuid}/disable`)
      : api.post(`/cards/${uuid}/debit`, { amountCents: 1 });
  const answers = await atOnce(12, disableOrSpend);

  const disabled = answers.filter(
    ({ status, body }) => status === 200 && body.status === "disabled",
  );
  const conflicts = answers.filter(({ body }) => body.error === "card_already_disabled");
  expect([disabled.length, conflicts.length]).toEqual([1, 5]);
  const [after] = await sql`select count(*)::int from transactions t where card_id = ${uuid}
    and sequence > (select sequence from events where card_id = ${uuid} and event = 'card.disabled')`;
  expect(after?.count).toBe(0);
});
