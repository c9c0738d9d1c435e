import { pg } from "@/lib/db/client/client";
import { activate } from "@/lib/domain/cards/activate";
import { create } from "@/lib/domain/cards/create";
import { load } from "@/lib/domain/cards/load";
import { spend } from "@/lib/domain/cards/spend";
import { newReceiptNumber } from "@/lib/domain/till/receipt-number";
import { closeTill, readOpenTotals } from "@/lib/domain/till/totals";
import { CLOSES_AT_HOUR, DAY_MS, dayOf, HOUR_MS, MINUTE_MS, type Till } from "./plan";
import type { DemoStore } from "./store";
import type { Cashier } from "./tills";
import type { Moment, Story } from "./timeline";

/** When the day's till is closed, after midnight. */
const CLOSING_MS = CLOSES_AT_HOUR * HOUR_MS + 5 * MINUTE_MS;

/** How long after a card's sale it is first used. */
const USED_AFTER_MS = 2 * MINUTE_MS;

/** A card is sold and used, or, if `soldCents` is null, one that was sold before is used again. */
type Visit = { atMs: number; soldCents: number | null; redeemedCents: number } & (
  | { cashier: Cashier }
  | { till: Till }
);

/** The visits of a day, which begins at this time (epoch ms): at the device, and by turns with the API keys. */
function visitsOf(dayMs: number): Visit[] {
  const at = (hour: number, minute: number) => ({
    atMs: dayMs + hour * HOUR_MS + minute * MINUTE_MS,
  });
  const till = (dayMs / DAY_MS) % 2 === 0 ? "Front counter" : "Café counter";
  return [
    { ...at(10, 12), cashier: "Mia", soldCents: 5_000, redeemedCents: 1_850 },
    { ...at(13, 5), till, soldCents: null, redeemedCents: 895 },
    { ...at(15, 38), till: "Online shop", soldCents: 7_500, redeemedCents: 3_420 },
    { ...at(18, 21), cashier: "Jonah", soldCents: null, redeemedCents: 1_275 },
  ];
}

/** What happens at the counter after `sinceMs`, up to `untilMs`: visits, and the closing of the till in the evening. */
export function counterStory(store: DemoStore, sinceMs: number, untilMs: number): Story {
  const moments: Moment[] = [];
  const isIn = (atMs: number) => atMs > sinceMs && atMs <= untilMs;
  for (let dayMs = dayOf(sinceMs); dayMs <= untilMs; dayMs += DAY_MS) {
    for (const visit of visitsOf(dayMs)) {
      // Played as a whole, once it is over.
      if (isIn(visit.atMs + USED_AFTER_MS)) moments.push(...momentsOf(store, visit));
    }
    const closingMs = dayMs + CLOSING_MS;
    if (isIn(closingMs)) moments.push({ atMs: closingMs, run: () => closeDay(store) });
  }
  return moments;
}

function momentsOf(store: DemoStore, visit: Visit): Moment[] {
  const { atMs, soldCents, redeemedCents } = visit;
  const card = { id: "" };
  const seller = () => ("cashier" in visit ? store.atTill(visit.cashier) : store.as(visit.till));
  const sell = async (amountCents: number) => {
    const till = "till" in visit ? visit.till : "Front counter";
    const cardType = till === "Online shop" ? "digital" : "physical";
    card.id = (await create(store.as(till), { currency: "USD", cardType })).card.id;
    const activation = { cardId: card.id, amountCents, referenceId: newReceiptNumber() };
    await ("cashier" in visit ? load : activate)(seller(), activation);
  };
  const redeem = async () => {
    const cardId = card.id || (await cardWith(store.id, redeemedCents));
    if (!cardId) return;
    const redemption = { cardId, amountCents: redeemedCents, referenceId: newReceiptNumber() };
    await spend(seller(), redemption);
  };
  const used = { atMs: atMs + USED_AFTER_MS, run: redeem };
  return soldCents === null ? [used] : [{ atMs, run: () => sell(soldCents) }, used];
}

/** The id of the physical card that was made last, outside batches, of those with this balance; undefined if none. */
async function cardWith(storeId: string, balanceCents: number): Promise<string | undefined> {
  const [card] = await pg()<{ id: string }[]>`select id from cards
    where merchant_id = ${storeId} and card_type = 'physical' and batch_id is null and currency = 'USD'
      and status = 'active' and frozen_reason is null and balance_cents - held_cents >= ${balanceCents}
    order by id desc limit 1`;
  return card?.id;
}

/** Closes the till for the day, unless nothing was sold since it was last closed. */
async function closeDay(store: DemoStore): Promise<void> {
  const ctx = store.atTill("Jonah");
  const { number, totals } = await readOpenTotals(ctx);
  if (totals.length > 0) await closeTill(ctx, { number });
}
