import { expect, test } from "vitest";
import { MOVEMENT_POLICIES, spend } from "@/lib/cards/movements";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { atOnce, makeCard, openStore, outcome } from "@/lib/testing/ledger-fixtures";
import { ownConnection, waitForLocks } from "@/lib/testing/locks";
import { moveInput } from "./move-input";

test("debits of a card that is locked hold up no other store's", async () => {
  const [busy, other] = [await openStore(), await openStore()];
  const locked = await makeCard(busy.ctx, { amountCents: 1_000 });
  const free = await atOnce(8, () => makeCard(other.ctx, { amountCents: 1_000 }));
  const session = ownConnection();
  await session`begin`;
  await session`select from cards where id = ${locked.id} for no key update`;

  let ended = 0;
  const waiting = atOnce(8, () =>
    spend(busy.ctx(), { cardId: locked.id, amountCents: 1 }).finally(() => ended++),
  );
  await waitForLocks(1);
  await Promise.all(free.map(({ id }) => spend(other.ctx(), { cardId: id, amountCents: 1 })));
  expect(ended, "debits that the lock let go, or gave up").toBe(0);

  await session`commit`;
  await waiting;
  const [left] = await pg()`select balance_cents::int as cents from cards where id = ${locked.id}`;
  expect(left).toEqual({ cents: 992 });
});

test("a debit that waited for its card is decided by what the card holds by then", async () => {
  const { ctx } = await openStore();
  const { id } = await makeCard(ctx, { amountCents: 1_000 });
  let debit: Promise<string> | undefined;
  await pg().begin(async (tx) => {
    await tx`update cards set balance_cents = 100, sequence = sequence + 1 where id = ${id}`;
    debit = outcome(spend(ctx(), { cardId: id, amountCents: 500 }));
    await waitForLocks();
  });
  expect(await debit).toBe("insufficient_balance");
});

test("activations that share a commit lock their stores' counts in the order of the stores", async () => {
  const [first, second] = [await openStore(), await openStore()];
  const newCard = async ({ ctx }: typeof first) => {
    const { id: cardId } = await makeCard(ctx);
    const input = moveInput(ctx(), { ...MOVEMENT_POLICIES.activation, cardId, amountCents: 1 });
    return { ...input, transaction: newId() };
  };
  const session = ownConnection();
  // The second store's card is older, so it comes first in the group.
  const activate = async () => {
    const group = JSON.stringify([await newCard(second), await newCard(first)]);
    return () => session`select outcome from move_together(${group}, false)`.execute();
  };
  // Card counts are split by database connection. This creates the rows of this connection.
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
