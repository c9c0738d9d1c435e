import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { makeCard, openStore } from "@/lib/testing/ledger-fixtures";
import { findCard } from "./find";

test("cards asked for at the same time are each their own store's: another's is as one that is not there", async () => {
  const stores = await Promise.all(
    Array.from({ length: 5 }, async (_, n) => {
      const store = await openStore();
      const { id } = await makeCard(store.ctx, { amountCents: 100 + n });
      return { merchantId: store.id, cardId: id, balanceCents: 100 + n };
    }),
  );
  const cardIds = [...stores.map(({ cardId }) => cardId), newId()];
  const asked = stores.flatMap(({ merchantId }) =>
    cardIds.map((cardId) => ({ merchantId, cardId })),
  );
  // More than fit in one query, with duplicates.
  const wanted = Array.from({ length: 5 }, () => asked).flat();
  const found = await Promise.all(wanted.map((one) => findCard(one.merchantId, one.cardId)));
  for (const [n, { merchantId, cardId }] of wanted.entries()) {
    const own = stores.find((one) => one.cardId === cardId && one.merchantId === merchantId);
    if (!own) expect(found[n]).toBeUndefined();
    else {
      const { balanceCents } = own;
      expect(found[n]).toMatchObject({ id: cardId, merchantId, balanceCents, ownerEmail: null });
    }
  }
  expect(found.filter((card) => card !== undefined)).toHaveLength(25);
});
