import { afterAll, describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { renderMail } from "@/lib/domain/mail/send-mails";
import { listTransactions } from "@/lib/domain/transactions/list-transactions";
import { unsealMailed } from "@/lib/ledger/post/sealed-link";
import { verify } from "@/lib/ledger/verify/verify";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import {
  ADA_EMAIL,
  atOnce,
  BOB_EMAIL,
  eventsOf,
  makeCard,
  openStore,
  outcome,
  race,
  stateOfCard,
  storeWithGift,
} from "@/lib/testing/ledger-fixtures";
import { liftPersonalQuotas } from "@/lib/testing/mail-quotas";
import { acceptGift, cancelGift, declineGift } from "./accept-or-return";
import { expireGifts } from "./expire";
import { findGiftByToken } from "./gift";
import { sendGift } from "./send";

liftPersonalQuotas();

// After all tests, every store's ledger still balances.
afterAll(async () => {
  await expectNoProblems();
});

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const statusOf = async (giftId: string): Promise<string> =>
  (await pg()`select status from gifts where id = ${giftId}`)[0]?.status;

const mailOf = async (giftId: string) =>
  (await pg()`select payload, next_attempt_at from outbox where id = ${giftId}`)[0];
const tokenOf = async (giftId: string) =>
  unsealMailed(giftId, (await mailOf(giftId))?.payload.link).split("#")[1];
const makeDue = (giftId: string) =>
  pg()`update gifts set expires_at = now() - interval '1 second' where id = ${giftId}`;

describe("a gift", () => {
  test("leaves the card at once, waits in escrow, and its mail goes to the recipient with the link", async () => {
    const { card, gift } = await storeWithGift();
    expect(gift).toMatchObject({ status: "pending", amountCents: 400, senderEmail: ADA_EMAIL });
    expect(await stateOfCard(card.id)).toMatchObject({
      balance: 600,
      history: ["load completed", "gift_sent pending"],
    });
    expect((await eventsOf(card.id)).slice(2)).toEqual(["2 card.balance_changed 400 600"]);
    const mail = await mailOf(gift.id);
    expect(mail?.payload).toMatchObject({
      to: BOB_EMAIL,
      template: "gift",
      senderEmail: ADA_EMAIL,
    });
    expect(Date.parse(mail?.next_attempt_at)).toBeLessThanOrEqual(Date.now() + 1_000);
    const [row] =
      await pg()`select expires_at - deliver_at as waits from gifts where id = ${gift.id}`;
    expect(row?.waits).toBe("30 days");
  });

  test("opens by its link alone, as long as it waits, of which only a hash is kept", async () => {
    const { gift } = await storeWithGift();
    const token = (await tokenOf(gift.id)) ?? "";
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(await findGiftByToken(token)).toMatchObject({ id: gift.id, recipientEmail: BOB_EMAIL });
    expect(await findGiftByToken(`${token}x`)).toBeNull();
    await makeDue(gift.id);
    expect(await findGiftByToken(token)).toBeNull();
    expect(await expireGifts()).toBeGreaterThanOrEqual(1);
    expect(await statusOf(gift.id)).toBe("expired");
    const [row] = await pg()`select to_jsonb(g)::text as text from gifts g where id = ${gift.id}`;
    expect(row?.text).not.toContain(token);
  });

  test("that is accepted is completed, with a gift_received on a new active card of the recipient", async () => {
    const { ctx, card, gift } = await storeWithGift();
    const accepted = await acceptGift(ctx(), { giftId: gift.id, email: BOB_EMAIL });

    expect(accepted.card).toMatchObject({
      ownerEmail: BOB_EMAIL,
      balanceCents: 400,
      status: "active",
    });
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

  test("keeps the expiration of the sender's card, so that no gift renews it", async () => {
    const { ctx, card, gift } = await storeWithGift();
    await pg()`update cards set expires_on = current_date + 10 where id = ${card.id}`;
    const accepted = await acceptGift(ctx(), { giftId: gift.id, email: BOB_EMAIL });
    const [row] = await pg()`select expires_on - current_date as days from cards
      where id = ${accepted.card.id}`;
    expect(row?.days).toBe(10);
  });

  test("returned to a new card, because the old one is disabled, keeps the old one's expiration", async () => {
    const { ctx, card, gift } = await storeWithGift();
    await pg()`update cards set expires_on = current_date + 10 where id = ${card.id}`;
    await disable(ctx(), { cardId: card.id });
    await declineGift(ctx(), { giftId: gift.id, email: BOB_EMAIL });
    const rows = await pg()`select expires_on - current_date as days from cards
      where merchant_id = ${gift.merchantId} and owner_id = ${card.ownerId}`;
    expect(rows.map(({ days }) => days)).toEqual([10, 10]);
  });

  type Sent = Awaited<ReturnType<typeof storeWithGift>>;
  test.each<[string, (sent: Sent) => Promise<unknown>]>([
    ["declined", ({ ctx, gift }) => declineGift(ctx(), { giftId: gift.id, email: BOB_EMAIL })],
    [
      "cancelled",
      ({ ctx, card, gift }) => cancelGift(ctx(), { giftId: gift.id, senderId: card.ownerId }),
    ],
    ["expired", ({ gift }) => makeDue(gift.id).then(() => expireGifts())],
  ])(
    "%s is completed, and its money is back on the card as a movement of its own",
    async (_, end) => {
      const sent = await storeWithGift();
      const { ctx, card, gift } = sent;
      await end(sent);
      await spend(ctx(), { cardId: card.id, amountCents: 1_000 });

      expect(await stateOfCard(card.id)).toMatchObject({ balance: 0, sequence: 4 });
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
    const { ctx, card, gift, storeId } = await storeWithGift();
    await disable(ctx(), { cardId: card.id });
    await declineGift(ctx(), { giftId: gift.id, email: BOB_EMAIL });

    expect((await stateOfCard(card.id))?.balance).toBe(600);
    const rows = await pg()`select id, status, balance_cents::int as balance from cards
      where merchant_id = ${storeId} and owner_id = ${card.ownerId} and id <> ${card.id}`;
    expect(rows).toMatchObject([{ status: "active", balance: 400 }]);
    expect((await stateOfCard(rows[0]?.id))?.history).toEqual(["gift_received completed"]);
  });

  test("of a later day is mailed that morning in the sender's zone with a link that only its mail shows, and waits 30 days from then", async () => {
    const deliverOn = dayFromNow(40);
    const { gift } = await storeWithGift({ deliverOn, timeZone: "Europe/Zurich" });
    const [row] = await pg()`select (deliver_at at time zone 'Europe/Zurich')::text as at,
      expires_at - deliver_at as waits from gifts where id = ${gift.id}`;
    expect(row).toMatchObject({ at: `${deliverOn} 09:00:00`, waits: "30 days" });
    const mail = await mailOf(gift.id);
    expect(new Date(mail?.next_attempt_at)).toEqual(new Date(gift.deliverAt));
    expect(JSON.stringify(mail?.payload)).not.toContain("/wallet/gift");
    const { text } = await renderMail({ id: gift.id, payload: mail?.payload });
    const [, token = ""] = /wallet\/gift#([\w-]+)/.exec(text) ?? [];
    expect(await findGiftByToken(token)).toMatchObject({ id: gift.id });
  });

  test("of all that is on the card takes all of it", async () => {
    const { card, send } = await storeWithGift();
    const rest = await send({ amountCents: undefined });
    expect([rest.amountCents, (await stateOfCard(card.id))?.balance]).toEqual([600, 0]);
  });

  test("is refused for what can't be given, and to who may not settle it", async () => {
    const { ctx, card, send, gift } = await storeWithGift();
    const strangers = await makeCard(ctx, { amountCents: 5, owner: "eve@example.com" });
    for (const [wrong, refusal] of [
      [{ senderId: strangers.ownerId }, "not_found"],
      [{ cardId: strangers.id }, "not_found"],
      [{ recipientEmail: ADA_EMAIL }, "invalid_request"],
      [{ deliverOn: dayFromNow(-2) }, "invalid_request"],
      [{ deliverOn: dayFromNow(370) }, "invalid_request"],
      [{ timeZone: "Mars/Olympus_Mons" }, "invalid_request"],
      [{ amountCents: 601 }, "insufficient_balance"],
    ] as const) {
      expect(await outcome(send(wrong)), JSON.stringify(wrong)).toBe(refusal);
    }
    await pg()`update cards set expires_on = current_date - 2 where id = ${card.id}`;
    expect(await outcome(send())).toBe("card_expired");

    const other = await openStore();
    const settle = { giftId: gift.id, email: BOB_EMAIL };
    const settlings = await Promise.all(
      [
        acceptGift(ctx(), { ...settle, email: ADA_EMAIL }),
        declineGift(ctx(), { ...settle, email: ADA_EMAIL }),
        acceptGift(other.ctx(), settle),
        cancelGift(ctx(), { giftId: gift.id, senderId: strangers.ownerId }),
      ].map(outcome),
    );
    expect(settlings).toEqual(Array(4).fill("not_found"));
    await makeDue(gift.id);
    expect(await outcome(acceptGift(ctx(), settle))).toBe("gift_settled");
    expect((await stateOfCard(card.id))?.balance).toBe(600);
  });
});

describe("races", () => {
  test("of accepting ten times, declining, cancelling and expiring at once exactly one wins", async () => {
    for (let round = 0; round < 8; round++) {
      const { ctx, card, gift } = await storeWithGift();
      const settle = { giftId: gift.id, email: BOB_EMAIL };
      const end = [
        () => declineGift(ctx(), settle),
        () => cancelGift(ctx(), { giftId: gift.id, senderId: card.ownerId }),
      ];
      const outcomes = await race(12, (n) => end[n - 10]?.() ?? acceptGift(ctx(), settle));
      expect(outcomes).toEqual({ done: 1, gift_settled: 11 });
    }
  });

  test("accepted in the instant in which it expires, it is one or the other", async () => {
    for (let round = 0; round < 10; round++) {
      const { ctx, card, gift } = await storeWithGift();
      await pg()`update gifts set expires_at = statement_timestamp() + interval '15 milliseconds'
        where id = ${gift.id}`;
      const [accepted] = await Promise.all([
        outcome(acceptGift(ctx(), { giftId: gift.id, email: BOB_EMAIL })),
        atOnce(10, expireGifts),
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
    const card = await makeCard(ctx, { amountCents: 500, owner: ADA_EMAIL });
    const order = { cardId: card.id, senderId: card.ownerId, recipientEmail: BOB_EMAIL };
    const outcomes = await race(20, (n) =>
      n % 2
        ? sendGift(ctx(), { ...order, amountCents: 500 })
        : spend(ctx(), { cardId: card.id, amountCents: 500 }),
    );
    expect(outcomes).toEqual({ done: 1, insufficient_balance: 19 });
    expect(await stateOfCard(card.id)).toMatchObject({ balance: 0, sequence: 2 });
  });

  test("a gift that comes back while its card is disabled loses nothing", async () => {
    for (let round = 0; round < 8; round++) {
      const { ctx, card, gift, storeId } = await storeWithGift();
      await Promise.all([
        declineGift(ctx(), { giftId: gift.id, email: BOB_EMAIL }),
        disable(ctx(), { cardId: card.id }),
      ]);
      const [row] = await pg()`select sum(balance_cents)::int as sum from cards
        where merchant_id = ${storeId}`;
      expect(row?.sum).toBe(1_000);
    }
  });

  test("the ledger check finds an escrow that differs from the pending gifts", async () => {
    const { gift } = await storeWithGift();
    await pg()`update gifts set amount_cents = amount_cents + 1 where id = ${gift.id}`;
    const checks = (await verify()).problems.map(({ check }) => check);
    expect(checks.sort()).toEqual([
      "a gift's status matches its transactions",
      "escrow is the sum of pending gifts",
    ]);
    await pg()`update gifts set amount_cents = amount_cents - 1 where id = ${gift.id}`;
  });
});
