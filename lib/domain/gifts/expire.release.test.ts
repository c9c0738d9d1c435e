import { expect, onTestFinished, test, vi } from "vitest";
import { pg } from "@/lib/db/client/client";
import { atOnce, storeWithGift } from "@/lib/testing/ledger-fixtures";
import { liftPersonalQuotas } from "@/lib/testing/mail-quotas";
import { expireGifts } from "./expire";

liftPersonalQuotas();

test("two hundred gifts that can't be returned keep none of those after them", async () => {
  const { send } = await storeWithGift({ amountCents: 1 });
  for (let n = 0; n < 67; n++) await atOnce(3, () => send());
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
});
