import { Refusal } from "@/lib/base/errors";
import type { Tx } from "@/lib/db/client/client";
import { convert, findRate, type Rate } from "@/lib/domain/fx/rate";
import { type AgreementSide, type BothSides, updateSide } from "./agreement";

/** An amount on a card, in minor units of its currency. */
type CardAmount = { amountCents: number; currency: string };

/** What a transfer counts against one store's limits, in minor units of the limits' currency. `toPayer` converts
 * such an amount to the sending card's currency. */
type Counted = { cents: bigint; toPayer: (cents: bigint) => bigint };

/** What a transfer counts against the limits of both stores. */
export type CountedTransfer = { out: Counted; in: Counted };

/**
 * Converts the two amounts of a transfer to the currencies of the stores' limits, at the latest rates and
 * rounded up. Reads rates, so it must not run inside a transaction. Refuses: currency_mismatch (no rate).
 */
export async function countTransfer(
  sent: CardAmount,
  received: CardAmount,
  limitCurrencies: { mine: string; theirs: string },
): Promise<CountedTransfer> {
  return {
    out: await countAmount(sent, limitCurrencies.mine, sent.currency),
    in: await countAmount(received, limitCurrencies.theirs, sent.currency),
  };
}

async function countAmount(
  { amountCents, currency }: CardAmount,
  limitCurrency: string,
  payerCurrency: string,
): Promise<Counted> {
  const toLimit = await rateBetween(currency, limitCurrency);
  const toPayer = await rateBetween(limitCurrency, payerCurrency);
  const cents = BigInt(amountCents);
  return {
    cents: toLimit ? convert(cents, toLimit, currency, limitCurrency) + 1n : cents,
    toPayer: (left) => (toPayer ? convert(left, toPayer, limitCurrency, payerCurrency) : left),
  };
}

/** The latest rate; null within one currency. */
async function rateBetween(from: string, to: string): Promise<Rate | null> {
  if (from === to) return null;
  const found = await findRate(from, to);
  if (found) return found.rate;
  throw new Refusal("currency_mismatch", {
    message: `There's no exchange rate between ${from} and ${to}, the currency of the agreement.`,
  });
}

/**
 * Checks that both stores' limits allow a transfer from `mine` to `theirs`.
 * Refuses: transfer_limit_exceeded, with `availableCents` in minor units of the sending card's currency.
 */
export function checkLimits({ mine, theirs }: BothSides, counted: CountedTransfer): void {
  const left = {
    out: leftOf(mine, sumsOf(mine).sentCents, mine.owedByUsCents),
    in: leftOf(theirs, sumsOf(theirs).receivedCents, theirs.owedToUsCents),
  };
  if (counted.out.cents <= left.out && counted.in.cents <= left.in) return;
  const [fromMine, fromTheirs] = [counted.out.toPayer(left.out), counted.in.toPayer(left.in)];
  const available = fromMine < fromTheirs ? fromMine : fromTheirs;
  throw new Refusal("transfer_limit_exceeded", { extras: { availableCents: Number(available) } });
}

/** What a side's limits still allow in one direction, in minor units of its currency; at least 0. */
function leftOf(side: AgreementSide, dayCents: number, owedCents: number): bigint {
  const { maxTransferCents, maxDayCents, maxUnsettledCents } = side;
  const left = Math.min(
    maxTransferCents ?? 0,
    (maxDayCents ?? 0) - dayCents,
    (maxUnsettledCents ?? 0) - owedCents,
  );
  return BigInt(Math.max(0, left));
}

/** Adds a transfer from `mine` to `theirs` to the sums that the limits apply to. */
export async function addToSums(
  tx: Tx,
  { mine, theirs }: BothSides,
  counted: CountedTransfer,
): Promise<void> {
  const [out, arrived] = [Number(counted.out.cents), Number(counted.in.cents)];
  const [sent, received] = [sumsOf(mine), sumsOf(theirs)];
  await updateSide(tx, mine, {
    ...sent,
    sentCents: sent.sentCents + out,
    owedByUsCents: mine.owedByUsCents + out,
  });
  await updateSide(tx, theirs, {
    ...received,
    receivedCents: received.receivedCents + arrived,
    owedToUsCents: theirs.owedToUsCents + arrived,
  });
}

/** A side's sums of today (UTC). Never of an earlier day than those stored. */
function sumsOf({ day, sentCents, receivedCents }: AgreementSide) {
  const today = new Date().toISOString().slice(0, 10);
  return today > day
    ? { day: today, sentCents: 0, receivedCents: 0 }
    : { day, sentCents, receivedCents };
}
