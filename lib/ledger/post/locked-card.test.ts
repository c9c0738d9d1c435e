import type { Sql } from "postgres";
import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { spend } from "@/lib/domain/cards/spend";
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

test("transactions that change the status of cards never wait for each other's card counts", async () => {
  const store = await openStore();
  const newCard = async () => {
    const { id: cardId } = await makeCard(store.ctx);
    const input = moveInput(store.ctx(), {
      ...MOVEMENT_POLICIES.activation,
      cardId,
      amountCents: 1,
    });
    return JSON.stringify([{ ...input, transaction: newId() }]);
  };
  const cards = await Promise.all(Array.from({ length: 18 }, newCard));
  const sessions = Array.from({ length: 9 }, () => ownConnection());
  for (const session of sessions) {
    await session`begin`;
    await session`set local lock_timeout = '1s'`;
  }
  // Two each, so that a session both makes a slot and finds its own again.
  for (const [n, card] of cards.entries()) {
    const session = sessions[n % sessions.length] as Sql;
    const [row] = await session`select outcome from move_together(${card}, true)`;
    expect(row?.outcome.answer.transaction).toMatchObject({ status: "completed" });
  }
  await Promise.all(sessions.map((session) => session`commit`));
  const counts = await pg()`select status, sum(count)::int as n from card_counts
    where merchant_id = ${store.id} group by 1 order by 1`;
  expect([...counts]).toEqual([
    { status: "active", n: 18 },
    { status: "inactive", n: 0 },
  ]);
});
