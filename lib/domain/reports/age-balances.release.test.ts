import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { credit } from "@/lib/domain/cards/credit";
import { spend } from "@/lib/domain/cards/spend";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { createStore } from "@/lib/testing/store";
import { ageBalances } from "./age-balances";
import { readAgeing } from "./ageing";
import { closeDays } from "./close-days";
import { readRollForward } from "./roll-forward";

const monthsAgo = (months: number, days = 0) => {
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() - months, at.getUTCDate() - days);
  return at;
};

type Card = { loaded: Date; amountCents: number; expiresInMonths?: number | null };

async function cardOf(merchantId: string, { loaded, amountCents, expiresInMonths = null }: Card) {
  const cardId = await bareCard({ merchantId });
  await writeMovement({ merchantId, cardId, at: loaded, type: "load", amountCents });
  await pg()`update cards set expires_on =
      (now() + ${`${expiresInMonths ?? 0} months`}::interval)::date where id = ${cardId}
      and ${expiresInMonths !== null}`;
  return cardId;
}

const nonEmptyRanges = (ranges: { name: string; cards: number; balanceCents: bigint }[] = []) =>
  Object.fromEntries(
    ranges
      .filter(({ cards }) => cards > 0)
      .map(({ name, cards, balanceCents }) => [name, [cards, Number(balanceCents)]]),
  );

test("balances stand by months since money last came on and until they expire, as they were when the day ended", async () => {
  const { id, ctx } = await createStore();
  await cardOf(id, { loaded: monthsAgo(1), amountCents: 1, expiresInMonths: 59 });
  await cardOf(id, { loaded: monthsAgo(4), amountCents: 20, expiresInMonths: 5 });
  await cardOf(id, { loaded: monthsAgo(4), amountCents: 30, expiresInMonths: 2 });
  await cardOf(id, { loaded: monthsAgo(8), amountCents: 400, expiresInMonths: 11 });
  await cardOf(id, { loaded: monthsAgo(20), amountCents: 5_000, expiresInMonths: 23 });
  await cardOf(id, { loaded: monthsAgo(30), amountCents: 60_000, expiresInMonths: -1 });
  const spent = await cardOf(id, { loaded: monthsAgo(30), amountCents: 100_000 });
  const reloaded = await cardOf(id, { loaded: monthsAgo(30), amountCents: 7 });
  await writeMovement({
    merchantId: id,
    cardId: reloaded,
    at: monthsAgo(1),
    type: "gift_received",
    amountCents: 3,
  });
  await closeDays();
  // Movements after the day are not in its snapshot.
  await spend(ctx(), { cardId: spent, amountCents: 100_000 });
  await credit(ctx(), { cardId: reloaded, amountCents: 999 });
  expect((await readAgeing(ctx(), {})).day).toBeNull();

  await ageBalances();

  const { day, currencies } = await readAgeing(ctx(), {});
  const [usd] = currencies;
  expect(nonEmptyRanges(usd?.byAge)).toEqual({
    3: [2, 11],
    6: [2, 50],
    12: [1, 400],
    24: [1, 5_000],
    over: [2, 160_000],
  });
  expect(nonEmptyRanges(usd?.byExpiry)).toMatchObject({
    expired: [1, 60_000],
    3: [1, 30],
    6: [1, 20],
    12: [1, 400],
    24: [1, 5_000],
    never: [1, 100_000],
  });
  const [{ yesterday }] = await pg()<[{ yesterday: string }]>`
    select (rolled_up_until::date - 1)::text as yesterday from merchants where id = ${id}`;
  expect(day).toBe(yesterday);
  const { months } = await readRollForward(ctx(), { currency: "USD" });
  const today = months[0];
  const movedSince = -100_000n + 999n;
  expect(usd?.balanceCents).toBe((today?.closingCents ?? 0n) - movedSince);
});

test("a snapshot of more cards than a slice holds is whole, is made once, and older ones go but for those of a month's end", async () => {
  const { id, ctx } = await createStore();
  await cardOf(id, { loaded: monthsAgo(2), amountCents: 50 });
  await pg()`insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency,
      status, card_type)
    select ${id}, gen_random_uuid(), gen_random_uuid()::text::bytea, '', 'AAAA', 'USD', 'inactive',
      'digital' from generate_series(1, 1500)`;
  await closeDays();
  await pg()`insert into ageing (merchant_id, day, currency, age, expiry, cards, balance_cents)
    select ${id}, day::date, 'USD', '3', 'never', 1, 1
    from unnest(array['2026-01-30', '2026-01-31', '2026-02-15']) day`;
  await Promise.all([ageBalances(), ageBalances()]);
  await ageBalances();
  const { currencies, days } = await readAgeing(ctx(), {});
  expect(currencies.map(({ cards, balanceCents }) => [cards, balanceCents])).toEqual([[1, 50n]]);
  expect(days).toHaveLength(2);
  expect(days[1]).toBe("2026-01-31");
  expect((await readAgeing(ctx(), { day: "2026-01-31" })).currencies[0]?.balanceCents).toBe(1n);
});

test("a store whose money is all spent has an empty snapshot, one without a closed day has no snapshot", async () => {
  const { ctx } = await createStore();
  await closeDays();
  await ageBalances();
  const ageing = await readAgeing(ctx(), {});
  expect(ageing.day).not.toBeNull();
  expect(ageing.currencies).toEqual([]);
  const fresh = await createStore();
  await ageBalances();
  expect((await readAgeing(fresh.ctx(), {})).day).toBeNull();
});

test("a movement of the next day is not in the day's snapshot, though the database's clock was behind", async () => {
  const { id, ctx } = await createStore();
  const cardId = await cardOf(id, { loaded: monthsAgo(1), amountCents: 500 });
  await closeDays();
  await spend(ctx(), { cardId, amountCents: 500 });
  await pg()`update cards set updated_at = (select rolled_up_until from merchants
      where id = ${id}) - interval '3 seconds' where id = ${cardId}`;

  await ageBalances();

  const { currencies } = await readAgeing(ctx(), {});
  expect(nonEmptyRanges(currencies[0]?.byAge)).toEqual({ 3: [1, 500] });
});

test("a balance that moved is as old in the ageing as it was on the lost card, after two replacements too", async () => {
  const { id: merchantId, ctx } = await createStore();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const ids = [await bareCard({ merchantId })];
  const amount = { merchantId, amountCents: 700, counterAccount: "transfer_clearing" };
  const moved = { ...amount, source: "replacement" };
  await writeMovement({ ...amount, cardId: ids[0] ?? "", at: daysAgo(250), type: "load" });
  for (const days of [20, 10]) {
    const [from, to] = [ids.at(-1) ?? "", await bareCard({ merchantId })];
    await writeMovement({ ...moved, cardId: from, at: daysAgo(days), type: "transfer_out" });
    await writeMovement({ ...moved, cardId: to, at: daysAgo(days), type: "transfer_in" });
    await pg()`update cards set status = 'disabled', replaced_by_id = ${to} where id = ${from}`;
    ids.push(to);
  }
  await closeDays();
  await ageBalances([merchantId]);
  const [aged] = (await readAgeing(ctx(), {})).currencies;
  const filled = aged?.byAge.filter(({ cards }) => cards > 0);
  expect(filled).toEqual([{ name: "12", cards: 1, balanceCents: 700n }]);
});
