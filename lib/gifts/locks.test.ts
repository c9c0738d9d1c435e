import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { outcome, storeWithGift } from "@/lib/testing/ledger-fixtures";
import { waitForLocks } from "@/lib/testing/locks";
import { sendGift } from "./send";
import { acceptGift, cancelGift, declineGift } from "./settle";

useTestDatabase();

const LIMIT = { bucket: "money", max: 100, windowMs: 60_000 };

type Sent = Awaited<ReturnType<typeof storeWithGift>>;

const limited = ({ ctx }: Sent) => ctx({ limits: [LIMIT] });

test.each([
  ["sent", (sent: Sent) => sendGift(limited(sent), { ...sent.order, amountCents: 100 })],
  [
    "taken back",
    (sent: Sent) =>
      cancelGift(limited(sent), { giftId: sent.gift.id, senderId: sent.order.senderId }),
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
      await tx`select take_limit(${gift.ctx().principal.actor}, ${LIMIT.bucket}, ${LIMIT.max}, ${LIMIT.windowMs})`;
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
