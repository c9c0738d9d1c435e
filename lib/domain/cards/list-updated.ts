import type { Ctx } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { firstIdAt } from "@/lib/base/ids";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { pg } from "@/lib/db/client/client";
import type { Card } from "@/lib/ledger/post/records";
import { auditListedCodes } from "./code-access";
import { CARD_COLUMNS, type ListFilters, matchingCards } from "./list";

const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_DAYS = 31;
/** Ids have the app's time, and are created before a movement waits for its card: `updated_at` is later. */
const MARGIN_MS = 10 * 60 * 1_000;
const FIRST_SPAN_MS = 60 * 60 * 1_000;
/** Each search that finds too little is repeated over a longer span. */
const SPAN_FACTOR = 8;

/** With `updated_at` to the microsecond, which a Date can't hold. */
type ChangedCard = Card & { position: string };

/**
 * The merchant's cards that changed since a time, in the order of their last change. Debits pay no index for
 * it: changed cards are those with a transaction in that time, those created in it, and those with another
 * change, which a trigger notes in `details_changed_at`. `total` is null unless all are on the first page.
 * Refuses: invalid_request (the cursor, a time more than 31 days ago).
 */
export async function listUpdatedCards(
  ctx: Ctx,
  {
    limit,
    offset,
    cursor,
    updatedSince,
    ...filters
  }: PageRequest & ListFilters & { updatedSince: Date },
): Promise<Page<Card, number | null>> {
  const { merchantId } = ctx;
  if (updatedSince.getTime() < Date.now() - MAX_DAYS * DAY_MS) {
    throw invalidField(
      "updatedSince",
      `must be at most ${MAX_DAYS} days ago; to go back further, list all cards`,
    );
  }
  const page = await pageOf<ChangedCard, number | null>(
    { limit, offset, cursor },
    { list: "updated-cards", merchantId, updatedSince, ...filters },
    (after, rows, _offset, key) =>
      readChanged(
        merchantId,
        filters,
        { from: (key as string | null) ?? updatedSince.toISOString(), after },
        rows,
      ),
    async () => null,
    ({ position }) => position,
  );
  await auditListedCodes(ctx, page.items.length);
  const isAll = cursor === undefined && page.nextCursor === null;
  return { ...page, total: isAll ? page.items.length : null };
}

/** The id of the last card that was listed and its `updated_at`; at first null and the time asked for. */
type Position = { from: string; after: string | null };

/** Up to `limit` changed cards, from a span after the position that is long enough. */
async function readChanged(
  merchantId: string,
  filters: ListFilters,
  { from, after }: Position,
  limit: number,
): Promise<ChangedCard[]> {
  const startMs = Date.parse(from);
  const nowMs = Date.now() + MARGIN_MS;
  for (let spanMs = FIRST_SPAN_MS; ; spanMs *= SPAN_FACTOR) {
    const isLast = startMs + spanMs >= nowMs;
    const end = isLast ? null : new Date(startMs + spanMs);
    const rows = await readSpan(merchantId, filters, { from, after, end }, limit);
    if (isLast || rows.length >= limit) return rows;
  }
}

const isoOf = (epochMs: number) => new Date(epochMs).toISOString();

type Span = Position & { end: Date | null };

function readSpan(
  merchantId: string,
  filters: ListFilters,
  { from, after, end }: Span,
  limit: number,
): Promise<ChangedCard[]> {
  const sql = pg();
  const startMs = Date.parse(from);
  const firstId = firstIdAt(startMs - MARGIN_MS);
  const lastId = end && firstIdAt(end.getTime() + MARGIN_MS);
  const inSpan = sql`merchant_id = ${merchantId} and id >= ${firstId}
    ${lastId ? sql`and id < ${lastId}` : sql``}`;
  return sql<ChangedCard[]>`
    with changed as (
      select card_id from transactions where ${inSpan}
      union select id from cards where ${inSpan}
      union select id from cards where merchant_id = ${merchantId}
        and details_changed_at >= ${isoOf(startMs - MARGIN_MS)}::timestamptz
        ${end ? sql`and details_changed_at < ${isoOf(end.getTime() + MARGIN_MS)}::timestamptz` : sql``})
    select ${CARD_COLUMNS(sql)},
      to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
    from cards
    where id in (select card_id from changed) and ${matchingCards(merchantId, filters)}
      and updated_at >= ${from}::timestamptz ${end ? sql`and updated_at < ${end.toISOString()}::timestamptz` : sql``}
      ${after ? sql`and (updated_at, id) > (${from}::timestamptz, ${after}::uuid)` : sql``}
    order by updated_at, id limit ${limit}`;
}
