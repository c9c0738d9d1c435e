import { expect, test } from "vitest";
import { create } from "@/lib/cards/create";
import { MOVEMENTS } from "@/lib/cards/movements";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { openStore } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { ownConnection, waitForLocks } from "@/lib/testing/locks";
import { moveInput } from "./movement";

useTestDatabase();

test("activations that share a commit lock their stores' counts in the order of the stores", async () => {
  const [first, second] = [await openStore(), await openStore()];
  const newCard = async ({ ctx }: typeof first) => {
    const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
    const input = moveInput(ctx(), { ...MOVEMENTS.activation, cardId: card.id, amountCents: 1 });
    return { ...input, transaction: newId() };
  };
  const session = ownConnection();
  // The card of the second store is the older one, and comes first in the group.
  const activate = async () => {
    const group = JSON.stringify([await newCard(second), await newCard(first)]);
    return () => session`select outcome from move_together(${group}, false)`.execute();
  };
  // Counts are each session's own: from here on this one has its.
  await (await activate())();
  const again = await activate();

  const holder = ownConnection();
  await holder`begin`;
  await holder`select from card_counts where merchant_id = ${first.id} for update`;
  const moved = again();
  await waitForLocks(1);
  const free = await pg()`select from card_counts where merchant_id = ${second.id}
    and status = 'active' for update skip locked`;
  expect(free, "while the first store's are waited for").toHaveLength(1);
  await holder`commit`;
  expect(await moved).toHaveLength(2);
});
