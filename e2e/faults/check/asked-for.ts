import { groupBy } from "./collections";
import type { Check } from "./context";
import { type Index, writtenMs } from "./index-history";
import { kindOf } from "./kinds";
import { CLOCK_SLACK_MS } from "./links";
import type { TransactionRow } from "./rows";

const CHECK = "asked for";

/**
 * Every transaction was asked for by one operation, or the service has a known reason to make it. Who settled a gift is
 * known only at rest.
 */
export const askedFor: Check = function* ({ index, links }) {
  const { ledger, operations } = index;
  const gifts = new Map(
    [...ledger.tables.gifts.values()].map((gift) => [gift.settled_transaction_id, gift]),
  );
  const events = groupBy(ledger.tables.events.values(), ({ transaction_id }) => transaction_id);
  for (const row of ledger.tables.transactions.values()) {
    const ops = [...(links.ofTransaction.get(row.id) ?? [])];
    const [event] = events.get(row.id) ?? [];
    const atMs = event ? writtenMs(index, event) : (ledger.firstSeenMs.get(row.id) ?? 0);
    const at = { check: CHECK, atMs, ops };
    const what = `transaction ${row.id} (${row.type} of ${row.amount_cents})`;
    const [op, second] = ops.map((n) => operations.get(n));
    const isKnown = ledger.isAtRest || row.type !== "gift_received";
    if (!op && isKnown && !isByService(row, gifts.get(row.id)?.status))
      yield { ...at, what: `${what} wasn't asked for` };
    if (second && !isReversalOfBoth(ops, index))
      yield { ...at, what: `${what} is that of several operations` };
    if (op && event && atMs + CLOCK_SLACK_MS < op.ask.atMs)
      yield { ...at, what: `${what} was written before it was asked for` };
  }
};

/** What the service does by itself: it records the shop's redemptions, and returns gifts that nobody accepted. */
function isByService({ actor, source, type }: TransactionRow, gift: string | undefined): boolean {
  if (source === "platform") return actor.startsWith("platform:");
  return type === "gift_received" && source === "returned" && gift === "expired";
}

/** Whether all of these repeat one reversal, or one answer to a gift: the later ones get the first one's outcome. */
function isReversalOfBoth(ops: number[], { operations }: Index): boolean {
  const names = ops.map((n) => {
    const ask = operations.get(n)?.ask;
    return ask && kindOf(ask)?.name;
  });
  return names.every((name) => name === "reverse") || names.every((name) => name === "settle gift");
}
