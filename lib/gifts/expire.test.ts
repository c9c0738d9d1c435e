import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { cardOf, openStore } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { waitForLocks } from "@/lib/testing/locks";
import { expireGifts } from "./expire";
import { expireGift } from "./return";
import { sendGift } from "./send";

useTestDatabase("test");

test("two hundred gifts that can't be returned keep none of those after them", async () => {
  const { ctx } = await openStore();
  const { id, ownerId } = await cardOf(ctx, { amountCents: 500, owner: "ada@example.com" });
  const order = { cardId: id, senderId: ownerId, recipientEmail: "bob@example.com" };
  for (let n = 0; n < 202; n++) await sendGift(ctx(), { ...order, amountCents: 1 });
  await pg()`update gifts set expires_at = '2026-01-01T00:00:00.000001Z'`;
  // What was completed can't be completed again.
  await pg()`update transactions set status = 'completed' where id in (
    select transaction_id from gifts order by expires_at, id limit 200)`;

  expect(await expireGifts()).toBe(2);
  expect(await expireGifts()).toBe(0);
  const rows = await pg()`select status, count(*)::int from gifts group by 1 order by 1`;
  expect(rows.map(({ status, count }) => `${status} ${count}`)).toEqual([
    "expired 2",
    "pending 200",
  ]);
}, 60_000);

/** Gifts of one cent, the first made first, all of one card. */
async function sent(count: number) {
  const { ctx } = await openStore();
  const { id, ownerId } = await cardOf(ctx, { amountCents: 500, owner: "ada@example.com" });
  const order = { cardId: id, senderId: ownerId, recipientEmail: "bob@example.com" };
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    ids.push((await sendGift(ctx(), { ...order, amountCents: 1 })).gift.id);
  }
  return { ctx, ids };
}

test("a gift that is not due is not even looked at, and not returned by who would expire it", async () => {
  const { ctx, ids } = await sent(1);
  const [giftId = ""] = ids;
  await pg().begin(async (tx) => {
    await tx`select from gifts where id = ${giftId} for update`;
    const waits = waitForLocks().then(
      () => "waits for it",
      () => "never",
    );
    expect(await Promise.race([expireGifts(), waits])).toBe(0);
  });
  await expect(expireGift(ctx(), { giftId })).rejects.toMatchObject({
    code: "gift_settled",
  });
});

test("those that waited longest are returned first", async () => {
  const { ids } = await sent(3);
  const byWaiting = [ids[2], ids[0], ids[1]];
  for (const [days, id] of byWaiting.entries()) {
    await pg()`update gifts set expires_at = now() - interval '1 year' + ${days}::int * interval '1 day'
      where id = ${id ?? ""}`;
  }
  expect(await expireGifts()).toBe(3);
  const rows = await pg()`select id from gifts where id = any(${ids}) order by settled_at`;
  expect(rows.map(({ id }) => id)).toEqual(byWaiting);
});
