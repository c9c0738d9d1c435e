import type { Ctx } from "../context";
import { pg } from "../db/client";
import type { Card } from "../ledger/records";
import { type Page, type PageRequest, pageOf } from "../page";
import { auditListedCodes } from "./code-access";
import type { CountableFilters } from "./filters";

type CardWithTotal = Card & { total: string };

/**
 * The merchant's cards, newest first, with the exact number of matches (spec, Cards). These filters have
 * few combinations, so each connection plans each statement only once. A list that shows codes is audited.
 * Refuses: invalid_request (the cursor).
 */
export async function listCards(
  ctx: Ctx,
  { limit, offset, cursor, ...filters }: PageRequest & CountableFilters,
): Promise<Page<Card>> {
  const { merchantId } = ctx;
  const page = await pageOf<CardWithTotal>(
    { limit, offset, cursor },
    { list: "cards", merchantId, ...filters },
    (after, rows, skipped) => readCards(merchantId, filters, after, rows, skipped),
    async (reading) => {
      const [first] = await reading;
      return Number(first?.total ?? (await countMatching(merchantId, filters)));
    },
  );
  await auditListedCodes(ctx, page.items.length);
  return page;
}

/** A card's columns under the names of its record. */
export const CARD_COLUMNS = (sql: ReturnType<typeof pg>) => sql`
  id, merchant_id as "merchantId", currency, balance_cents::float8 as "balanceCents", status,
  card_type as "cardType", expires_on::text as "expiresOn", sequence::float8 as sequence,
  sealed_code as "sealedCode", created_at as "createdAt", updated_at as "updatedAt",
  (select email from consumers where id = owner_id) as "ownerEmail"`;

function readCards(
  merchantId: string,
  filters: CountableFilters,
  after: string | null,
  limit: number,
  offset: number,
) {
  const sql = pg();
  return sql<CardWithTotal[]>`
    select ${CARD_COLUMNS(sql)},
      (${totalQuery(merchantId, filters)}) as total
    from cards
    where ${matchingCards(merchantId, filters)} ${after ? sql`and id < ${after}` : sql``}
    order by id desc limit ${limit} offset ${offset}`;
}

/** For an empty page, which has no row to carry the total. */
async function countMatching(merchantId: string, filters: CountableFilters): Promise<string> {
  const [row] = await pg()<{ total: string }[]>`
    select (${totalQuery(merchantId, filters)}) as total`;
  return row?.total ?? "0";
}

/** Reads the merchant's counters, or counts the cards of one owner or batch, which are few. */
const totalQuery = (merchantId: string, filters: CountableFilters) =>
  filters.ownerEmail || filters.batchId
    ? pg()`select count(*) from cards where ${matchingCards(merchantId, filters)}`
    : pg()`select coalesce(sum(count), 0) from card_counts
        where ${matchingCards(merchantId, filters)}`;

/** Condition for the matching rows of `cards` or `card_counts`. */
export function matchingCards(
  merchantId: string,
  { status, cardType, ownerEmail, batchId }: CountableFilters,
) {
  const sql = pg();
  const owner = sql`(select id from consumers where email = ${ownerEmail ?? null})`;
  return sql`merchant_id = ${merchantId}
    ${status ? sql`and status = ${status}` : sql``}
    ${cardType ? sql`and card_type = ${cardType}` : sql``}
    ${ownerEmail ? sql`and owner_id = ${owner}` : sql``}
    ${batchId ? sql`and batch_id = ${batchId}` : sql``}`;
}
