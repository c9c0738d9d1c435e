import { expect, test } from "vitest";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { acceptGift } from "@/lib/gifts/accept";
import { expireGifts } from "@/lib/gifts/expire";
import { cancelGift, declineGift } from "@/lib/gifts/return";
import { sendGift } from "@/lib/gifts/send";
import { listTransactions } from "@/lib/history/list-transactions";
import { operatorContext } from "@/lib/merchants/operator";
import { cardOf } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import { transfer } from "@/lib/transfers/transfer";
import * as movements from "../../../transactions/route";
import * as explanation from "./[sequence]/route";

useTestDatabase();

const bob = "bob@example.com";

/** A store whose viewer looks at a card of ada's with 1000 cents on it. */
async function store(name = "Bakery", currency = "USD") {
  const { merchantId, join } = await storeWithPeople();
  await pg()`update merchants set transfers_enabled = true, name = ${name} where id = ${merchantId}`;
  const { headers } = await join("viewer");
  const ctx = () => operatorContext(merchantId);
  const card = await cardOf(ctx, { amountCents: 1_000, currency, owner: "ada@example.com" });
  return {
    ctx,
    card,
    headers,
    give: async (amountCents: number) =>
      (
        await sendGift(ctx(), {
          cardId: card.id,
          senderId: card.ownerId,
          amountCents,
          recipientEmail: bob,
          message: "For you alone",
        })
      ).gift.id,
    explain: async (sequence: number, uuid = card.id) =>
      await send(explanation, "GET", { headers, params: { uuid, sequence: String(sequence) } }),
    reasons: async () => {
      const query = { cardUuid: card.id, type: "gift_received" };
      const { body } = await send(movements, "GET", { headers, query });
      return body.movements.map((movement: { returned: unknown }) => movement.returned);
    },
    returned: async () => {
      const { items } = await listTransactions(ctx(), { cardId: card.id, limit: 10, offset: 0 });
      return items.filter(({ source }) => source === "returned").reverse();
    },
  };
}

test("gifts that came back stand in their card's history with place, cause and balance, among movements and in a row", async () => {
  const { ctx, card, give, returned, reasons, explain } = await store();
  const [declined, cancelled, expired] = [await give(100), await give(200), await give(300)];
  await declineGift(ctx(), { giftId: declined, email: bob }); // 5: 500
  await cancelGift(ctx(), { giftId: cancelled, senderId: card.ownerId }); // 6: 700
  await spend(ctx(), { cardId: card.id, amountCents: 50 }); // 7: 650
  await pg()`update gifts set deliver_at = now() - interval '31 days', expires_at = now()
    where id = ${expired}`;
  await expireGifts(); // 8: 950

  expect(await returned()).toMatchObject([
    { type: "gift_received", sequence: 5, amountCents: 100, balanceAfterCents: 500 },
    { type: "gift_received", sequence: 6, amountCents: 200, balanceAfterCents: 700 },
    { type: "gift_received", sequence: 8, amountCents: 300, balanceAfterCents: 950 },
  ]);
  expect(await reasons()).toEqual([
    { status: "expired", recipientEmail: bob },
    { status: "cancelled", recipientEmail: bob },
    { status: "declined", recipientEmail: bob },
  ]);
  for (const [sequence, id, status] of [
    [5, declined, "declined"],
    [6, cancelled, "cancelled"],
    [8, expired, "expired"],
  ] as const) {
    expect((await explain(sequence)).body).toMatchObject({
      gift: { id, status, recipientEmail: bob, settledCardUuid: card.id },
      transfer: null,
      events: [{ event: "card.balance_changed" }],
    });
  }
});

test("a gift explains both its movements: state, people, until when, and the other card; not what was written", async () => {
  const { ctx, card, give, explain, returned } = await store();
  const accepted = await give(100);
  const waiting = await give(200);
  const received = await acceptGift(ctx(), { giftId: accepted, email: bob });

  const sent = await explain(2);
  expect(sent.body.gift).toMatchObject({
    id: accepted,
    status: "accepted",
    senderEmail: "ada@example.com",
    recipientEmail: bob,
    cardUuid: card.id,
    settledCardUuid: received.card.id,
    settledCardLast4: expect.stringMatching(/^[2-9A-Z]{4}$/),
  });
  expect(sent.text).not.toContain("For you alone");
  expect((await explain(1, received.card.id)).body.gift).toEqual(sent.body.gift);
  expect((await explain(3)).body.gift).toMatchObject({
    id: waiting,
    status: "pending",
    expiresAt: expect.any(String),
    settledCardUuid: null,
    settledAt: null,
  });
  expect((await explain(1)).body).toMatchObject({ gift: null, transfer: null });

  // What comes back to a card that was disabled meanwhile opens another, and is no line of the old.
  await disable(ctx(), { cardId: card.id });
  await declineGift(ctx(), { giftId: waiting, email: bob });
  expect(await returned()).toEqual([]);
  const { gift } = (await explain(3)).body;
  expect(gift.status).toBe("declined");
  expect((await explain(1, gift.settledCardUuid)).body.gift).toEqual(gift);
});

test("a transfer explains each side's movement: the other store, what moved there, and the rate; never the other card", async () => {
  const [home, away] = [await store("Bakery"), await store("Books", "EUR")];
  const moved = await transfer(home.ctx(), {
    fromCardId: home.card.id,
    toCode: away.card.code,
    amountCents: 500,
  });
  const { counterAmountCents, rate, rateAsOf } = moved.transfer;

  const out = await home.explain(2);
  expect(out.body).toMatchObject({
    gift: null,
    transfer: {
      direction: "out",
      otherStore: "Books",
      amountCents: 500,
      counterAmountCents,
      counterCurrency: "EUR",
      rate,
      rateAsOf,
    },
  });
  expect(rate).toMatch(/^0\.\d+$/);
  expect(out.text).not.toContain(away.card.id);
  const received = await away.explain(2);
  expect(received.body.transfer).toMatchObject({
    direction: "in",
    otherStore: "Bakery",
    amountCents: counterAmountCents,
    counterAmountCents: 500,
    counterCurrency: "USD",
    rate,
  });
  expect(received.text).not.toContain(home.card.id);
  expect((await away.explain(2, home.card.id)).status).toBe(404);
});
