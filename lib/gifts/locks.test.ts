import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { cardOf, openStore } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { waitForLocks } from "@/lib/testing/locks";
import { acceptGift } from "./accept";
import { cancelGift, declineGift } from "./return";
import { sendGift } from "./send";

useTestDatabase();

const LIMIT = { bucket: "money", max: 100, windowMs: 60_000 };

async function sent() {
  const { ctx } = await openStore();
  const { id, ownerId } = await cardOf(ctx, { amountCents: 500, owner: "ada@example.com" });
  const order = { cardId: id, senderId: ownerId, recipientEmail: "bob@example.com" };
  const { gift } = await sendGift(ctx(), { ...order, amountCents: 400 });
  return { ctx: () => ctx({ limits: [LIMIT] }), order, gift };
}

type Sent = Awaited<ReturnType<typeof sent>>;

test.each([
  ["sent", ({ ctx, order }: Sent) => sendGift(ctx(), { ...order, amountCents: 100 })],
  [
    "taken back",
    ({ ctx, order, gift }: Sent) =>
      cancelGift(ctx(), { giftId: gift.id, senderId: order.senderId }),
  ],
] as const)(
  "a gift that is %s waits for its card before it takes a call: who has the card can take one",
  async (_, act) => {
    const gift = await sent();
    let acting: Promise<unknown> | undefined;
    await pg().begin(async (tx) => {
      await tx`select from cards where id = ${gift.order.cardId} for no key update`;
      acting = act(gift);
      await waitForLocks();
      await tx`set local lock_timeout = '500ms'`;
      await tx`select take_limit(${gift.ctx().principal.actor}, ${LIMIT.bucket}, ${LIMIT.max}, ${LIMIT.windowMs})`;
    });
    await expect(acting).resolves.toMatchObject({ gift: { cardId: gift.order.cardId } });
  },
);

test("what settles a gift decides by what became of it while waiting", async () => {
  for (const act of [acceptGift, declineGift]) {
    const { ctx, order, gift } = await sent();
    let acting: Promise<unknown> | undefined;
    await pg().begin(async (tx) => {
      await tx`update gifts set status = 'accepted', settled_at = now(),
        settled_card_id = card_id, settled_transaction_id = transaction_id where id = ${gift.id}`;
      acting = act(ctx(), { giftId: gift.id, email: order.recipientEmail });
      acting.catch(() => {});
      await waitForLocks();
    });
    await expect(acting).rejects.toMatchObject({ code: "gift_settled" });
  }
});
