import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import type { CardStatus } from "@/lib/ledger/post/records";
import { type ConnectionKey, requireConnection } from "./connection";
import type { LeasedCard } from "./lease";

/** Why a card's balance differs in the shop. If several apply, the first one counts. */
export const CAUSES = [
  "missing_there",
  "redeemed_there",
  "disabled_there",
  "failed",
  "credited_there",
  "queued",
] as const;
export type Cause = (typeof CAUSES)[number];

/** What the merchant can do: use either side's balance, or retry. */
export type Remedy = "ledger" | "platform" | "retry";

export type Difference = Pick<LeasedCard, "state" | "reason" | "unpostedCents" | "seenAt"> & {
  cardId: string;
  last4: string;
  status: CardStatus;
  currency: string;
  ledgerCents: number;
  /** Null if the shop has never shown a balance. */
  platformCents: number | null;
  cause: Cause;
  remedies: Remedy[];
};
type Row = Omit<Difference, "remedies"> & { isReplaced: boolean };

const REMEDIES: Record<Cause, readonly Remedy[]> = {
  missing_there: ["ledger"],
  redeemed_there: ["ledger", "platform"],
  disabled_there: ["platform"],
  failed: ["retry"],
  credited_there: ["ledger", "platform"],
  queued: [],
};

/**
 * A disabled card can't be credited, and an empty one can't be redeemed. What was redeemed of a card that was
 * replaced is taken from the new one.
 */
function remediesOf({ cause, status, ledgerCents, isReplaced }: Row): Remedy[] {
  const takesTheirs =
    cause === "redeemed_there"
      ? isReplaced || (status === "active" && ledgerCents > 0)
      : status === "active";
  return REMEDIES[cause].filter((remedy) => remedy !== "platform" || takesTheirs);
}

// Must match the predicate of the partial index platform_cards_different.
const MAY_DIFFER = sql`(p.state in ('queued', 'failed') or p.unposted_cents > 0
  or p.seen_as = 'missing' or (p.seen_as = 'disabled' and p.state = 'created')
  or p.seen_cents > p.expected_cents)`;

// A card in another currency is never created in the shop, so it can't differ.
const CAUSE_SQL = sql`case
  when p.platform_id is null and c.currency <> k.currency then null
  when p.seen_as = 'missing' and p.state = 'created' then 'missing_there'
  when p.unposted_cents > 0 then 'redeemed_there'
  when p.seen_as = 'disabled' and p.state = 'created' then 'disabled_there'
  when p.state = 'failed' then 'failed'
  when p.seen_cents > p.expected_cents and p.state = 'created' then 'credited_there'
  when p.synced_sequence < c.sequence then 'queued' end`;

/** Selects the cards that may differ, with their cause: those in the index, and those with a pending job. */
const differingCardsSql = ({ merchantId, id }: ConnectionKey, which: SQL = sql`true`): SQL => sql`
  select p.*, ${CAUSE_SQL} as cause, c.code_last4, c.status, c.currency, c.balance_cents, c.sequence,
    c.replaced_by_id
  from platform_cards p
  join platform_connections k on k.merchant_id = p.merchant_id and k.id = p.connection_id
  join cards c on c.merchant_id = p.merchant_id and c.id = p.card_id
  where p.merchant_id = ${merchantId} and p.connection_id = ${id} and ${which}
    and p.card_id in (
      select p.card_id from platform_cards p
        where p.merchant_id = ${merchantId} and p.connection_id = ${id} and ${MAY_DIFFER}
      union all
      select (o.payload->>'cardId')::uuid from outbox o where o.merchant_id = ${merchantId}
        and o.status = 'pending' and o.kind = 'platform_card' and o.payload ? 'cardId')`;

const select = (source: SQL, rest: SQL): SQL => sql`
  select d.card_id as "cardId", d.code_last4 as last4, d.status, d.currency,
    d.balance_cents::float8 as "ledgerCents", d.seen_cents::float8 as "platformCents",
    d.seen_at as "seenAt", d.state, d.reason, d.unposted_cents::float8 as "unpostedCents", d.cause,
    d.replaced_by_id is not null as "isReplaced"
  from (${source}) d where d.cause is not null ${rest}`;

const withRemedies = (row: Row): Difference => {
  const { isReplaced: _isReplaced, ...difference } = row;
  return { ...difference, remedies: remediesOf(row) };
};

/** A card's difference between the ledger and the shop; null if they agree. */
export async function differenceOf(
  connection: ConnectionKey,
  cardId: string,
  from: Db | Tx = db(),
): Promise<Difference | null> {
  const source = differingCardsSql(connection, sql`p.card_id = ${cardId}`);
  const [row] = await from.execute<Row>(select(source, sql``));
  return row ? withRemedies(row) : null;
}

const causeCondition = (cause: Cause | undefined): SQL =>
  cause ? sql`and d.cause = ${cause}` : sql``;

/** Number of cards that differ and don't just wait to be synced. */
export async function countUnsettled(connection: ConnectionKey): Promise<number> {
  const [row] = await db().execute<{ n: number }>(sql`select count(*)::int as n
    from (${differingCardsSql(connection)}) d where d.cause is not null and d.cause <> 'queued'`);
  return row?.n ?? 0;
}

/** Number of cards that differ, all or of one cause. */
export async function countDifferences(connection: ConnectionKey, cause?: Cause): Promise<number> {
  const [row] = await db().execute<{ n: number }>(sql`select count(*)::int as n
    from (${differingCardsSql(connection)}) d where d.cause is not null ${causeCondition(cause)}`);
  return row?.n ?? 0;
}

/** Lists differing cards, newest first. Refuses: platform_not_connected, invalid_request (the cursor). */
export async function listDifferences(
  { merchantId }: Ctx,
  request: PageRequest & { cause?: Cause | undefined },
): Promise<Page<Difference & { id: string }>> {
  const { cause } = request;
  const connection = await requireConnection(merchantId);
  const filters = { list: "platform-differences", merchantId, id: connection.id, cause };
  return await pageOf(
    request,
    filters,
    async (after, limit, offset) => {
      const rest = sql`${causeCondition(cause)} ${after ? sql`and d.card_id < ${after}` : sql``}
        order by d.card_id desc limit ${limit} offset ${offset}`;
      const rows = await db().execute<Row>(select(differingCardsSql(connection), rest));
      return [...rows].map((row) => ({ id: row.cardId, ...withRemedies(row) }));
    },
    () => countDifferences(connection, cause),
  );
}
