import { expect, test } from "vitest";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/movements";
import { sendGift } from "@/lib/gifts/send";
import { cancelGift } from "@/lib/gifts/settle";
import { useTestDatabase } from "@/lib/testing/database";
import { cardOf, openStore } from "@/lib/testing/ledger-fixtures";
import { countTransactions } from "./count-transactions";
import { listTransactions } from "./list-transactions";

useTestDatabase();

test("a card's total is the number of its transactions: a returned gift is one, disabling is none", async () => {
  const { ctx, id: merchantId } = await openStore();
  const { id: cardId, ownerId } = await cardOf(ctx, { amountCents: 900, owner: "ada@example.com" });
  const expectExact = async (count: number) => {
    const page = { limit: 100, offset: 0, cardId };
    expect((await listTransactions(ctx(), page)).items).toHaveLength(count);
    expect(await countTransactions(merchantId, { cardId })).toBe(count);
  };
  await spend(ctx(), { cardId, amountCents: 100 });
  await expectExact(2);

  const wanted = { cardId, senderId: ownerId, recipientEmail: "bob@example.com", amountCents: 300 };
  const { gift } = await sendGift(ctx(), wanted);
  await expectExact(3);
  await cancelGift(ctx(), { giftId: gift.id, senderId: ownerId });
  await expectExact(4);

  await disable(ctx(), { cardId });
  await expectExact(4);
});
