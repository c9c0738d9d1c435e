import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { cardOf, openStore } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { cancelGift } from "./cancel";
import { sendGift } from "./send";

useTestDatabase();

const LIMIT = { bucket: "money", max: 100, windowMs: 60_000 };

const somebodyWaits = () =>
  expect
    .poll(
      () => pg()`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .not.toHaveLength(0);

test("a gift that comes back waits for its card before it takes a call: who has the card can take one", async () => {
  const { ctx } = await openStore();
  const { id, ownerId } = await cardOf(ctx, { amountCents: 500, owner: "ada@example.com" });
  const limited = () => ctx({ limits: [LIMIT] });
  const order = { cardId: id, senderId: ownerId, recipientEmail: "bob@example.com" };
  const { gift } = await sendGift(limited(), { ...order, amountCents: 400 });

  let cancelled: Promise<unknown> | undefined;
  await pg().begin(async (tx) => {
    await tx`select from cards where id = ${id} for no key update`;
    cancelled = cancelGift(limited(), { giftId: gift.id, senderId: ownerId });
    await somebodyWaits();
    await tx`set local lock_timeout = '500ms'`;
    await tx`select take_limit(${limited().principal.actor}, ${LIMIT.bucket}, ${LIMIT.max}, ${LIMIT.windowMs})`;
  });
  await expect(cancelled).resolves.toMatchObject({ gift: { status: "cancelled" } });
});
