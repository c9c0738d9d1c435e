import { expect, test } from "vitest";
import { spend } from "@/lib/cards/spend";
import { pg } from "@/lib/db/client";
import { cardOf, openStore } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { ownConnection, waitForLocks } from "@/lib/testing/locks";

useTestDatabase();

test("debits of a card that is locked hold up no other store's", async () => {
  const [busy, other] = [await openStore(), await openStore()];
  const locked = await cardOf(busy.ctx, { amountCents: 1_000 });
  const free = [];
  for (let n = 0; n < 8; n++) free.push(await cardOf(other.ctx, { amountCents: 1_000 }));
  const session = ownConnection();
  await session`begin`;
  await session`select from cards where id = ${locked.id} for no key update`;

  let ended = 0;
  const waiting = Array.from({ length: 8 }, () =>
    spend(busy.ctx(), { cardId: locked.id, amountCents: 1 }).finally(() => ended++),
  );
  await waitForLocks(1);
  await Promise.all(free.map(({ id }) => spend(other.ctx(), { cardId: id, amountCents: 1 })));
  expect(ended, "debits that the lock let go, or gave up").toBe(0);

  await session`commit`;
  await Promise.all(waiting);
  const [left] = await pg()`select balance_cents::int as cents from cards where id = ${locked.id}`;
  expect(left).toEqual({ cents: 992 });
});

test("a debit that waited for its card is decided by what the card holds by then", async () => {
  const { ctx } = await openStore();
  const { id } = await cardOf(ctx, { amountCents: 1_000 });
  let debit: Promise<unknown> | undefined;
  await pg().begin(async (tx) => {
    await tx`update cards set balance_cents = 100, sequence = sequence + 1 where id = ${id}`;
    debit = spend(ctx(), { cardId: id, amountCents: 500 });
    debit.catch(() => {});
    await waitForLocks();
  });
  await expect(debit).rejects.toMatchObject({ code: "insufficient_balance" });
});
