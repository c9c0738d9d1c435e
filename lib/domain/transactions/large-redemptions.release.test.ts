import { afterAll, expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client/client";
import { reverse } from "@/lib/domain/cards/reverse";
import { spend } from "@/lib/domain/cards/spend";
import { mailsOfStore, storeWithPeople } from "@/lib/testing/portal";
import { notifyOfRedemptions } from "./large-redemptions";

// Time only goes forward in this file, because ids never go back.
afterAll(() => void vi.useRealTimers());

const TWO_MINUTES_MS = 120_000;

/** Lets time pass, so that what was redeemed before is old enough to be emailed about. */
function pass() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + TWO_MINUTES_MS });
}

/** A store with a card of $1,000, and owner and viewer who chose amounts. */
async function notifiedStore(ownerCents: number, viewerCents: number | null = null) {
  const store = await storeWithPeople();
  const viewer = await store.join("viewer");
  const choose = (redemptionsFromCents: number | null) => ({
    notifications: { redemptionsFromCents },
  });
  await store.owner.patch("/account", choose(ownerCents));
  if (viewerCents !== null) await viewer.patch("/account", choose(viewerCents));
  const { id: cardId } = await store.card({ amountCents: 100_000 });
  const redeem = async (amountCents: number) =>
    (await spend(store.ctx(), { cardId, amountCents })).transaction;
  const mails = () => mailsOfStore(store.merchantId, "large_redemption");
  return { ...store, viewer, cardId, redeem, mails };
}

test("a redemption of the chosen amount is emailed once, also by concurrent runs", async () => {
  const { owner, redeem, mails } = await notifiedStore(25_000);
  await redeem(24_999);
  await redeem(25_000);
  expect(await notifyOfRedemptions()).toBe(0);
  pass();
  await Promise.all([notifyOfRedemptions(), notifyOfRedemptions(), notifyOfRedemptions()]);
  await notifyOfRedemptions();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.to).toBe(owner.email);
  expect(mail?.text).toContain("$250.00, card ending in ");
  expect(mail?.text).not.toContain("$249.99");
  expect(mail?.text).toContain("/transactions?transaction=");
});

test("redemptions of one run come in one email, in time order, to each person by their own amount", async () => {
  const { owner, viewer, redeem, mails } = await notifiedStore(10_000, 20_000);
  for (const amountCents of [10_000, 30_000, 20_000]) await redeem(amountCents);
  pass();
  expect(await notifyOfRedemptions()).toBe(2);
  const amountsTo = async (email: string) =>
    (await mails())
      .filter(({ to }) => to === email)
      .map(({ text }) => [...text.matchAll(/\$\d+\.00/g)].join(" "));
  expect(await amountsTo(owner.email)).toEqual(["$100.00 $300.00 $200.00"]);
  expect(await amountsTo(viewer.email)).toEqual(["$300.00 $200.00"]);
});

test("no email comes of a top-up's reversal, of what was reversed, or of what was redeemed before", async () => {
  const { ctx, owner, card, redeem, mails } = await notifiedStore(5_000);
  const { transaction } = await spend(ctx(), {
    cardId: (await card({ amountCents: 9_000 })).id,
    amountCents: 9_000,
  });
  await reverse(ctx(), { transactionId: transaction.id });
  const { id: sold } = await card({ amountCents: 8_000 });
  const [load] = await pg()`select id from transactions where card_id = ${sold}`;
  await reverse(ctx(), { transactionId: load?.id });
  pass();
  expect(await notifyOfRedemptions()).toBe(0);

  await owner.patch("/account", { notifications: { redemptionsFromCents: null } });
  await redeem(7_000);
  pass();
  await owner.patch("/account", { notifications: { redemptionsFromCents: 5_000 } });
  pass();
  expect(await notifyOfRedemptions()).toBe(0);
  expect(await mails()).toEqual([]);
});
