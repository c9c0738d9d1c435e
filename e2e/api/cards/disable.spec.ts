import { expect } from "@playwright/test";
import { expectRefusal, expectStatus } from "../support/expectations";
import { raceOn } from "../support/race";
import { asCardA, SHAPES } from "../support/shapes";
import { test } from "../support/test";

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

test("of concurrent disablings one succeeds @instances", async ({ activeCard, api, sql }) => {
  const { uuid } = await activeCard({ amountCents: 500 });

  const disableOrSpend = (index: number) =>
    index % 2
      ? api.post(`/cards/${uuid}/disable`)
      : api.post(`/cards/${uuid}/debit`, { amountCents: 1 });
  const answers = await raceOn(sql, uuid, disableOrSpend, 20);

  const disabled = answers.filter(
    ({ status, body }) => status === 200 && body.status === "disabled",
  );
  const conflicts = answers.filter(({ body }) => body.error === "card_already_disabled");
  expect([disabled.length, conflicts.length]).toEqual([1, 9]);
  const [after] = await sql`select count(*)::int from transactions t where card_id = ${uuid}
    and sequence > (select sequence from events where card_id = ${uuid} and event = 'card.disabled')`;
  expect(after?.count).toBe(0);
});
