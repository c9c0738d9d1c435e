import { expect, test } from "vitest";
import * as v1Card from "@/app/api/v1/cards/[uuid]/route";
import * as v1Cards from "@/app/api/v1/cards/route";
import { claim } from "@/lib/cards/claim";
import { formatCode } from "@/lib/cards/code";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/movements";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { cardOf } from "@/lib/testing/ledger-fixtures";
import { auditOf, type Caller, storeWithPeople } from "@/lib/testing/portal";
import { createWebhook } from "@/lib/webhooks/create";
import * as changes from "./changes/route";
import * as code from "./code/route";
import * as explanation from "./history/[sequence]/route";

useTestDatabase();

async function storeWithCard() {
  const store = await storeWithPeople();
  const ctx = () => store.ctx(`user:${store.owner.userId}`);
  const { webhook } = await createWebhook(ctx(), {
    url: "https://example.com/hook",
    events: ["card.debited", "card.disabled"],
  });
  const { id, code } = await cardOf(ctx, { amountCents: 5_000 });
  await spend(ctx(), { cardId: id, amountCents: 1_200 });
  return { ...store, ctx, id, code: formatCode(code), webhook, at: { params: { uuid: id } } };
}

test("a signed-in person sees a code masked wherever the API has it", async () => {
  const { owner, at, code } = await storeWithCard();
  for (const { status, text, body } of [
    await owner.get(v1Card, at),
    await owner.get(v1Cards),
    await owner.post(v1Cards, { currency: "USD" }),
  ]) {
    expect(status).toBeLessThan(300);
    expect(text).not.toContain(code);
    const shown = body.code ?? body.cards[0].code;
    expect(shown).toMatch(/^••••-••••-••••-[2-9A-Z]{4}$/);
  }
});

test("a code is shown to owners and managers, and the log says to whom", async () => {
  const store = await storeWithCard();
  const people = [store.owner, await store.join("manager")];
  for (const { post } of people)
    expect((await post(code, {}, store.at)).body).toEqual({ code: store.code });
  const details = { last4: store.code.slice(-4) };
  expect(await auditOf(store.merchantId, "card.code_revealed")).toMatchObject(
    people.map(({ userId }) => ({ actor: `user:${userId}`, subjectId: store.id, details })),
  );
  const refused = await (await store.join("viewer")).post(code, {}, store.at);
  expect([refused.status, refused.text.includes(store.code)]).toEqual([403, false]);
});

test("a movement's details have its events, and what each webhook got of them", async () => {
  const { owner, id, webhook, join } = await storeWithCard();
  await pg()`with sent as (
      update webhook_deliveries set status = 'delivered', body = '{}', settled_at = now()
      where webhook_id = ${webhook.id} returning merchant_id, id)
    insert into webhook_attempts (merchant_id, id, webhook_id, delivery_id, number, url,
        http_status, excerpt, duration_ms)
      select merchant_id, ${newId()}, ${webhook.id}, id, 1, 'https://example.com/hook', 200,
        'thanks', 12 from sent`;
  const explain = (sequence: string, { get }: Caller = owner) =>
    get(explanation, { params: { uuid: id, sequence } });

  const { events } = (await explain("2")).body;
  expect(events).toMatchObject([
    { event: "card.balance_changed", deliveries: [] },
    {
      event: "card.debited",
      deliveries: [
        {
          webhook: { id: webhook.id, url: "https://example.com/hook" },
          delivery: {
            status: "delivered",
            body: "{}",
            attempts: [{ number: 1, excerpt: "thanks" }],
          },
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
  const { owner, id, ctx, at } = await storeWithCard();
  await claim(ctx(), { cardId: id, email: "ada@example.com" });
  await disable(ctx(), { cardId: id });
  const by = {
    email: null,
    balanceCents: null,
    sequence: null,
    actor: { id: `user:${owner.userId}`, name: "Ada" },
    requestId: expect.stringMatching(/^req_/),
    createdAt: expect.any(String),
  };
  expect((await owner.get(changes, at)).body.changes).toEqual([
    { ...by, what: "created" },
    { ...by, what: "claimed", email: "ada@example.com" },
    { ...by, what: "disabled", balanceCents: 3_800, sequence: 3 },
  ]);
});
