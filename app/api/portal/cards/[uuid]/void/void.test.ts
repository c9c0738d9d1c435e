import { expect, test } from "vitest";
import { activate } from "@/lib/cards/activate";
import { create } from "@/lib/cards/create";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { verify } from "@/lib/ledger/verify";
import { operatorContext } from "@/lib/merchants/operator";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import { createWebhook } from "@/lib/webhooks/create";
import * as v1Activate from "../../../../v1/cards/[uuid]/activate/route";
import * as changes from "../changes/route";
import * as voiding from "./route";

useTestDatabase();

async function storeWithUnsoldCard() {
  const store = await storeWithPeople();
  const ctx = () => operatorContext(store.merchantId);
  const { card } = await create(ctx(), { currency: "USD", cardType: "physical" });
  const params = { uuid: card.id };
  const voidAs = (headers: Record<string, string>, uuid = card.id) =>
    send(voiding, "POST", { headers, params: { uuid }, body: {} });
  return { ...store, ctx, card, params, voidAs };
}

test("an unsold card is disabled for good by owner and manager alike, with its event, its place and its author", async () => {
  const { ctx, merchantId, join, card, params, voidAs } = await storeWithUnsoldCard();
  const { webhook } = await createWebhook(ctx(), {
    url: "https://example.com/hook",
    events: ["card.disabled"],
  });
  const manager = await join("manager");
  const answer = await voidAs(manager.headers);
  expect([answer.status, answer.body.status, answer.body.balanceCents]).toEqual([
    200,
    "disabled",
    0,
  ]);
  const told = await pg()`select event, sequence::int from events where card_id = ${card.id}`;
  expect([...told]).toEqual([{ event: "card.disabled", sequence: 1 }]);
  const queued = await pg()`select from webhook_deliveries where webhook_id = ${webhook.id}`;
  expect(queued).toHaveLength(1);
  const { body } = await send(changes, "GET", { headers: manager.headers, params });
  expect(body.changes.at(-1)).toMatchObject({
    what: "disabled",
    sequence: 1,
    actor: { id: `user:${manager.userId}` },
  });
  const [counted] =
    await pg()`select coalesce(sum(count) filter (where status = 'inactive'), 0)::int
      as inactive, coalesce(sum(count) filter (where status = 'disabled'), 0)::int as disabled
    from card_counts where merchant_id = ${merchantId}`;
  expect(counted).toEqual({ inactive: 0, disabled: 1 });
  expect(await verify()).toMatchObject({ ok: true, problems: [] });
});

test("a voided card is never sold, and voided once: 400 and 409", async () => {
  const { owner, params, voidAs } = await storeWithUnsoldCard();
  expect((await voidAs(owner.headers)).status).toBe(200);
  const again = await voidAs(owner.headers);
  expect([again.status, again.body.error]).toEqual([409, "card_already_disabled"]);
  const body = { amountCents: 100 };
  const sold = await send(v1Activate, "POST", { headers: owner.headers, params, body });
  expect([sold.status, sold.body.error]).toEqual([400, "card_not_active"]);
});

test("a card that was sold is not voided: 409, and its balance stays spendable", async () => {
  const { owner, ctx, card, voidAs } = await storeWithUnsoldCard();
  await activate(ctx(), { cardId: card.id, amountCents: 500 });
  const answer = await voidAs(owner.headers);
  expect([answer.status, answer.body.error]).toEqual([409, "card_already_active"]);
  const [row] = await pg()`select status, sequence::int from cards where id = ${card.id}`;
  expect(row).toEqual({ status: "active", sequence: 1 });
});

test("voided and sold at the same time, a card is one of the two", async () => {
  const { owner, ctx, card, voidAs } = await storeWithUnsoldCard();
  const [voided, sold] = await Promise.all([
    voidAs(owner.headers),
    activate(ctx(), { cardId: card.id, amountCents: 500 }).then(
      () => true,
      () => false,
    ),
  ]);
  expect(voided.status === 200).toBe(!sold);
  expect(await verify()).toMatchObject({ ok: true, problems: [] });
});

test("a viewer voids nothing: 403; another store's card is absent: 404", async () => {
  const { join, card, voidAs } = await storeWithUnsoldCard();
  const stranger = await storeWithPeople();
  expect((await voidAs((await join("viewer")).headers)).status).toBe(403);
  expect((await voidAs(stranger.owner.headers)).status).toBe(404);
  expect((await voidAs(stranger.owner.headers, newId())).status).toBe(404);
  const [row] = await pg()`select status from cards where id = ${card.id}`;
  expect(row?.status).toBe("inactive");
});
