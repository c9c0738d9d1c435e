import { afterAll, describe, expect, test } from "vitest";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { isRefusal } from "@/lib/errors";
import { listTransactions } from "@/lib/history/list-transactions";
import { verify } from "@/lib/ledger/verify";
import { renderMail } from "@/lib/outbox/render-mail";
import { cardOf, eventsOf, keyed, openStore, stateOfCard } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { acceptGift } from "./accept";
import { expireGifts } from "./expire";
import { findGiftByToken } from "./gift";
import { cancelGift, declineGift } from "./return";
import { sendGift } from "./send";

useTestDatabase();

// Whatever a test has done, the books of every store balance.
afterAll(async () => {
  expect((await verify()).problems).toEqual([]);
});

const ADA = "ada@example.com";
const BOB = "bob@example.com";

const statusOf = async (giftId: string): Promise<string> =>
  (await pg()`select status from gifts where id = ${giftId}`)[0]?.status;

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => (isRefusal(error) ? error.code : Promise.reject(error)),
  );

async function sent({ amountCents = 400, of = 1_000, deliverOn = "" } = {}) {
  const { id, ctx } = await openStore();
  const card = await cardOf(ctx, { amountCents: of, owner: ADA });
  const order = {
    cardId: card.id,
    senderId: card.ownerId,
    amountCents,
    recipientEmail: BOB,
    message: "Happy birthday",
    ...(deliverOn ? { deliverOn, timeZone: "Europe/Zurich" } : {}),
  };
  const { gift } = await sendGift(ctx(), order);
  return { storeId: id, ctx, card, order, gift };
}

const mailOf = async (giftId: string) =>
  (await pg()`select payload, next_attempt_at from outbox where id = ${giftId}`)[0];
const tokenOf = async (giftId: string) =>
  String((await mailOf(giftId))?.payload.link).split("#")[1];
const makeDue = (giftId: string) =>
  pg()`update gifts set expires_at = now() - interval '1 second' where id = ${giftId}`;

describe("a gift", () => {
  test("leaves the card at once, waits in escrow, and its mail goes to the recipient with the link", async () => {
    const { card, gift } = await sent();
    expect(gift).toMatchObject({ status: "pending", amountCents: 400, senderEmail: ADA });
    expect(await stateOfCard(card.id)).toMatchObject({
      balance: 600,
      history: ["load completed", "gift_sent pending"],
    });
    expect((await eventsOf(card.id)).slice(2)).toEqual(["2 card.balance_changed 400 600"]);
    const mail = await mailOf(gift.id);
    expect(mail?.payload).toMatchObject({ to: BOB, template: "gift", senderEmail: ADA });
    expect(Date.parse(mail?.next_attempt_at)).toBeLessThanOrEqual(Date.now() + 1_000);
    const [row] =
      await pg()`select expires_at - deliver_at as waits from gifts where id = ${gift.id}`;
    expect(row?.waits).toBe("30 days");
  });

  test("opens by its link alone, as long as it waits, of which only a hash is kept", async () => {
    const { gift } = await sent();
    const token = (await tokenOf(gift.id)) ?? "";
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(await findGiftByToken(token)).toMatchObject({ id: gift.id, recipientEmail: BOB });
    expect(await findGiftByToken(`${token}x`)).toBeNull();
    await makeDue(gift.id);
    expect(await findGiftByToken(token)).toBeNull();
    expect(await expireGifts()).toBeGreaterThanOrEqual(1);
    expect(await statusOf(gift.id)).toBe("expired");
    const [row] = await pg()`select to_jsonb(g)::text as text from gifts g where id = ${gift.id}`;
    expect(row?.text).not.toContain(token);
  });

  test("accepted is completed beside a gift_received on a new active card of the recipient", async () => {
    const { ctx, card, gift } = await sent();
    const accepted = await acceptGift(ctx(), { giftId: gift.id, email: BOB });

    expect(accepted.card).toMatchObject({ ownerEmail: BOB, balanceCents: 400, status: "active" });
    expect(accepted.card.expiresOn).not.toBeNull();
    expect(accepted.gift.status).toBe("accepted");
    expect(await stateOfCard(accepted.card.id)).toMatchObject({
      history: ["gift_received completed"],
    });
    expect(await eventsOf(accepted.card.id)).toEqual([
      "1 card.activated 400 400",
      "1 card.balance_changed 400 400",
    ]);
    expect((await stateOfCard(card.id))?.history).toEqual([
      "load completed",
      "gift_sent completed",
    ]);
  });

  test.each(["declined", "cancelled", "expired"] as const)(
    "%s is completed, and its money is back on the card as a movement of its own",
    async (status) => {
      const { ctx, card, gift } = await sent();
      if (status === "declined") await declineGift(ctx(), { giftId: gift.id, email: BOB });
      if (status === "cancelled") {
        await cancelGift(ctx(), { giftId: gift.id, senderId: card.ownerId });
      }
      if (status === "expired") {
        await expireGifts();
        expect(await statusOf(gift.id)).toBe("pending");
        await makeDue(gift.id);
        expect(await expireGifts()).toBeGreaterThanOrEqual(1);
      }
      await spend(ctx(), { cardId: card.id, amountCents: 1_000 });

      expect(await stateOfCard(card.id)).toMatchObject({
        balance: 0,
        sequence: 4,
      });
      expect((await eventsOf(card.id)).slice(3, 4)).toEqual(["3 card.balance_changed 400 1000"]);
      const page = await listTransactions(ctx(), { cardId: card.id, limit: 10, offset: 0 });
      expect(page.total).toBe(4);
      expect(page.items.map(({ type, status, source }) => [type, status, source])).toEqual([
        ["spend", "completed", null],
        ["gift_received", "completed", "returned"],
        ["gift_sent", "completed", null],
        ["load", "completed", null],
      ]);
      expect(await mailOf(gift.id)).toBeUndefined();
    },
  );

  test("that comes back to a card disabled meanwhile opens a new one of the same owner", async () => {
    const { ctx, card, gift, storeId } = await sent();
    await disable(ctx(), { cardId: card.id });
    await declineGift(ctx(), { giftId: gift.id, email: BOB });

    expect((await stateOfCard(card.id))?.balance).toBe(600);
    const rows = await pg()`select id, status, balance_cents::int as balance from cards
      where merchant_id = ${storeId} and owner_id = ${card.ownerId} and id <> ${card.id}`;
    expect(rows).toMatchObject([{ status: "active", balance: 400 }]);
    expect((await stateOfCard(rows[0]?.id))?.history).toEqual(["gift_received completed"]);
  });

  test("of a later day is mailed that morning in the sender's zone, and waits 30 days from then", async () => {
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const { gift } = await sent({ deliverOn: day });
    const [row] = await pg()`select (deliver_at at time zone 'Europe/Zurich')::text as at,
      expires_at - deliver_at as waits from gifts where id = ${gift.id}`;
    expect(row).toMatchObject({ at: `${day} 09:00:00`, waits: "30 days" });
    const due = new Date((await mailOf(gift.id))?.next_attempt_at);
    expect(due).toEqual(new Date(gift.deliverAt));
  });

  test("of a later day waits with a link that only its mail shows", async () => {
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const { gift } = await sent({ deliverOn: day });
    const payload = (await mailOf(gift.id))?.payload;
    expect(JSON.stringify(payload)).not.toContain("/wallet/gift");
    const { text } = await renderMail(payload);
    const [, token = ""] = /wallet\/gift#([\w-]+)/.exec(text) ?? [];
    expect(await findGiftByToken(token)).toMatchObject({ id: gift.id });
  });

  test("of all that is on the card takes all of it", async () => {
    const { ctx } = await openStore();
    const card = await cardOf(ctx, { amountCents: 777, owner: ADA });
    const { gift } = await sendGift(ctx(), {
      cardId: card.id,
      senderId: card.ownerId,
      recipientEmail: BOB,
    });
    expect([gift.amountCents, (await stateOfCard(card.id))?.balance]).toEqual([777, 0]);
  });

  test("is refused for what can't be given, and to who may not settle it", async () => {
    const { ctx, card, order, gift } = await sent();
    const again = (change: object) => outcome(sendGift(ctx(), { ...order, ...change }));
    const strangers = await cardOf(ctx, { amountCents: 5, owner: "eve@example.com" });
    const [past, far] = [-2, 370].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    );

    expect(await again({ senderId: strangers.ownerId })).toBe("not_found");
    expect(await again({ cardId: strangers.id })).toBe("not_found");
    expect(await again({ recipientEmail: ADA })).toBe("invalid_request");
    expect(await again({ deliverOn: past })).toBe("invalid_request");
    expect(await again({ deliverOn: far })).toBe("invalid_request");
    expect(await again({ timeZone: "Mars/Olympus_Mons" })).toBe("invalid_request");
    expect(await again({ amountCents: 601 })).toBe("insufficient_balance");
    await pg()`update cards set expires_on = current_date - 2 where id = ${card.id}`;
    expect(await again({})).toBe("card_expired");

    const other = await openStore();
    const settle = { giftId: gift.id, email: BOB };
    expect(await outcome(acceptGift(ctx(), { ...settle, email: ADA }))).toBe("not_found");
    expect(await outcome(declineGift(ctx(), { ...settle, email: ADA }))).toBe("not_found");
    expect(await outcome(acceptGift(other.ctx(), settle))).toBe("not_found");
    expect(await outcome(cancelGift(ctx(), { giftId: gift.id, senderId: strangers.ownerId }))).toBe(
      "not_found",
    );
    await makeDue(gift.id);
    expect(await outcome(acceptGift(ctx(), settle))).toBe("gift_settled");
    expect((await stateOfCard(card.id))?.balance).toBe(600);
  });

  test("an Idempotency-Key sends it once", async () => {
    const { ctx, card, order } = await sent();
    const again = keyed(ctx);
    const gifts = await Promise.all(Array.from({ length: 5 }, () => sendGift(again(), order)));
    expect(new Set(gifts.map(({ gift }) => gift.id)).size).toBe(1);
    expect((await stateOfCard(card.id))?.balance).toBe(200);
  });
});

describe("races", () => {
  test("of accepting ten times, declining, cancelling and expiring at once exactly one wins", async () => {
    for (let round = 0; round < 8; round++) {
      const { ctx, card, gift } = await sent();
      const settle = { giftId: gift.id, email: BOB };
      const outcomes = await Promise.all([
        ...Array.from({ length: 10 }, () => outcome(acceptGift(ctx(), settle))),
        outcome(declineGift(ctx(), settle)),
        outcome(cancelGift(ctx(), { giftId: gift.id, senderId: card.ownerId })),
      ]);
      expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
      expect(outcomes.filter((one) => one === "gift_settled")).toHaveLength(11);
    }
  });

  test("accepted in the instant in which it expires, it is one or the other", async () => {
    for (let round = 0; round < 10; round++) {
      const { ctx, card, gift } = await sent();
      await pg()`update gifts set expires_at = clock_timestamp() + interval '15 milliseconds'
        where id = ${gift.id}`;
      const [accepted] = await Promise.all([
        outcome(acceptGift(ctx(), { giftId: gift.id, email: BOB })),
        ...Array.from({ length: 10 }, () => expireGifts()),
      ]);
      if (accepted === "done") expect(await statusOf(gift.id)).toBe("accepted");
      else await expireGifts();
      const { balance, history } = (await stateOfCard(card.id)) ?? {};
      expect([balance, history]).toEqual(
        accepted === "done"
          ? [600, ["load completed", "gift_sent completed"]]
          : [1_000, ["load completed", "gift_sent completed", "gift_received completed"]],
      );
    }
  });

  test("of ten gifts and ten debits of the whole balance exactly one wins", async () => {
    const { ctx } = await openStore();
    const card = await cardOf(ctx, { amountCents: 500, owner: ADA });
    const order = { cardId: card.id, senderId: card.ownerId, recipientEmail: BOB };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        outcome(
          index % 2
            ? sendGift(ctx(), { ...order, amountCents: 500 })
            : spend(ctx(), { cardId: card.id, amountCents: 500 }),
        ),
      ),
    );
    expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
    expect(await stateOfCard(card.id)).toMatchObject({ balance: 0, sequence: 2 });
  });

  test("a gift that comes back while its card is disabled loses nothing", async () => {
    for (let round = 0; round < 8; round++) {
      const { ctx, card, gift, storeId } = await sent();
      await Promise.all([
        declineGift(ctx(), { giftId: gift.id, email: BOB }),
        disable(ctx(), { cardId: card.id }),
      ]);
      const [row] = await pg()`select sum(balance_cents)::int as sum from cards
        where merchant_id = ${storeId}`;
      expect(row?.sum).toBe(1_000);
    }
  });

  test("escrow that is not what waits is found", async () => {
    const { gift } = await sent();
    await pg()`update gifts set amount_cents = amount_cents + 1 where id = ${gift.id}`;
    const checks = (await verify()).problems.map(({ check }) => check);
    expect(checks.sort()).toEqual([
      "a gift is where its movements say",
      "escrow is the sum of the pending gifts",
    ]);
    await pg()`update gifts set amount_cents = amount_cents - 1 where id = ${gift.id}`;
  });
});
