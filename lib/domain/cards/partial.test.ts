import { describe, expect, test } from "vitest";
import { cardWithHold } from "@/lib/testing/holds";
import {
  makeCard,
  openStore,
  race,
  sameRequestContexts,
  stateOfCard,
} from "@/lib/testing/ledger-fixtures";
import { redeem } from "./redeem";
import { spend } from "./spend";

describe("a partial redemption", () => {
  test("takes what is available, and says again what was asked for when it is replayed", async () => {
    const { ctx, cardId, card } = await cardWithHold();
    const again = sameRequestContexts(ctx);
    const order = { code: card.code, amountCents: 900, allowPartial: true };
    for (const _ of [1, 2]) {
      expect(await redeem(again(), order)).toMatchObject({
        requestedAmountCents: 900,
        previousBalanceCents: 1_000,
        transaction: { amountCents: 400 },
        card: { balanceCents: 600, availableCents: 0 },
      });
    }
    await expect(
      spend(ctx(), { cardId, amountCents: 1, allowPartial: true }),
    ).rejects.toMatchObject({
      code: "insufficient_balance",
      options: { extras: { balanceCents: 600, availableCents: 0 } },
    });
  });

  test("of ten tills at once takes the balance in all", async () => {
    const { ctx } = await openStore();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const counts = await race(10, () =>
      spend(ctx(), { cardId, amountCents: 300, allowPartial: true }),
    );
    expect(counts).toEqual({ done: 4, insufficient_balance: 6 });
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 0 });
  });
});
