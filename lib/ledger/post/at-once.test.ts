import { test } from "vitest";
import { isRefusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { isBusy, pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { redeem } from "@/lib/domain/cards/redeem";
import { reverse } from "@/lib/domain/cards/reverse";
import { spend } from "@/lib/domain/cards/spend";
import { writeOffExpired } from "@/lib/domain/cards/write-off";
import { acceptGift, cancelGift, declineGift } from "@/lib/domain/gifts/accept-or-return";
import { expireGifts } from "@/lib/domain/gifts/expire";
import type { Gift } from "@/lib/domain/gifts/gift";
import { sendGift } from "@/lib/domain/gifts/send";
import { captureHold } from "@/lib/domain/holds/capture";
import { expireHolds } from "@/lib/domain/holds/expire";
import { placeHold } from "@/lib/domain/holds/place";
import { releaseHold } from "@/lib/domain/holds/release";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDays } from "@/lib/domain/reports/close-days";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { transfer } from "@/lib/domain/transfers/transfer";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { makeCard, twoAgreedStores } from "@/lib/testing/ledger-fixtures";
import { liftPersonalQuotas } from "@/lib/testing/mail-quotas";
import { scaled } from "@/lib/testing/random";

liftPersonalQuotas();

const AT_ONCE = 12;
const OPERATION_COUNT = scaled(150);
const LIMIT = { name: "money", max: 10_000, windowMs: 60_000 };

type Card = Awaited<ReturnType<typeof makeCard>> & {
  store: Awaited<ReturnType<typeof twoAgreedStores>>[number];
};

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const recipientEmails = ["bob@example.com", "eve@example.com", "kim@example.com"];

/** The id of one of a card's transactions, of this type if given. */
async function randomTransaction(cardId: string, type: string | null = null): Promise<string> {
  const [row] = await pg()`select id from transactions where card_id = ${cardId}
    and (${type}::text is null or type = ${type}) order by random() limit 1`;
  return row?.id ?? newId();
}

type Held = { holdId: string; card: Card };

/** The operations to choose from, applied to two random cards, the newest gift and a hold. */
function operations(one: Card, two: Card, gifts: { gift: Gift; card: Card }[], holds: Held[]) {
  const { ctx, id: storeId } = one.store;
  const own = { cardId: one.id, amountCents: 1 + Math.floor(Math.random() * 50) };
  const limited = () => ctx({ limits: [LIMIT] });
  // The newest gift, so that several operations race to settle the same one.
  const sent = gifts.at(-1);
  const settled = { giftId: sent?.gift.id ?? "", email: sent?.gift.recipientEmail ?? "" };
  const order = { ...own, fromCardId: one.id, toCode: two.code };
  // One of the newest holds, so that several operations race to end the same one.
  const held = pick(holds.slice(-3));
  return {
    debit: () => spend(limited(), own),
    redeem: () => redeem(limited(), { ...own, amountCents: 9_000, allowPartial: true }),
    async hold() {
      const { hold } = await placeHold(ctx(), { ...own, expiresInSeconds: 60 });
      holds.push({ holdId: hold.id, card: one });
    },
    capture: async () => held && captureHold(held.card.store.ctx(), held),
    release: async () => held && releaseHold(held.card.store.ctx(), held),
    async expireHold() {
      await pg()`update holds set expires_at = statement_timestamp() where id in
        (select id from holds where status = 'held' order by id limit 1)`;
      if (Math.random() < 0.5) await expireHolds();
    },
    credit: () => credit(limited(), own),
    async refund() {
      const originalTransactionId = await randomTransaction(one.id, "spend");
      return await credit(limited(), { ...own, originalTransactionId });
    },
    reverse: async () => reverse(limited(), { transactionId: await randomTransaction(one.id) }),
    transfer: () => transfer(limited(), order),
    storeCredit: () =>
      issueStoreCredit(ctx(), {
        ...own,
        email: pick(recipientEmails),
        currency: "USD",
        source: "return",
      }),
    async activate() {
      const { id } = await makeCard(ctx, {});
      await activate(ctx(), { ...own, cardId: id, consumerEmail: pick(recipientEmails) });
    },
    async gift() {
      const gift = { ...own, senderId: one.ownerId, recipientEmail: pick(recipientEmails) };
      gifts.push({ gift: (await sendGift(limited(), gift)).gift, card: one });
    },
    accept: async () => sent && acceptGift(sent.card.store.ctx(), settled),
    decline: async () => sent && declineGift(sent.card.store.ctx(), settled),
    cancel: async () =>
      sent &&
      cancelGift(sent.card.store.ctx({ limits: [LIMIT] }), {
        ...settled,
        senderId: sent.card.ownerId,
      }),
    async expireGift() {
      await pg()`update gifts set expires_at = now() - interval '1 second' where id in
        (select id from gifts where status = 'pending' limit 1)`;
      await expireGifts();
    },
    expireCard: async () =>
      await pg()`update cards set expires_on = current_date - 30 where id = ${one.id}`,
    writeOff: () => writeOffExpired(ctx(), { cardIds: [two.id, one.id] }),
    disable: async () => Math.random() < 0.05 && disable(ctx(), own),
    async housekeeping() {
      const timeZone = pick(["UTC", "Asia/Tokyo", "America/New_York"]);
      await pg()`update merchants set time_zone = ${timeZone} where id = ${storeId}`;
      await closeDays();
      await pg()`update ageing_runs set day = null, cursor = null, finished_day = null`;
      await ageBalances();
    },
  };
}

test(`${OPERATION_COUNT} movements of every kind, ${AT_ONCE} at a time, during housekeeping, leave a ledger that balances`, async () => {
  const stores = await twoAgreedStores();
  const cards: Card[] = [];
  for (const store of [...stores, ...stores, ...stores]) {
    const made = await makeCard(store.ctx, { amountCents: 5_000, owner: "ada@example.com" });
    cards.push({ ...made, store });
  }
  const gifts: { gift: Gift; card: Card }[] = [];
  const holds: Held[] = [];
  let left = OPERATION_COUNT;
  const work = async () => {
    while (left-- > 0) {
      await pick(Object.values(operations(pick(cards), pick(cards), gifts, holds)))().catch(
        (error) => {
          // Timeouts are possible on a busy machine. Any other error fails the test.
          if (!isRefusal(error) && !isBusy(error)) throw error;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await expectNoProblems();
});
