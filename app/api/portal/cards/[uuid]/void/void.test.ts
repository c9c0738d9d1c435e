import { expect, test } from "vitest";
import { activate } from "@/lib/cards/movements";
import { pg } from "@/lib/db/client";
import { verify } from "@/lib/ledger/verify";
import { useTestDatabase } from "@/lib/testing/database";
import { outcomeOf, storeWithPeople } from "@/lib/testing/portal";
import { createWebhook } from "@/lib/webhooks/create";
import * as v1Activate from "../../../../v1/cards/[uuid]/activate/route";
import * as changes from "../changes/route";
import * as voiding from "./route";

useTestDatabase();

async function storeWithUnsoldCard() {
  const store = await storeWithPeople();
  const { id } = await store.card({});
  const at = { params: { uuid: id } };
  return { ...store, id, at, void: (by = store.owner) => by.post(voiding, {}, at) };
}

test("an unsold card is disabled, with its event, delivery, sequence and actor", async () => {
  const { ctx, merchantId, join, id, at, void: end } = await storeWithUnsoldCard();
  const url = "https://example.com/hook";
  const { webhook } = await createWebhook(ctx(), { url, events: ["card.disabled"] });
  const manager = await join("manager");
  expect((await end(manager)).body).toMatchObject({ status: "disabled", balanceCents: 0 });
  const events = await pg()`select event, sequence::int from events where card_id = ${id}`;
  expect([...events]).toEqual([{ event: "card.disabled", sequence: 1 }]);
  const queued = await pg()`select from webhook_deliveries where webhook_id = ${webhook.id}`;
  expect(queued).toHaveLength(1);
  const { body } = await manager.get(changes, at);
  const actor = { id: `user:${manager.userId}` };
  expect(body.changes.at(-1)).toMatchObject({ what: "disabled", sequence: 1, actor });
  const [counted] =
    await pg()`select coalesce(sum(count) filter (where status = 'inactive'), 0)::int
      as inactive, coalesce(sum(count) filter (where status = 'disabled'), 0)::int as disabled
    from card_counts where merchant_id = ${merchantId}`;
  expect(counted).toEqual({ inactive: 0, disabled: 1 });
  expect((await verify()).problems).toEqual([]);
});

test("a voided card is not activated, nor voided again", async () => {
  const { owner, at, void: end } = await storeWithUnsoldCard();
  expect((await end()).status).toBe(200);
  expect(await outcomeOf(end())).toBe("409 card_already_disabled");
  const sale = owner.post(v1Activate, { amountCents: 100 }, at);
  expect(await outcomeOf(sale)).toBe("400 card_not_active");
});

test("an active card is not voided, and keeps its balance", async () => {
  const { ctx, id, void: end } = await storeWithUnsoldCard();
  await activate(ctx(), { cardId: id, amountCents: 500 });
  expect(await outcomeOf(end())).toBe("409 card_already_active");
  const [row] = await pg()`select status, sequence::int from cards where id = ${id}`;
  expect(row).toEqual({ status: "active", sequence: 1 });
});

test("voided and activated at the same time, a card is one of the two", async () => {
  const { ctx, id, void: end } = await storeWithUnsoldCard();
  const [voided, sold] = await Promise.all([
    end(),
    activate(ctx(), { cardId: id, amountCents: 500 }).then(
      () => true,
      () => false,
    ),
  ]);
  expect(voided.status === 200).toBe(!sold);
  expect((await verify()).problems).toEqual([]);
});
