import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { claim } from "@/lib/domain/cards/claim";
import { formatCode } from "@/lib/domain/cards/code";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { makeCard, outcome, stateOfCard } from "@/lib/testing/ledger-fixtures";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, outcomeOf } from "@/lib/testing/requests";

/** A store with a webhook and a card, active if an amount is given. `at` is the card's path. */
async function storeWithCard(amountCents?: number) {
  const store = await storeWithPeople();
  const ctx = () => store.ctx(`user:${store.owner.userId}`);
  const url = "https://example.com/hook";
  const { webhook } = await createWebhook(ctx(), {
    url,
    events: ["card.debited", "card.disabled"],
  });
  const { id, code } = await makeCard(ctx, { amountCents });
  return { ...store, ctx, id, code: formatCode(code), webhook, at: `/cards/${id}` };
}

test("a signed-in person sees a code masked wherever the API has it", async () => {
  const { owner, id, code } = await storeWithCard();
  for (const { status, text, body } of [
    await owner.get(`/api/v1/cards/${id}`),
    await owner.get("/api/v1/cards"),
  ]) {
    expect(status).toBeLessThan(300);
    expect(text).not.toContain(code);
    const shown = body.code ?? body.cards[0].code;
    expect(shown).toMatch(/^•••• •••• •••• [2-9A-Z]{4}$/);
  }
});

test("a code is shown to owners and managers, and the log says to whom", async () => {
  const { owner, join, id, code, at, merchantId } = await storeWithCard();
  const people = [owner, await join("manager")];
  for (const { post } of people) expect((await post(`${at}/code`, {})).body).toEqual({ code });
  const details = { last4: code.slice(-4) };
  expect(await auditOf(merchantId, "card.code_revealed")).toMatchObject(
    people.map(({ userId }) => ({ actor: `user:${userId}`, subjectId: id, details })),
  );
  const refused = await (await join("viewer")).post(`${at}/code`, {});
  expect([refused.status, refused.text.includes(code)]).toEqual([403, false]);
});

test("a movement's details have its events, and what each webhook got of them", async () => {
  const { owner, ctx, id, at, webhook, join } = await storeWithCard(5_000);
  await spend(ctx(), { cardId: id, amountCents: 1_200 });
  await pg()`with sent as (
      update webhook_deliveries set status = 'delivered', body = '{}', settled_at = now()
      where webhook_id = ${webhook.id} returning merchant_id, id)
    insert into webhook_attempts (merchant_id, id, webhook_id, delivery_id, number, url,
        http_status, excerpt, duration_ms)
      select merchant_id, ${newId()}, ${webhook.id}, id, 1, 'https://example.com/hook', 200,
        'thanks', 12 from sent`;
  const explain = (sequence: string, { get }: Caller = owner) => get(`${at}/history/${sequence}`);
  const attempts = [{ number: 1, excerpt: "thanks" }];
  expect((await explain("2")).body.events).toMatchObject([
    { event: "card.balance_changed", deliveries: [] },
    {
      event: "card.debited",
      deliveries: [
        {
          webhook: { id: webhook.id, url: "https://example.com/hook" },
          delivery: { status: "delivered", body: "{}", attempts },
        },
      ],
    },
  ]);
  const seen = (await explain("2", await join("viewer"))).body.events[1].deliveries[0].delivery;
  expect(seen).toMatchObject({ body: null, attempts: [{ httpStatus: 200, excerpt: null }] });
  for (const sequence of ["0", "3", "x", "1e3"])
    expect((await explain(sequence)).status, sequence).toBe(404);
});

test("the history says who created, assigned and disabled a card", async () => {
  const { owner, id, ctx, at } = await storeWithCard(3_800);
  await claim(ctx(), { cardId: id, email: "ada@example.com" });
  await disable(ctx(), { cardId: id });
  const by = {
    email: null,
    balanceCents: null,
    amountCents: null,
    reason: null,
    expiresOn: null,
    otherCard: null,
    hold: null,
    sequence: null,
    actor: { id: `user:${owner.userId}`, name: "Ada" },
    requestId: expect.stringMatching(/^req_/),
    createdAt: expect.any(String),
  };
  expect((await owner.get(`${at}/changes`)).body.changes).toEqual([
    { ...by, what: "created" },
    { ...by, what: "claimed", email: "ada@example.com" },
    { ...by, what: "disabled", balanceCents: 3_800, sequence: 2 },
  ]);
});

test("a card is activated once under an Idempotency-Key, with a note and a reference that its first movement keeps", async () => {
  const { owner, id, at } = await storeWithCard();
  const headers = { "Idempotency-Key": newId() };
  const paid = { amountCents: 2_500, note: "Paid in cash", referenceId: "receipt-7" };
  const sell = () =>
    owner.post(`${at}/activate`, { ...paid, consumerEmail: "ada@example.com" }, { headers });
  const answer = await sell();
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    card: { status: "active", ownerEmail: "ada@example.com" },
    transaction: { description: "Paid in cash", referenceId: "receipt-7" },
  });
  expect((await sell()).text).toBe(answer.text);
  const rows = await pg()`select note, reference_id as ref, actor, balance_cents::int as cents
    from transactions t join cards c on c.id = t.card_id where c.id = ${id}`;
  const actor = `user:${owner.userId}`;
  expect([...rows]).toEqual([{ note: paid.note, ref: paid.referenceId, actor, cents: 2_500 }]);
});

describe("voiding a card", () => {
  test("disables an unsold one permanently, with its event, delivery, sequence, actor and count", async () => {
    const { merchantId, join, id, at, webhook } = await storeWithCard();
    const { get, post, userId } = await join("manager");
    const voided = await post(`${at}/void`, {});
    expect(voided.body).toMatchObject({ status: "disabled", balanceCents: 0 });
    const events = await pg()`select event, sequence::int from events where card_id = ${id}`;
    expect([...events]).toEqual([{ event: "card.disabled", sequence: 1 }]);
    const queued = await pg()`select from webhook_deliveries where webhook_id = ${webhook.id}`;
    expect(queued).toHaveLength(1);
    const actor = { id: `user:${userId}` };
    const { changes } = (await get(`${at}/changes`)).body;
    expect(changes.at(-1)).toMatchObject({ what: "disabled", sequence: 1, actor });
    const counts = await pg()`select status, sum(count)::int as count from card_counts
      where merchant_id = ${merchantId} group by 1 having sum(count) <> 0`;
    expect([...counts]).toEqual([{ status: "disabled", count: 1 }]);
    await expectNoProblems();

    expect(await outcomeOf(post(`${at}/void`, {}))).toBe("409 card_already_disabled");
    const sale = post(`/api/v1${at}/activate`, { amountCents: 100 });
    expect(await outcomeOf(sale)).toBe("400 card_not_active");
  });

  test("is refused for an active one, which keeps its balance", async () => {
    const { owner, id, at } = await storeWithCard(500);
    expect(await outcomeOf(owner.post(`${at}/void`, {}))).toBe("409 card_already_active");
    expect(await stateOfCard(id)).toMatchObject({ status: "active", balance: 500, sequence: 1 });
  });

  test("while it is activated leaves it one of the two", async () => {
    const { owner, ctx, id, at } = await storeWithCard();
    const [voided, sold] = await Promise.all([
      owner.post(`${at}/void`, {}),
      outcome(activate(ctx(), { cardId: id, amountCents: 500 })),
    ]);
    expect(voided.status === 200).toBe(sold !== "done");
    await expectNoProblems();
  });
});
