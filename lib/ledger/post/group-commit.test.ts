import { expect, test, vi } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { callPool, isBusy, pg } from "@/lib/db/client/client";
import { waitLimitMs } from "@/lib/db/client/pool";
import { spend } from "@/lib/domain/cards/spend";
import { asOwner } from "@/lib/testing/database";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { atOnce, makeCard, openStore, outcome, stateOfCard } from "@/lib/testing/ledger-fixtures";
import { ownConnection, waitForLocks } from "@/lib/testing/locks";

const AT_ONCE = 24;
const RATE_LIMITED = { limits: [{ name: "money", max: 100, windowMs: 60_000 }] };

/** Creates stores, each with one card with a balance of 1,000. */
const openTills = (count: number) =>
  atOnce(count, async () => {
    const store = await openStore();
    const card = await makeCard(store.ctx, { amountCents: 1_000 });
    const take = (amountCents: number, more: Partial<Ctx> = {}) =>
      spend(store.ctx(more), { cardId: card.id, amountCents });
    return { ...store, card, take };
  });

type Tills = Awaited<ReturnType<typeof openTills>>;

/** Locks the rate limits in the returned session, so that the next limited movement waits for it. */
async function holdLimitsOf({ take }: Tills[number]) {
  // Two movements alone, so that earlier groups no longer count and the next two are sent separately.
  for (let n = 0; n < 2; n++) await take(1, RATE_LIMITED);
  const session = ownConnection();
  await session`begin`;
  await session`select from rate_limits for update`;
  return session;
}

const commitsOf = async (tills: Tills, type: string) => {
  const rows = await pg()`select xmin::text as commit, count(*)::int from transactions
    where merchant_id = any(${tills.map(({ id }) => id)}::uuid[]) and type = ${type} group by 1`;
  const sizes: number[] = rows.map(({ count }) => count);
  return { sizes, movements: sizes.reduce((sum, size) => sum + size, 0) };
};

test("movements that come together share commits, half of them at most, each with an answer of its own", async () => {
  const tills = await openTills(AT_ONCE);
  const answers = await Promise.all(tills.map(({ take }, n) => take(n + 1)));
  for (const [n, { card, transaction, previousBalanceCents }] of answers.entries()) {
    expect(card).toMatchObject({ id: tills[n]?.card.id, balanceCents: 999 - n });
    expect(transaction).toMatchObject({ cardId: card.id, amountCents: n + 1, sequence: 2 });
    expect(previousBalanceCents).toBe(1_000);
  }
  const { sizes, movements } = await commitsOf(tills, "spend");
  expect(movements).toBe(AT_ONCE);
  expect(sizes.length).toBeLessThan(AT_ONCE / 4);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(AT_ONCE / 2);
  await expectNoProblems();
});

test("a movement that waits too long to be sent is refused and never made, and the next one is", async () => {
  const [till, second, other] = await openTills(3);
  if (!till || !second || !other) throw new Error("no till");
  await second.take(1, RATE_LIMITED);
  const session = await holdLimitsOf(till);
  // Two groups at most are under way: these wait for the rate limits, and the next movement for its turn.
  const underWay = [outcome(till.take(1, RATE_LIMITED))];
  await waitForLocks(1);
  underWay.push(outcome(second.take(1, RATE_LIMITED)));
  await waitForLocks(2);
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now");
  const waiting = outcome(other.take(10));
  clock.mockImplementation(() => now() + waitLimitMs() + 1);
  await session`rollback`;
  expect(await waiting).toBe("unavailable");
  clock.mockRestore();
  await Promise.all(underWay);
  expect((await other.take(7)).card.balanceCents).toBe(993);
  await expectNoProblems();
});

test("movements of one card that share a commit have ids in their order, even from different clients", async () => {
  const [till] = await openTills(1);
  if (!till) throw new Error("no till");
  const { ctx, card, take } = till;
  // Groups are sorted by actor, which is not the order in which these movements arrive.
  const actors = Array.from({ length: AT_ONCE }, (_, n) => `key:${(n * 7) % AT_ONCE}`);
  await Promise.all(actors.map((actor) => take(1, { principal: { ...ctx().principal, actor } })));
  const [out] = await pg()`
    select count(*)::int as "ofOrder" from (
      select sequence, lag(sequence) over (partition by xmin::text order by id) as before
      from transactions where card_id = ${card.id}) ordered
    where sequence < before`;
  expect(out).toEqual({ ofOrder: 0 });
});

test("a movement that can't be written doesn't fail the others of its group", async () => {
  const [late, ...tills] = await openTills(AT_ONCE);
  if (!late) throw new Error("no till");
  const closeUntil = (until: string | null) =>
    pg()`update merchants set rolled_up_until = ${until} where id = ${late.id}`;
  const [store] = await pg()`select rolled_up_until::text from merchants where id = ${late.id}`;
  // A movement on a day that is already closed fails with an error, not a refusal.
  await closeUntil(new Date(Date.now() + 86_400_000).toISOString());
  // In the middle of the others, because the first movement is sent alone.
  const settled = await Promise.allSettled(
    tills.toSpliced(AT_ONCE / 2, 0, late).map(({ take }) => take(1)),
  );
  const failed = settled.filter(({ status }) => status === "rejected");
  expect(failed).toMatchObject([{ reason: { code: "P0001" } }]);
  expect(await stateOfCard(late.card.id)).toMatchObject({ balance: 1_000, sequence: 1 });
  await closeUntil(store?.rolled_up_until);
  await expectNoProblems();
});

test("a duplicate that comes with the request that takes the last call is answered as that one is", async () => {
  const [till, other] = await openTills(2);
  if (!till || !other) throw new Error("no till");
  const limits = [{ name: "money", max: 1, windowMs: 60_000 }];
  const idempotency = { key: "order-1", fingerprint: Buffer.from("the same body"), path: "/test" };
  const send = () => till.take(1, { limits, idempotency });
  // Sent immediately, so that the others wait for the next groups.
  const before = other.take(1);
  const [first, again] = await Promise.all([send(), send(), before]);
  expect(again.transaction.id).toBe(first.transaction.id);
});

test("a group that waits for a locked card delays no other group, and neither does an unknown card", async () => {
  const [busy, ...tills] = await openTills(5);
  if (!busy) throw new Error("no till");
  const session = await holdLimitsOf(busy);

  const heldUp = () => pg()`select pid, xact_start::text from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  let answered = false;
  const held = busy.take(1, RATE_LIMITED).then(() => {
    answered = true;
  });
  await waitForLocks(1);
  const group = await heldUp();
  const unknown = spend(busy.ctx(), { cardId: crypto.randomUUID(), amountCents: 1 });
  expect(await outcome(unknown)).toBe("not_found");
  for (const { take } of tills) await take(1);
  expect(await heldUp(), "the first group, in its first try").toEqual(group);
  expect(answered).toBe(false);

  await session`commit`;
  await held;
  expect(await stateOfCard(busy.card.id)).toMatchObject({ balance: 997, sequence: 4 });
});

test("when a connection breaks, its group fails unwritten, and the other groups succeed", async () => {
  const [busy, next] = await openTills(2);
  if (!busy || !next) throw new Error("no till");
  const session = await holdLimitsOf(busy);
  const both = Promise.allSettled([busy.take(1, RATE_LIMITED), next.take(1)]);
  await waitForLocks(1);
  await expect.poll(() => stateOfCard(next.card.id)).toMatchObject({ sequence: 2 });
  await pg()`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const [atWork, beside] = await both;
  expect(atWork).toMatchObject({ status: "rejected" });
  expect(isBusy(atWork?.status === "rejected" && atWork.reason)).toBe(true);
  expect(beside).toMatchObject({ status: "fulfilled" });
  await session`rollback`;
  await next.take(1);
  expect(await stateOfCard(busy.card.id)).toMatchObject({ balance: 998, sequence: 3 });
  expect(await stateOfCard(next.card.id)).toMatchObject({ balance: 998, sequence: 3 });
});

test("a movement whose commit Citus can't tell, because it lost a node, is refused as busy and never sent again", async () => {
  const [till] = await openTills(1);
  if (!till) throw new Error("no till");
  await asOwner(async (sql) => {
    await sql`create sequence attempts`;
    // As Citus returns it.
    await sql`create function lose_node() returns trigger language plpgsql security definer as $$ begin
      perform nextval('attempts');
      raise 'server closed the connection unexpectedly' using errcode = 'XX000'; end $$`;
    await sql.unsafe(`create trigger lost before insert on transactions for each row
      when (new.merchant_id = '${till.id}') execute function lose_node()`);
  });
  const error = await till.take(1).catch((thrown) => thrown);
  expect(isBusy(error)).toBe(true);
  const [row] = await asOwner((sql) => sql`select last_value::int as attempts from attempts`);
  expect(row).toEqual({ attempts: 1 });
});

test("movements whose prepared statement is gone are still made once, each with its own result", async () => {
  const tills = await openTills(AT_ONCE);
  for (let round = 1; round <= 3; round++) {
    await Promise.all([1, 2, 3, 4].map(() => callPool("move_together").unsafe("deallocate all")));
    const answers = await Promise.all(tills.map(({ take }) => take(1)));
    for (const [n, { card }] of answers.entries()) {
      expect(card).toMatchObject({ id: tills[n]?.card.id, balanceCents: 1_000 - round });
    }
  }
  await expectNoProblems();
});
