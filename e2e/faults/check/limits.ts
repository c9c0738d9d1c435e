import { groupBy } from "./collections";
import type { Check, Context, Violation } from "./context";
import { doneMs, writtenMs } from "./index-history";
import { field, list, number, text } from "./json";
import { CLOCK_SLACK_MS } from "./links";
import { signOf, type TransactionRow, totalCents } from "./rows";

const CHECK = "limits";

type Side = "in" | "out";
type Limit = { perMovementCents: number; perDayCents: number };

/** Whose limits they are, and which transactions count. */
type Holder = { id: string; limits: Record<Side, Limit>; rows: TransactionRow[] };

const limitOf = (limits: unknown, side: "In" | "Out"): Limit => ({
  perMovementCents: number(limits, `maxMovement${side}Cents`) ?? Infinity,
  perDayCents: number(limits, `maxDay${side}Cents`) ?? Infinity,
});

const DAY_MS = 86_400_000;

/**
 * No key, cashier, device or pair of stores moved more than its limits allow, at no time of a day, and no card has more
 * than the largest balance.
 */
export const limits: Check = function* (context) {
  const { index } = context;
  for (const { balance_cents, id } of index.ledger.tables.cards.values()) {
    if (balance_cents > Number.MAX_SAFE_INTEGER)
      yield violation(context, `card ${id} has more than the largest balance`);
  }
  yield* exceededAgreements(context);
  const times = timesOfTransactions(context);
  for (const { id, limits, rows } of holders(context)) {
    const own = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      const side = sideOf(row);
      if (undoneBy(row, own)) continue;
      if (row.amount_cents > limits[side].perMovementCents)
        yield violation(
          context,
          `${id} moved ${row.amount_cents} ${side} in one movement: ${row.id}`,
        );
    }
    for (const [day, ofDay] of groupBy(rows, (row) => times.get(row.id)?.day)) {
      const most = mostAtOnce(ofDay, own, times);
      for (const side of ["in", "out"] as const)
        if (most[side] > limits[side].perDayCents)
          yield violation(context, `${id} moved ${most[side]} ${side} on day ${day}`);
    }
  }
};

/** Transfers of two stores in one direction stay within each store's limits. Its stores have one currency. */
function* exceededAgreements(context: Context): Iterable<Violation> {
  const { ledger, stores } = context.index;
  for (const { merchantId, about } of stores) {
    for (const agreement of list(about, "agreements")) {
      const other = text(agreement, "otherMerchantId");
      const sides = [...ledger.tables.transfers.values()].filter(
        (row) => row.merchant_id === merchantId && row.counter_merchant_id === other,
      );
      const most = number(agreement, "maxTransferCents") ?? Infinity;
      const mostPerDay = number(agreement, "maxDayCents") ?? Infinity;
      for (const { id, amount_cents } of sides)
        if (amount_cents > most) yield violation(context, `transfer ${id} is of ${amount_cents}`);
      const byDay = groupBy(sides, (row) => `${row.direction} ${row.created_at.slice(0, 10)}`);
      for (const [day, rows] of byDay) {
        const sum = totalCents(rows);
        if (sum > mostPerDay)
          yield violation(context, `${merchantId} transferred ${sum} ${day} with ${other}`);
      }
    }
  }
}

const violation = ({ index }: Context, what: string): Violation => ({
  check: CHECK,
  what,
  atMs: index.ledger.beganMs,
  ops: [],
});

const sideOf = ({ type }: TransactionRow): Side => (signOf(type) > 0 ? "in" : "out");

/** The holder's own movement that this one takes back, which it can always do; undefined if it isn't such a reversal. */
function undoneBy(
  { source, actor, original_transaction_id }: TransactionRow,
  own: Map<string, TransactionRow>,
): TransactionRow | undefined {
  const original = source === "reversal" ? own.get(original_transaction_id ?? "") : undefined;
  return original?.actor === actor ? original : undefined;
}

/**
 * The day (UTC, like the run's stores) of a transaction, when it can be there at the earliest, and from when on it
 * is there for certain.
 */
type Times = { day: number; fromMs: number; toMs: number };

/**
 * What counted of one day at least, when it was most: a reversal of an own movement of the day takes it back. Of two at
 * once it isn't known which was first, so a movement counts from when it is there for certain, and a reversal from when
 * it may be there.
 */
function mostAtOnce(
  rows: TransactionRow[],
  own: Map<string, TransactionRow>,
  times: Map<string, Times>,
): Record<Side, number> {
  const changes = rows.map((row) => {
    const { day = 0, fromMs = 0, toMs = 0 } = times.get(row.id) ?? {};
    const original = undoneBy(row, own);
    if (!original) return { side: sideOf(row), cents: row.amount_cents, atMs: toMs };
    const isOfDay = times.get(original.id)?.day === day;
    return { side: sideOf(original), cents: isOfDay ? -original.amount_cents : 0, atMs: fromMs };
  });
  const [sums, most] = [
    { in: 0, out: 0 },
    { in: 0, out: 0 },
  ];
  for (const { side, cents } of changes.sort((a, b) => a.atMs - b.atMs || a.cents - b.cents)) {
    sums[side] += cents;
    most[side] = Math.max(most[side], sums[side]);
  }
  return most;
}

function timesOfTransactions({ index, links }: Context): Map<string, Times> {
  const { ledger, operations, startedMs } = index;
  const times = new Map<string, Times>();
  for (const event of ledger.tables.events.values()) {
    const id = event.transaction_id;
    if (!id) continue;
    const ops = [...(links.ofTransaction.get(id) ?? [])].flatMap((n) => operations.get(n) ?? []);
    const seenMs = ledger.firstSeenMs.get(id) ?? Infinity;
    const writtenAtMs = writtenMs(index, event);
    const asks = ops.length > 0 ? ops.map(({ ask }) => ask.atMs) : [0];
    times.set(id, {
      day: Math.floor((startedMs + writtenAtMs) / DAY_MS),
      fromMs: Math.max(writtenAtMs - CLOCK_SLACK_MS, Math.min(...asks)),
      toMs: Math.min(seenMs, ...ops.map(doneMs)),
    });
  }
  return times;
}

function holders({ index }: Context): Holder[] {
  const { transactions, till_movements } = index.ledger.tables;
  const byActor = groupBy(transactions.values(), ({ actor }) => actor);
  const byDevice = groupBy(till_movements.values(), ({ device_id }) => device_id);
  const rowsOfDevice = (id: string) =>
    (byDevice.get(id) ?? []).flatMap((row) => transactions.get(row.transaction_id) ?? []);
  return index.stores.flatMap(({ about }) =>
    ["keys", "cashiers", "devices"].flatMap((kind) =>
      list(about, kind).map((one) => {
        const id = text(one, "id") ?? "";
        const limits = field(one, "limits");
        const actor = text(one, "actor") ?? id;
        return {
          id: actor,
          limits: { in: limitOf(limits, "In"), out: limitOf(limits, "Out") },
          rows: kind === "devices" ? rowsOfDevice(id) : (byActor.get(actor) ?? []),
        };
      }),
    ),
  );
}
