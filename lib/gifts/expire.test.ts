import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { cardOf, openStore } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { expireGifts } from "./expire";
import { sendGift } from "./send";

useTestDatabase();

test("two hundred gifts that can't be returned keep none of those after them", async () => {
  const { ctx } = await openStore();
  const { id, ownerId } = await cardOf(ctx, { amountCents: 500, owner: "ada@example.com" });
  const order = { cardId: id, senderId: ownerId, recipientEmail: "bob@example.com" };
  for (let n = 0; n < 202; n++) await sendGift(ctx(), { ...order, amountCents: 1 });
  await pg()`update gifts set expires_at = '2026-01-01T00:00:00.000001Z'`;
  // What was completed can't fail any more.
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
