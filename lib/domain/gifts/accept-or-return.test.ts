import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { renderMail } from "@/lib/domain/mail/send-mails";
import { safeEmail } from "@/lib/domain/mail/user-text";
import { useDatabasePerTest } from "@/lib/testing/database";
import { outcome, storeWithGift } from "@/lib/testing/ledger-fixtures";
import { waitForLocks } from "@/lib/testing/locks";
import { liftPersonalQuotas } from "@/lib/testing/mail-quotas";
import { consumerWithWallet, mailsTo, storeWithCardMaker, uniqueEmail } from "@/lib/testing/wallet";
import { acceptGift, cancelGift, declineGift, expireGift } from "./accept-or-return";
import { expireGifts } from "./expire";
import { sendGift } from "./send";

liftPersonalQuotas();

describe("expiration", () => {
  useDatabasePerTest();

  test("a gift that is not due is not even looked at, and not returned by who would expire it", async () => {
    const { ctx, gift } = await storeWithGift();
    const giftId = gift.id;
    await pg().begin(async (tx) => {
      await tx`select from gifts where id = ${giftId} for update`;
      const waits = waitForLocks().then(
        () => "waits for it",
        () => "never",
      );
      expect(await Promise.race([expireGifts(), waits])).toBe(0);
    });
    expect(await outcome(expireGift(ctx(), { giftId }))).toBe("gift_settled");
  });

  test("those that waited longest are returned first", async () => {
    const { gift, send } = await storeWithGift({ amountCents: 1 });
    const ids = [gift.id, (await send()).id, (await send()).id];
    const byWaiting = [ids[2], ids[0], ids[1]];
    for (const [days, id] of byWaiting.entries()) {
      await pg()`update gifts set expires_at = now() - interval '1 year' + ${days}::int * interval '1 day'
        where id = ${id ?? ""}`;
    }
    expect(await expireGifts()).toBe(3);
    const rows = await pg()`select id from gifts where id = any(${ids}) order by settled_at`;
    expect(rows.map(({ id }) => id)).toEqual(byWaiting);
  });
});

const LIMIT = { name: "money", max: 100, windowMs: 60_000 };

type StoreWithGift = Awaited<ReturnType<typeof storeWithGift>>;
const limitedContext = ({ ctx }: StoreWithGift) => ctx({ limits: [LIMIT] });

test.each([
  [
    "sent",
    (sent: StoreWithGift) => sendGift(limitedContext(sent), { ...sent.order, amountCents: 100 }),
  ],
  [
    "taken back",
    (sent: StoreWithGift) =>
      cancelGift(limitedContext(sent), { giftId: sent.gift.id, senderId: sent.order.senderId }),
  ],
] as const)(
  "a gift that is %s waits for its card before it takes a call: who has the card can take one",
  async (_, act) => {
    const gift = await storeWithGift();
    let acting: Promise<unknown> | undefined;
    await pg().begin(async (tx) => {
      await tx`select from cards where id = ${gift.order.cardId} for no key update`;
      acting = act(gift);
      await waitForLocks();
      await tx`set local lock_timeout = '500ms'`;
      await tx`select take_limit(${gift.ctx().principal.actor}, ${LIMIT.name}, ${LIMIT.max}, ${LIMIT.windowMs})`;
    });
    await expect(acting).resolves.toMatchObject({ gift: { cardId: gift.order.cardId } });
  },
);

test("what settles a gift decides by what became of it while waiting", async () => {
  for (const act of [acceptGift, declineGift]) {
    const { ctx, order, gift } = await storeWithGift();
    let acting: Promise<string> | undefined;
    await pg().begin(async (tx) => {
      await tx`update gifts set status = 'accepted', settled_at = now(),
        settled_card_id = card_id, settled_transaction_id = transaction_id where id = ${gift.id}`;
      acting = outcome(act(ctx(), { giftId: gift.id, email: order.recipientEmail }));
      await waitForLocks();
    });
    expect(await acting).toBe("gift_settled");
  }
});

async function fromWallet() {
  const [sender, recipientEmail] = [await consumerWithWallet(), uniqueEmail()];
  const { ctx, card } = await storeWithCardMaker({ name: "Corner Bakery" });
  const { id: cardId } = await card(2_500, sender.email);
  const order = { cardId, senderId: sender.id, amountCents: 1_000, recipientEmail };
  const { gift } = await sendGift(ctx(), order);
  const told = async () =>
    await Promise.all(
      (await mailsTo(sender.email))
        .filter(({ template }) => template === "gift_settled")
        .map((payload) => renderMail({ id: "", payload })),
    );
  return { ctx, cardId, sender, gift, email: recipientEmail, told };
}

test("the sender gets one email when a gift is accepted, and none for refused attempts", async () => {
  const { ctx, gift, email, told } = await fromWallet();
  await acceptGift(ctx(), { giftId: gift.id, email });
  await declineGift(ctx(), { giftId: gift.id, email }).catch(() => {});
  const [mail, ...more] = await told();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe(`Your gift to ${safeEmail(email)} was accepted`);
  expect(mail?.text).toContain("$10.00 gift card for Corner Bakery");
  expect(mail?.text).not.toContain("returned");
});

test("the sender gets an email when a gift is declined, which says where the money is", async () => {
  const [plain, onNewCard] = [await fromWallet(), await fromWallet()];
  await disable(onNewCard.ctx(), { cardId: onNewCard.cardId });
  for (const { ctx, gift, email } of [plain, onNewCard]) {
    await declineGift(ctx(), { giftId: gift.id, email });
  }
  const [[first], [second]] = [await plain.told(), await onNewCard.told()];
  expect(first?.subject).toBe(`Your gift to ${safeEmail(plain.email)} was declined`);
  expect(first?.text).toContain("The amount was returned to the card you sent it from.");
  expect(second?.text).toContain("to a new card in your wallet");
});

test("the sender gets an email when a gift expires", async () => {
  const { gift, email, told } = await fromWallet();
  await pg()`update gifts set expires_at = now() - interval '1 second' where id = ${gift.id}`;
  await expireGifts();
  const [mail] = await told();
  expect(mail?.subject).toBe(`Your gift to ${safeEmail(email)} expired`);
});

test("a sender who cancels a gift gets no email about it", async () => {
  const { ctx, gift, sender, told } = await fromWallet();
  await cancelGift(ctx(), { giftId: gift.id, senderId: sender.id });
  expect(await told()).toEqual([]);
});

test("a gift's mail names who sent it and where it can be spent", async () => {
  const { sender, email } = await fromWallet();
  const [payload] = await mailsTo(email);
  const { subject, text } = await renderMail({ id: "", payload: payload ?? {} });
  expect(subject).toBe(`${safeEmail(sender.email)} sent you a gift card for Corner Bakery`);
  expect(text).toContain("gift card for Corner Bakery");
});

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a gift ends with the sender's card, and can't be delivered after it", async () => {
  const { storeId, card, send } = await storeWithGift();
  await pg()`update cards set expires_on = current_date + 10 where id = ${card.id}`;
  expect(await outcome(send({ deliverOn: dayFromNow(11), amountCents: 100 }))).toBe(
    "invalid_request",
  );
  const { id } = await send({ deliverOn: dayFromNow(9), amountCents: 100 });
  const [row] = await pg()`select expires_at = (current_date + 11)::timestamptz as ends
    from gifts where merchant_id = ${storeId} and id = ${id}`;
  expect(row?.ends).toBe(true);
});
