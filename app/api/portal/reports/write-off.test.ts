import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { activate } from "@/lib/cards/activate";
import { create } from "@/lib/cards/create";
import { credit } from "@/lib/cards/credit";
import { disable } from "@/lib/cards/disable";
import type { Role } from "@/lib/context";
import { db, pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { verify } from "@/lib/ledger/verify";
import { operatorContext } from "@/lib/merchants/operator";
import { ageBalances } from "@/lib/reports/age-balances";
import { closeDays } from "@/lib/reports/close-days";
import { selectExpired } from "@/lib/reports/expired-cards";
import { readRollForward } from "@/lib/reports/roll-forward";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as expired from "./expired/route";
import * as totals from "./expired/totals/route";
import * as writeOff from "./write-off/route";

useTestDatabase();

/** A card with a balance whose last day is over. */
async function expiredCard(merchantId: string, amountCents: number, currency = "USD") {
  const ctx = () => operatorContext(merchantId);
  const { card } = await create(ctx(), { currency, cardType: "digital" });
  await activate(ctx(), { cardId: card.id, amountCents });
  await pg()`update cards set expires_on = current_date - 30 where id = ${card.id}`;
  return card.id;
}

/** Housekeeping of the night, which lists what has expired. */
async function endOfDay() {
  await closeDays();
  await ageBalances();
}

const balanceOf = async (id: string) =>
  Number((await pg()`select balance_cents from cards where id = ${id}`)[0]?.balance_cents);

describe("write-off", () => {
  test("moves what is left of expired cards to breakage, with events, and leaves one line in the audit log", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const cardUuids = [
      await expiredCard(merchantId, 700),
      await expiredCard(merchantId, 41, "KWD"),
    ];
    const answer = await send(writeOff, "POST", { headers: owner.headers, body: { cardUuids } });

    expect(answer.status).toBe(200);
    expect(answer.body.skipped).toEqual([]);
    expect(answer.body.writtenOff).toMatchObject([
      { cardUuid: cardUuids[0], amountCents: 700, currency: "USD" },
      { cardUuid: cardUuids[1], amountCents: 41, currency: "KWD" },
    ]);
    for (const uuid of cardUuids) expect(await balanceOf(uuid)).toBe(0);
    const rows = await pg()`select type, counter_account, t.amount_cents, actor, events.event
      from transactions t join events on events.merchant_id = t.merchant_id
        and events.transaction_id = t.id
      where t.merchant_id = ${merchantId} and counter_account = 'breakage' order by t.amount_cents`;
    expect(rows.map((row) => [row.type, row.amount_cents, row.actor, row.event])).toEqual([
      ["spend", "41", `user:${owner.userId}`, "card.balance_changed"],
      ["spend", "700", `user:${owner.userId}`, "card.balance_changed"],
    ]);
    const audited = await pg()`select details from audit_log
      where merchant_id = ${merchantId} and action = 'breakage.written_off'`;
    expect(audited).toHaveLength(1);
    expect(audited[0]?.details).toMatchObject({ amounts: { USD: "700", KWD: "41" } });
    const ctx = operatorContext(merchantId);
    expect((await readRollForward(ctx, { currency: "KWD" })).months[0]).toMatchObject({
      changes: { issued: 41n, breakage: -41n, redeemed: 0n },
      closingCents: 0n,
    });
    const { problems } = await verify();
    expect(problems.filter((problem) => problem.merchantId === merchantId)).toEqual([]);
  });

  test("skips and tells what was revived, emptied, disabled or is another store's, and writes off the rest", async () => {
    const [{ merchantId, owner }, stranger] = [await storeWithPeople(), await storeWithPeople()];
    const ctx = () => operatorContext(merchantId);
    const wanted = {
      writtenOff: await expiredCard(merchantId, 5),
      revived: await expiredCard(merchantId, 6),
      disabled: await expiredCard(merchantId, 7),
      foreign: await expiredCard(stranger.merchantId, 8),
      absent: newId(),
    };
    await credit(ctx(), { cardId: wanted.revived, amountCents: 1 });
    await disable(ctx(), { cardId: wanted.disabled });
    const body = { cardUuids: Object.values(wanted) };
    const answer = await send(writeOff, "POST", { headers: owner.headers, body });
    expect(answer.body.writtenOff).toMatchObject([{ cardUuid: wanted.writtenOff }]);
    expect(new Map(answer.body.skipped.map((s: Skipped) => [s.cardUuid, s.reason]))).toEqual(
      new Map([
        [wanted.revived, "not_expired"],
        [wanted.disabled, "not_active"],
        [wanted.foreign, "not_found"],
        [wanted.absent, "not_found"],
      ]),
    );
    const again = await send(writeOff, "POST", { headers: owner.headers, body });
    expect(again.body.writtenOff).toEqual([]);
    expect(again.body.skipped).toContainEqual({ cardUuid: wanted.writtenOff, reason: "empty" });
    expect(await balanceOf(wanted.foreign)).toBe(8);
  });

  test("sent twice, even at once, under one Idempotency-Key writes off once and answers the same bytes", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const cardUuids = [await expiredCard(merchantId, 5), await expiredCard(merchantId, 6)];
    const headers = { ...owner.headers, "Idempotency-Key": newId() };
    const [first, second] = await Promise.all([
      send(writeOff, "POST", { headers, body: { cardUuids } }),
      send(writeOff, "POST", { headers, body: { cardUuids } }),
    ]);
    expect(second.text).toBe(first.text);
    expect(first.body.writtenOff).toHaveLength(2);
    const rows = await pg()`select from transactions
      where merchant_id = ${merchantId} and counter_account = 'breakage'`;
    expect(rows).toHaveLength(2);
  });

  test.each(["manager", "viewer"] as Role[])(
    "is refused for a %s, who may read: 403, and nothing moves",
    async (role) => {
      const { merchantId, join } = await storeWithPeople();
      const cardUuid = await expiredCard(merchantId, 5);
      await endOfDay();
      const { headers } = await join(role);
      const answer = await send(writeOff, "POST", { headers, body: { cardUuids: [cardUuid] } });
      expect([answer.status, answer.body.error]).toEqual([403, "insufficient_scope"]);
      expect(await balanceOf(cardUuid)).toBe(5);
      const listed = await send(expired, "GET", { headers, query: { currency: "USD" } });
      expect(listed.body.cards).toMatchObject([{ uuid: cardUuid, balanceCents: 5 }]);
    },
  );

  test.each([
    ["cardUuids", {}],
    ["cardUuids", { cardUuids: [] }],
    ["cardUuids", { cardUuids: Array.from({ length: 101 }, newId) }],
    ["cardUuids.0", { cardUuids: ["all"] }],
    ["cardUuids", { cardUuids: Array(2).fill("0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e") }],
    ["currency", { cardUuids: [newId()], currency: "USD" }],
  ])("names a wrong %s: 400", async (path, body) => {
    const { owner } = await storeWithPeople();
    const answer = await send(writeOff, "POST", { headers: owner.headers, body });
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0].path).toBe(path);
  });
});

type Skipped = { cardUuid: string; reason: string };

describe("expired cards", () => {
  test("are paged by cursor in the order in which they expired, with their number and sum; nobody else's, none that can be spent", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const other = await storeWithPeople();
    await expiredCard(other.merchantId, 1);
    const uuids = [];
    for (let n = 0; n < 5; n++) {
      const uuid = await expiredCard(merchantId, 10 + n);
      // Yesterday is not closed yet in the first hours of a day.
      await pg()`update cards set expires_on = current_date - ${n + 2}::int where id = ${uuid}`;
      uuids.unshift(uuid);
    }
    const lastDay = await expiredCard(merchantId, 99);
    await pg()`update cards set expires_on = (now() at time zone 'UTC')::date where id = ${lastDay}`;
    await expiredCard(merchantId, 3, "JPY");
    await endOfDay();
    const { headers } = owner;
    const read = async (query: Record<string, string>) =>
      (await send(expired, "GET", { headers, query: { currency: "USD", limit: "2", ...query } }))
        .body;
    const first = await read({});
    const second = await read({ cursor: first.nextCursor });
    const third = await read({ cursor: second.nextCursor });
    const pages = [first, second, third].flatMap(({ cards }) => cards);
    expect(pages.map(({ uuid }: { uuid: string }) => uuid)).toEqual(uuids);
    expect([first.total, third.nextCursor]).toEqual([5, null]);
    expect((await send(totals, "GET", { headers })).body.totals).toEqual([
      { currency: "JPY", cards: 1, balanceCents: "3" },
      { currency: "USD", cards: 5, balanceCents: "60" },
    ]);
  });

  test("leave list and sums when they are written off, topped up or disabled, and come back when they expire again", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const { headers } = owner;
    const ctx = () => operatorContext(merchantId);
    const [kept, written, revived, disabled, spent] = [
      await expiredCard(merchantId, 1),
      await expiredCard(merchantId, 20),
      await expiredCard(merchantId, 300),
      await expiredCard(merchantId, 4_000),
      await expiredCard(merchantId, 50_000),
    ];
    await pg()`update cards set balance_cents = 0 where id = ${spent}`;
    const told = async () => {
      const listed = await send(expired, "GET", { headers, query: { currency: "USD" } });
      const [sum] = (await send(totals, "GET", { headers })).body.totals;
      expect(listed.body.total).toBe(sum?.cards ?? 0);
      return [
        listed.body.cards.map(({ uuid }: { uuid: string }) => uuid),
        Number(sum?.balanceCents ?? 0),
      ];
    };
    expect(await told()).toEqual([[], 0]);
    await endOfDay();
    expect(await told()).toEqual([[kept, written, revived, disabled], 4_321]);

    await send(writeOff, "POST", { headers, body: { cardUuids: [written] } });
    expect(await told()).toEqual([[kept, revived, disabled], 4_301]);
    await credit(ctx(), { cardId: revived, amountCents: 5 });
    expect(await told()).toEqual([[kept, disabled], 4_001]);
    await disable(ctx(), { cardId: disabled });
    expect(await told()).toEqual([[kept], 1]);

    await pg()`update cards set expires_on = current_date - 2 where id = ${revived}`;
    // The next night.
    await pg()`update ageing_runs set finished_day = finished_day - 1, day = null
      where merchant_id = ${merchantId}`;
    await endOfDay();
    expect(await told()).toEqual([[kept, revived], 306]);
    await endOfDay();
    expect(await told()).toEqual([[kept, revived], 306]);
  });

  test("are listed without a look at the spent ones, however many have expired", async () => {
    const { merchantId, owner } = await storeWithPeople();
    await pg()`insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency,
        status, card_type, expires_on)
      select ${merchantId}, gen_random_uuid(), gen_random_uuid()::text::bytea, '', 'AAAA', 'USD',
        'active', 'digital', '2020-01-01' from generate_series(1, 20000)`;
    const uuid = await expiredCard(merchantId, 5);
    await endOfDay();
    await pg()`analyze cards`;
    await pg()`analyze expired_balances`;
    const { body } = await send(expired, "GET", {
      headers: owner.headers,
      query: { currency: "USD" },
    });
    expect(body.cards).toMatchObject([{ uuid, balanceCents: 5 }]);
    const query = selectExpired({ merchantId, currency: "USD", after: null, afterDay: null });
    const plan = await db().execute<{ "QUERY PLAN": string }>(
      sql`explain (analyze) ${query.limit(51).getSQL()}`,
    );
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    const rows = [...text.matchAll(/rows=([\d.]+) loops|Removed by Filter: (\d+)/g)];
    expect(rows.length).toBeGreaterThan(2);
    for (const [line, read, removed] of rows) {
      expect([line, Number(read ?? removed) < 100]).toEqual([line, true]);
    }
  });
});
