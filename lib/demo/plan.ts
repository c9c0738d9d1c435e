export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** The store's opening hours, in its time zone, UTC. */
const OPENS_AT_HOUR = 9;
export const CLOSES_AT_HOUR = 20;
const OPEN_MINUTES = (CLOSES_AT_HOUR - OPENS_AT_HOUR) * 60;

/** The beginning of a day (epoch ms). */
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;

/** A time (epoch ms) of a day when the store is open, at `share` of its opening hours: from 0 to 1. */
export const whileOpen = (dayMs: number, share: number): number =>
  dayMs + (OPENS_AT_HOUR * 60 + Math.floor(share * OPEN_MINUTES)) * MINUTE_MS;

/** A time when the store was open, a whole number of days before `nowMs`. Another day has another time. */
export const openingTime = (nowMs: number, daysAgo: number): number =>
  whileOpen(dayOf(nowMs) - daysAgo * DAY_MS, ((daysAgo * 37) % 100) / 100);

/** How far back the demo store's history goes: 14 months. */
export const HISTORY_DAYS = 425;

/** Sales per day by month, relative to an average day: January first. */
const SEASON = [0.6, 0.9, 0.7, 0.8, 1, 0.9, 0.7, 0.7, 0.8, 0.9, 1.5, 3.2];
const SALES_PER_DAY = 1.45;
const AMOUNTS_CENTS = [2_500, 2_500, 5_000, 5_000, 5_000, 7_500, 10_000, 15_000];
/** Cards are valid for a year. */
const USED_WITHIN_DAYS = 360;
const TILLS = ["Front counter", "Café counter", "Online shop"] as const;
export type Till = (typeof TILLS)[number];
export const TILL_NAMES: readonly Till[] = TILLS;

/** A random number from 0 to 1, the same sequence for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The life of a sold card: what happens to it and when, oldest first. */
export type CardPlan = {
  currency: "USD" | "EUR";
  /** From a batch, or made for the sale. */
  isPhysical: boolean;
  /** The number of the customer who owns it; null for a card that nobody has claimed. */
  customer: number | null;
  steps: Step[];
};

export type Step = { atMs: number; till: Till } & (
  | { kind: "activate" | "topUp" | "redeem" | "refund"; amountCents: number; receipt?: string }
  | { kind: "disable" | "replace" }
  | { kind: "freeze"; reason: string }
);

/**
 * Plans the cards sold in the 14 months before `nowMs`, with a peak in December: each is redeemed in the months
 * after, and some are topped up, refunded, frozen, replaced or disabled.
 */
export function planCards(nowMs: number, customers: number): CardPlan[] {
  const random = randomFrom(20_251_224);
  const plans: CardPlan[] = [];
  let receipt = 10_400;
  let owned = 0;
  // Each customer gets a card, then some get more than others.
  const nextCustomer = () =>
    owned < customers ? owned++ : Math.floor(random() ** 1.5 * customers);
  for (let day = HISTORY_DAYS; day >= 0; day--) {
    const dayMs = dayOf(nowMs) - day * DAY_MS;
    const date = new Date(dayMs);
    const isWeekend = date.getUTCDay() % 6 === 0;
    const expected = SALES_PER_DAY * (SEASON[date.getUTCMonth()] ?? 1) * (isWeekend ? 1.4 : 0.85);
    const sales = Math.floor(expected + random());
    for (let sale = 0; sale < sales; sale++) {
      const nextReceipt = () => `R-${receipt++}`;
      plans.push(planCard({ dayMs, nowMs, random, nextCustomer, nextReceipt }));
    }
  }
  return plans;
}

type Sale = {
  dayMs: number;
  nowMs: number;
  random: () => number;
  nextCustomer: () => number;
  nextReceipt: () => string;
};

function planCard({ dayMs, nowMs, random, nextCustomer, nextReceipt }: Sale): CardPlan {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const duringOpeningHours = (dayMs: number) => whileOpen(dayMs, random());
  const isOnline = random() < 0.3;
  const till = isOnline ? "Online shop" : pick(TILLS.slice(0, 2));
  let atMs = duringOpeningHours(dayMs);
  let balanceCents = pick(AMOUNTS_CENTS);
  let redeemedCents = 0;
  const steps: Step[] = [{ atMs, till, kind: "activate", amountCents: balanceCents }];
  const isNeverUsed = random() < 0.12;
  const redemptions = isNeverUsed ? 0 : 1 + Math.floor(random() * 6);
  for (let n = 0; n < redemptions && balanceCents > 0; n++) {
    // At least a day later, so that the steps of a card keep their order.
    atMs = duringOpeningHours(dayOf(atMs) + (1 + Math.floor(random() ** 2 * 60)) * DAY_MS);
    const isLast = n === redemptions - 1 && random() < 0.6;
    const part = Math.max(100, Math.round((balanceCents * (0.2 + 0.5 * random())) / 5) * 5);
    const amountCents = isLast ? balanceCents : Math.min(part, balanceCents);
    steps.push({
      atMs,
      till: isOnline ? pick(TILLS) : till,
      kind: "redeem",
      amountCents,
      receipt: nextReceipt(),
    });
    balanceCents -= amountCents;
    redeemedCents = amountCents;
  }
  const fate = random();
  atMs = duringOpeningHours(dayOf(atMs) + 2 * DAY_MS);
  if (fate < 0.05) steps.push({ atMs, till, kind: "topUp", amountCents: 2_500 });
  else if (fate < 0.09 && redeemedCents > 0)
    steps.push({ atMs, till, kind: "refund", amountCents: Math.ceil(redeemedCents / 2) });
  else if (fate < 0.105) steps.push({ atMs, till, kind: "disable" });
  else if (fate < 0.115) steps.push({ atMs, till, kind: "replace" });
  else if (fate < 0.125) steps.push({ atMs, till, kind: "freeze", reason: "Reported lost" });
  return {
    currency: random() < 0.12 ? "EUR" : "USD",
    isPhysical: !isOnline && random() < 0.7,
    customer: random() < (isOnline ? 0.8 : 0.25) ? nextCustomer() : null,
    steps: steps.filter((step) => step.atMs < Math.min(nowMs, dayMs + USED_WITHIN_DAYS * DAY_MS)),
  };
}
