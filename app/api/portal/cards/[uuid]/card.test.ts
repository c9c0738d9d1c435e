import { expect, test } from "vitest";
import * as v1Card from "@/app/api/v1/cards/[uuid]/route";
import * as v1Cards from "@/app/api/v1/cards/route";
import { activate } from "@/lib/cards/activate";
import { claim } from "@/lib/cards/claim";
import { openCode } from "@/lib/cards/code";
import { create } from "@/lib/cards/create";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { operatorContext } from "@/lib/merchants/operator";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import { createWebhook } from "@/lib/webhooks/create";
import * as changes from "./changes/route";
import * as code from "./code/route";
import * as explanation from "./history/[sequence]/route";

useTestDatabase();

async function storeWithCard() {
  const store = await storeWithPeople();
  const ctx = () => {
    const made = operatorContext(store.merchantId);
    return { ...made, principal: { ...made.principal, actor: `user:${store.owner.userId}` } };
  };
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  const { webhook } = await createWebhook(ctx(), {
    url: "https://example.com/hook",
    events: ["card.debited", "card.disabled"],
  });
  await activate(ctx(), { cardId: card.id, amountCents: 5_000 });
  await spend(ctx(), { cardId: card.id, amountCents: 1_200 });
  return { ...store, ctx, card, code: openCode(card), webhook, params: { uuid: card.id } };
}

test("a signed-in person sees a code masked wherever the API has it", async () => {
  const { owner, params, code } = await storeWithCard();
  const { headers } = owner;
  for (const { status, text, body } of [
    await send(v1Card, "GET", { headers, params }),
    await send(v1Cards, "GET", { headers }),
    await send(v1Cards, "POST", { headers, body: { currency: "USD" } }),
  ]) {
    expect(status).toBeLessThan(300);
    expect(text).not.toContain(code);
    const shown = body.code ?? body.cards[0].code;
    expect(shown).toMatch(/^••••-••••-••••-[2-9A-Z]{4}$/);
  }
});

test("a code is shown to who may change the card, and the audit log says to whom", async () => {
  const store = await storeWithCard();
  const { params, card } = store;
  const people = [store.owner, await store.join("manager")];
  for (const { headers } of people) {
    const answer = await send(code, "POST", { headers, params, body: {} });
    expect([answer.status, answer.body]).toEqual([200, { code: store.code }]);
  }
  const rows = await pg()`select actor, details from audit_log
    where subject_id = ${card.id} and action = 'card.code_revealed' order by id`;
  expect([...rows]).toEqual(
    people.map(({ userId }) => ({
      actor: `user:${userId}`,
      details: { last4: store.code.slice(-4) },
    })),
  );
  const viewer = await store.join("viewer");
  const refused = await send(code, "POST", { headers: viewer.headers, params, body: {} });
  expect([refused.status, refused.text.includes(store.code)]).toEqual([403, false]);
});

test("a movement's explanation has its events, and what each webhook got of them", async () => {
  const { owner, card, webhook, join } = await storeWithCard();
  await pg()`with sent as (
      update webhook_deliveries set status = 'delivered', body = '{}', settled_at = now()
      where webhook_id = ${webhook.id} returning merchant_id, id)
    insert into webhook_attempts (merchant_id, id, webhook_id, delivery_id, number, url,
        http_status, excerpt, duration_ms)
      select merchant_id, ${newId()}, ${webhook.id}, id, 1, 'https://example.com/hook', 200,
        'thanks', 12 from sent`;
  const explain = (sequence: string, headers = owner.headers) =>
    send(explanation, "GET", { headers, params: { uuid: card.id, sequence } });

  const { events } = (await explain("2")).body;
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    "card.balance_changed",
    "card.debited",
  ]);
  expect(events[0].deliveries).toEqual([]);
  expect(events[1].deliveries).toMatchObject([
    {
      webhook: { id: webhook.id, url: "https://example.com/hook" },
      delivery: { status: "delivered", body: "{}", attempts: [{ number: 1, excerpt: "thanks" }] },
    },
  ]);
  const viewer = await join("viewer");
  const outlined = (await explain("2", viewer.headers)).body.events[1].deliveries[0].delivery;
  expect(outlined).toMatchObject({ body: null, attempts: [{ httpStatus: 200, excerpt: null }] });
  for (const sequence of ["0", "3", "x", "1e3"]) {
    expect((await explain(sequence)).status, sequence).toBe(404);
  }
});

test("being made, given away and disabled stand with who did it", async () => {
  const { owner, card, ctx, params } = await storeWithCard();
  await claim(ctx(), { cardId: card.id, email: "ada@example.com" });
  await disable(ctx(), { cardId: card.id });
  const { body } = await send(changes, "GET", { headers: owner.headers, params });
  const by = {
    actor: { id: `user:${owner.userId}`, name: "Ada" },
    requestId: expect.stringMatching(/^req_/),
    createdAt: expect.any(String),
  };
  expect(body.changes).toEqual([
    { what: "created", email: null, balanceCents: null, sequence: null, ...by },
    { what: "claimed", email: "ada@example.com", balanceCents: null, sequence: null, ...by },
    { what: "disabled", email: null, balanceCents: 3_800, sequence: 3, ...by },
  ]);
});

test("another store's card is absent: 404 with the same bytes but for the request id", async () => {
  const { card } = await storeWithCard();
  const { owner } = await storeWithPeople();
  const { headers } = owner;
  const bytes = async (uuid: string) => {
    const answers = [
      await send(changes, "GET", { headers, params: { uuid } }),
      await send(explanation, "GET", { headers, params: { uuid, sequence: "1" } }),
      await send(code, "POST", { headers, params: { uuid }, body: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    return answers.map(({ text }) => text.replace(/req_[0-9a-f-]+/, ""));
  };
  expect(await bytes(card.id)).toEqual(await bytes(newId()));
});
