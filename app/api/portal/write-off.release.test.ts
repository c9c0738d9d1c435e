import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDays } from "@/lib/domain/reports/close-days";
import { selectExpired } from "@/lib/domain/reports/expired-cards";
import { readRollForward } from "@/lib/domain/reports/roll-forward";
import { verify } from "@/lib/ledger/verify/verify";
import { asOwner } from "@/lib/testing/database";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { allPages } from "@/lib/testing/requests";

type Query = Record<string, string>;

async function openStore() {
  const store = await storeWithPeople();
  const { get, post } = store.owner;
  /** An expired card with a balance. */
  const expiredCard = async (amountCents: number, currency = "USD") => {
    const { id } = await store.card({ amountCents, currency });
    await pg()`update cards set expires_on = current_date - 30 where id = ${id}`;
    return id;
  };
  const write = (cardUuids: string[], headers = {}) =>
    post("/reports/write-off", { cardUuids }, { headers });
  const list = async (query: Query = {}) =>
    (await get("/reports/expired", { currency: "USD", ...query })).body;
  const sums = async () => (await get("/reports/expired/totals")).body.totals;
  return { ...store, expiredCard, write, list, sums };
}

/** Runs nightly housekeeping, which lists the expired cards. */
async function endOfDay() {
  await closeDays();
  await ageBalances();
}

const balanceOf = async (id: string) =>
  Number((await pg()`select balance_cents from cards where id = ${id}`)[0]?.balance_cents);

type SkippedCard = { cardUuid: string; reason: string };

describe("write-off", () => {
  test("takes the balances of expired cards as breakage, with events and one entry in the log", async () => {
    const { merchantId, owner, ctx, expiredCard, write } = await openStore();
    const cardUuids = [await expiredCard(700), await expiredCard(41, "KWD")];
    const answer = await write(cardUuids);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      skipped: [],
      writtenOff: [
        { cardUuid: cardUuids[0], amountCents: 700, currency: "USD" },
        { cardUuid: cardUuids[1], amountCents: 41, currency: "KWD" },
      ],
    });
    for (const uuid of cardUuids) expect(await balanceOf(uuid)).toBe(0);
    const rows = await pg()`select type, t.amount_cents::int as cents, actor, events.event
      from transactions t join events on events.merchant_id = t.merchant_id
        and events.transaction_id = t.id
      where t.merchant_id = ${merchantId} and counter_account = 'breakage' order by t.amount_cents`;
    const row = { type: "spend", actor: `user:${owner.userId}`, event: "card.balance_changed" };
    expect([...rows]).toEqual([41, 700].map((cents) => ({ ...row, cents })));
    expect(await auditOf(merchantId, "breakage.written_off")).toMatchObject([
      { details: { amounts: { USD: "700", KWD: "41" } } },
    ]);
    expect((await readRollForward(ctx(), { currency: "KWD" })).months[0]).toMatchObject({
      changes: { issued: 41n, breakage: -41n, redeemed: 0n },
      closingCents: 0n,
    });
    const { problems } = await verify();
    expect(problems.filter((problem) => problem.merchantId === merchantId)).toEqual([]);
  });

  test("skips what was topped up, emptied, disabled or is another store's, with the reason, and writes off the rest", async () => {
    const [{ ctx, expiredCard, write }, stranger] = [await openStore(), await openStore()];
    const wanted = {
      writtenOff: await expiredCard(5),
      revived: await expiredCard(6),
      disabled: await expiredCard(7),
      foreign: await stranger.expiredCard(8),
      absent: newId(),
    };
    await credit(ctx(), { cardId: wanted.revived, amountCents: 1 });
    await disable(ctx(), { cardId: wanted.disabled });
    const { body } = await write(Object.values(wanted));
    expect(body.writtenOff).toMatchObject([{ cardUuid: wanted.writtenOff }]);
    expect(new Map(body.skipped.map((one: SkippedCard) => [one.cardUuid, one.reason]))).toEqual(
      new Map([
        [wanted.revived, "not_expired"],
        [wanted.disabled, "not_active"],
        [wanted.foreign, "not_found"],
        [wanted.absent, "not_found"],
      ]),
    );
    const again = (await write(Object.values(wanted))).body;
    expect(again.writtenOff).toEqual([]);
    expect(again.skipped).toContainEqual({ cardUuid: wanted.writtenOff, reason: "empty" });
    expect(await balanceOf(wanted.foreign)).toBe(8);
  });

  test("sent twice, even at once, under one Idempotency-Key writes off once", async () => {
    const { merchantId, expiredCard, write } = await openStore();
    const cardUuids = [await expiredCard(5), await expiredCard(6)];
    const headers = { "Idempotency-Key": newId() };
    const [first, second] = await Promise.all([
      write(cardUuids, headers),
      write(cardUuids, headers),
    ]);
    expect(second.text).toBe(first.text);
    expect(first.body.writtenOff).toHaveLength(2);
    const rows = await pg()`select from transactions
      where merchant_id = ${merchantId} and counter_account = 'breakage'`;
    expect(rows).toHaveLength(2);
  });
});

describe("expired cards", () => {
  test("are listed in the order in which they expired, with their number and sum, without other stores' and active ones", async () => {
    const [{ owner, expiredCard, list, sums }, other] = [await openStore(), await openStore()];
    await other.expiredCard(1);
    const uuids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const uuid = await expiredCard(10 + n);
      // Skips yesterday, which isn't finalized yet in the first hours of a day.
      await pg()`update cards set expires_on = current_date - ${n + 2}::int where id = ${uuid}`;
      uuids.unshift(uuid);
    }
    const lastDay = await expiredCard(99);
    await pg()`update cards set expires_on = (now() at time zone 'UTC')::date where id = ${lastDay}`;
    await expiredCard(3, "JPY");
    await endOfDay();
    const page = (query: Query) => owner.get("/reports/expired", { currency: "USD", ...query });
    const seen = await allPages<{ uuid: string }>(page, "2");
    expect(seen.map(({ uuid }) => uuid)).toEqual(uuids);
    expect((await list()).total).toBe(5);
    expect(await sums()).toEqual([
      { currency: "JPY", cards: 1, balanceCents: "3" },
      { currency: "USD", cards: 5, balanceCents: "60" },
    ]);
  });

  test("leave list and sums when they are written off, topped up or disabled, and return when they expire again", async () => {
    const { merchantId, ctx, expiredCard, write, list, sums } = await openStore();
    const [expired, written, revived, disabled, spent] = [
      await expiredCard(1),
      await expiredCard(20),
      await expiredCard(300),
      await expiredCard(4_000),
      await expiredCard(50_000),
    ];
    await pg()`update cards set balance_cents = 0 where id = ${spent}`;
    const shown = async () => {
      const { cards, total } = await list();
      const [sum] = await sums();
      expect(total).toBe(sum?.cards ?? 0);
      return [cards.map(({ uuid }: Query) => uuid), Number(sum?.balanceCents ?? 0)];
    };
    expect(await shown()).toEqual([[], 0]);
    await endOfDay();
    expect(await shown()).toEqual([[expired, written, revived, disabled], 4_321]);

    await write([written]);
    expect(await shown()).toEqual([[expired, revived, disabled], 4_301]);
    await credit(ctx(), { cardId: revived, amountCents: 5 });
    expect(await shown()).toEqual([[expired, disabled], 4_001]);
    await disable(ctx(), { cardId: disabled });
    expect(await shown()).toEqual([[expired], 1]);

    await pg()`update cards set expires_on = current_date - 2 where id = ${revived}`;
    // Makes the next night's run due.
    await pg()`update ageing_runs set finished_day = finished_day - 1, day = null
      where merchant_id = ${merchantId}`;
    for (let night = 0; night < 2; night++) {
      await endOfDay();
      expect(await shown()).toEqual([[expired, revived], 306]);
    }
  });

  test("are listed without reading those that are spent, however many have expired", async () => {
    const { merchantId, expiredCard, list } = await openStore();
    await pg()`insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency,
        status, card_type, expires_on)
      select ${merchantId}, gen_random_uuid(), gen_random_uuid()::text::bytea, '', 'AAAA', 'USD',
        'active', 'digital', '2020-01-01' from generate_series(1, 20000)`;
    const uuid = await expiredCard(5);
    await endOfDay();
    await asOwner((sql) => sql`analyze cards, expired_balances`);
    expect((await list()).cards).toMatchObject([{ uuid, balanceCents: 5 }]);
    const query = selectExpired(db(), { merchantId, currency: "USD", after: null, afterDay: null });
    const plan = await db().execute<{ "QUERY PLAN": string }>(
      sql`explain (analyze) ${query.limit(51).getSQL()}`,
    );
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    const rows = [...text.matchAll(/rows=([\d.]+) loops|Removed by Filter: (\d+)/g)];
    expect(rows.length).toBeGreaterThan(2);
    for (const [line, read, removed] of rows)
      expect([line, Number(read ?? removed) < 100]).toEqual([line, true]);
  });
});
