import { expect, test } from "vitest";
import { db } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { cancelGift } from "@/lib/domain/gifts/accept-or-return";
import { ADA_EMAIL, give, makeCard, openStore } from "@/lib/testing/ledger-fixtures";
import { countTransactions } from "./count-transactions";
import { listTransactions } from "./list-transactions";

test("a card's total is the number of its transactions: returning a gift counts, disabling the card doesn't", async () => {
  const { ctx, id: merchantId } = await openStore();
  const card = await makeCard(ctx, { amountCents: 900, owner: ADA_EMAIL });
  const cardId = card.id;
  const expectExact = async (count: number) => {
    const page = { limit: 100, offset: 0, cardId };
    expect((await listTransactions(ctx(), page)).items).toHaveLength(count);
    expect(await countTransactions(db(), merchantId, { cardId })).toBe(count);
  };
  await spend(ctx(), { cardId, amountCents: 100 });
  await expectExact(2);

  const giftId = await give(ctx, card, 300);
  await expectExact(3);
  await cancelGift(ctx(), { giftId, senderId: card.ownerId });
  await expectExact(4);

  await disable(ctx(), { cardId });
  await expectExact(4);
});
