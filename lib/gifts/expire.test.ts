import { expect, onTestFinished, test, vi } from "vitest";
import { pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { outcome, storeWithGift } from "@/lib/testing/ledger-fixtures";
import { waitForLocks } from "@/lib/testing/locks";
import { expireGifts } from "./expire";
import { expireGift } from "./settle";

useTestDatabase("test");

test("two hundred gifts that can't be returned keep none of those after them", async () => {
  const { send } = await storeWithGift({ amountCents: 1 });
  for (let n = 1; n < 202; n++) await send();
  await pg()`update gifts set expires_at = '2026-01-01T00:00:00.000001Z'`;
  // A completed transaction can't be completed again, so these gifts can't be returned.
  await pg()`update transactions set status = 'completed' where id in (
    select transaction_id from gifts order by expires_at, id limit 200)`;

  // Stops the clock, so that a slow machine does not reach the run's time limit.
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  onTestFinished(() => now.mockRestore());
  expect(await expireGifts()).toBe(2);
  expect(await expireGifts()).toBe(0);
  const rows = await pg()`select status, count(*)::int from gifts group by 1 order by 1`;
  expect(rows.map(({ status, count }) => `${status} ${count}`)).toEqual([
    "expired 2",
    "pending 200",
  ]);
}, 60_000);

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
