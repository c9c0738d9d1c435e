import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { cancelGift } from "@/lib/domain/gifts/accept-or-return";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { ADA_EMAIL, give, makeCard, openStore } from "@/lib/testing/ledger-fixtures";
import { waitForLocks } from "@/lib/testing/locks";
import { ageBalances } from "./age-balances";
import { closeDays } from "./close-days";
import { listExpired, sumExpired } from "./expired-cards";

test("what a gift brings back to an expired card is in the list and in its sums at once", async () => {
  const { ctx } = await openStore();
  const card = await makeCard(ctx, { amountCents: 1_000, owner: ADA_EMAIL });
  const giftId = await give(ctx, card, 400);
  await pg()`update cards set expires_on = current_date - 30 where id = ${card.id}`;
  await closeDays();
  await ageBalances();
  const sums = () => sumExpired(ctx());
  expect(await sums()).toEqual([{ currency: "USD", cards: 1, balanceCents: 600n }]);

  await cancelGift(ctx(), { giftId, senderId: card.ownerId });
  expect(await sums()).toEqual([{ currency: "USD", cards: 1, balanceCents: 1_000n }]);
  const { items } = await listExpired(ctx(), { limit: 10, offset: 0, currency: "USD" });
  expect(items.map(({ balanceCents }) => balanceCents)).toEqual([1_000]);
  await expectNoProblems();
});

test("a card that is topped up while housekeeping lists it is not in the sums", async () => {
  const { ctx } = await openStore();
  const { id } = await makeCard(ctx, { amountCents: 1_000 });
  await pg()`update cards set expires_on = current_date - 30 where id = ${id}`;
  await closeDays();

  let aged: Promise<unknown> = Promise.resolve();
  await pg().begin(async (tx) => {
    await tx`update cards set expires_on = current_date + 30 where id = ${id}`;
    aged = ageBalances();
    await Promise.race([aged, waitForLocks()]);
  });
  await aged;
  expect(await sumExpired(ctx())).toEqual([]);
});
