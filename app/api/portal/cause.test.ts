import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { acceptGift, cancelGift, declineGift } from "@/lib/domain/gifts/accept-or-return";
import { expireGifts } from "@/lib/domain/gifts/expire";
import { listTransactions } from "@/lib/domain/transactions/list-transactions";
import { transfer } from "@/lib/domain/transfers/transfer";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { ADA_EMAIL, BOB_EMAIL, give } from "@/lib/testing/ledger-fixtures";
import { storeWithPeople } from "@/lib/testing/portal";

/** A store with a viewer, and a card of Ada's holding 1000 cents. */
async function storeWithAdasCard(name = "Bakery", currency = "USD") {
  const { merchantId, ctx, join, card: cardOf } = await storeWithPeople({ name });
  const { get } = await join("viewer");
  const card = await cardOf({ amountCents: 1_000, currency, owner: ADA_EMAIL });
  const send = (amountCents: number) => give(ctx, card, amountCents, { message: "For you alone" });
  const explain = (sequence: number, uuid = card.id) => get(`/cards/${uuid}/history/${sequence}`);
  const reasons = async () => {
    const query = { cardUuid: card.id, type: "gift_received" };
    const { body } = await get("/transactions", query);
    return body.movements.map((movement: { returned: unknown }) => movement.returned);
  };
  const returned = async () => {
    const { items } = await listTransactions(ctx(), { cardId: card.id, limit: 10, offset: 0 });
    return items.filter(({ source }) => source === "returned").reverse();
  };
  return { merchantId, ctx, card, send, explain, reasons, returned };
}

test("returned gifts are in their card's history with sequence, reason and balance, between movements and in a row", async () => {
  const { ctx, card, send, returned, reasons, explain } = await storeWithAdasCard();
  const [declined, cancelled, expired] = [await send(100), await send(200), await send(300)];
  await declineGift(ctx(), { giftId: declined, email: BOB_EMAIL }); // sequence 5, balance 500
  await cancelGift(ctx(), { giftId: cancelled, senderId: card.ownerId }); // sequence 6, balance 700
  await spend(ctx(), { cardId: card.id, amountCents: 50 }); // sequence 7, balance 650
  await pg()`update gifts set deliver_at = now() - interval '31 days', expires_at = now()
    where id = ${expired}`;
  await expireGifts(); // sequence 8, balance 950

  const expected = [
    [5, declined, "declined", 100, 500],
    [6, cancelled, "cancelled", 200, 700],
    [8, expired, "expired", 300, 950],
  ] as const;
  expect(await returned()).toMatchObject(
    expected.map(([sequence, , , amountCents, balanceAfterCents]) => ({
      type: "gift_received",
      sequence,
      amountCents,
      balanceAfterCents,
    })),
  );
  expect(await reasons()).toEqual(
    expected.map(([, , status]) => ({ status, recipientEmail: BOB_EMAIL })).reverse(),
  );
  for (const [sequence, id, status] of expected) {
    expect((await explain(sequence)).body).toMatchObject({
      gift: { id, status, recipientEmail: BOB_EMAIL, settledCardUuid: card.id },
      transfer: null,
      events: [{ event: "card.balance_changed" }],
    });
  }
});

test("a gift explains both its movements: state, people, expiration and the other card; never its message", async () => {
  const { ctx, card, send, explain, returned } = await storeWithAdasCard();
  const [accepted, pending] = [await send(100), await send(200)];
  const received = await acceptGift(ctx(), { giftId: accepted, email: BOB_EMAIL });

  const sent = await explain(2);
  expect(sent.body.gift).toMatchObject({
    id: accepted,
    status: "accepted",
    senderEmail: ADA_EMAIL,
    recipientEmail: BOB_EMAIL,
    cardUuid: card.id,
    settledCardUuid: received.card.id,
    settledCardLast4: expect.stringMatching(/^[2-9A-Z]{4}$/),
  });
  expect(sent.text).not.toContain("For you alone");
  expect((await explain(1, received.card.id)).body.gift).toEqual(sent.body.gift);
  expect((await explain(3)).body.gift).toMatchObject({
    id: pending,
    status: "pending",
    expiresAt: expect.any(String),
    settledCardUuid: null,
    settledAt: null,
  });
  expect((await explain(1)).body).toMatchObject({ gift: null, transfer: null });

  // If the card was disabled, the gift returns to a new card, so it isn't in the old card's history.
  await disable(ctx(), { cardId: card.id });
  await declineGift(ctx(), { giftId: pending, email: BOB_EMAIL });
  expect(await returned()).toEqual([]);
  const { gift } = (await explain(3)).body;
  expect(gift.status).toBe("declined");
  expect((await explain(1, gift.settledCardUuid)).body.gift).toEqual(gift);
});

test("a transfer explains the movement on each side: the other store, its card's last 4, its amount and the rate; never that card's id or code", async () => {
  const [home, away] = [await storeWithAdasCard("Bakery"), await storeWithAdasCard("Books", "EUR")];
  await agreeOnTransfers(home.merchantId, away.merchantId);
  const moved = await transfer(home.ctx(), {
    fromCardId: home.card.id,
    toCode: away.card.code,
    amountCents: 500,
  });
  const { counterAmountCents, rate, rateAsOf } = moved.transfer;
  expect(rate).toMatch(/^0\.\d+$/);

  const out = await home.explain(2);
  const endOf = (store: string, { code }: { code: string }) => ({ store, last4: code.slice(-4) });
  const otherEnd = endOf("Books", away.card);
  const sent = { direction: "out", otherEnd, amountCents: 500, rate, rateAsOf };
  expect(out.body).toMatchObject({
    gift: null,
    transfer: { ...sent, counterAmountCents, counterCurrency: "EUR" },
  });
  expect(out.text).not.toMatch(new RegExp(`${away.card.id}|${away.card.code}`));
  const received = await away.explain(2);
  expect(received.body.transfer).toMatchObject({
    direction: "in",
    otherEnd: endOf("Bakery", home.card),
    amountCents: counterAmountCents,
    counterAmountCents: 500,
    counterCurrency: "USD",
    rate,
  });
  expect(received.text).not.toMatch(new RegExp(`${home.card.id}|${home.card.code}`));
});
