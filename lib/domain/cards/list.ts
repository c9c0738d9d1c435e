import type { Ctx } from "@/lib/base/context";
import type { Metadata } from "@/lib/base/metadata";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { pg } from "@/lib/db/client/client";
import type { Card } from "@/lib/ledger/post/records";
import { auditListedCodes } from "./code-access";
import type { CountableFilters } from "./filters";

export type ListFilters = CountableFilters & {
  /** Pairs that a card must have, all of them. */
  metadata?: Metadata | undefined;
};
type CardWithTotal = Card & { total: string };

/**
 * The merchant's cards, newest first, with the exact number of matches (spec, Cards). These filters have
 * few combinations, so each connection plans each statement only once. A list that shows codes is audited.
 * Refuses: invalid_request (the cursor).
 */
export async function listCards(
  ctx: Ctx,
  { limit, offset, cursor, ...filters }: PageRequest & ListFilters,
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
  id, merchant_id as "merchantId", currency, balance_cents::float8 as "balanceCents",
  case when held_cents > 0 then available_cents(row(cards.*)::cards)::float8 end as "availableCents", status,
  card_type as "cardType", expires_on::text as "expiresOn", sequence::float8 as sequence,
  sealed_code as "sealedCode", frozen_reason as "frozenReason",
  replaced_by_id as "replacedById", metadata, created_at as "createdAt", updated_at as "updatedAt",
  (select email from consumers where id = owner_id) as "ownerEmail"`;

function readCards(
  merchantId: string,
  filters: ListFilters,
  after: string | null,
  limit: number,
  offset: number,
) {
  const sql = pg();
  return sql<CardWithTotal[]>`
    select ${CARD_COLUMNS(sql)},
      (${totalQuery(merchantId, filters)}) as total
    from ${cardsToSearch(merchantId, filters)}
    where ${matchingCards(merchantId, filters)} ${after ? sql`and id < ${after}` : sql``}
    order by id desc limit ${limit} offset ${offset}`;
}

/** For an empty page, which has no row to carry the total. */
async function countMatching(merchantId: string, filters: ListFilters): Promise<string> {
  const [row] = await pg()<{ total: string }[]>`
    select (${totalQuery(merchantId, filters)}) as total`;
  return row?.total ?? "0";
}

/** Reads the merchant's counters, or counts the cards of one owner, batch or metadata. */
const totalQuery = (merchantId: string, filters: ListFilters) =>
  filters.ownerEmail || filters.batchId || filters.metadata
    ? pg()`select count(*) from ${cardsToSearch(merchantId, filters)}
        where ${matchingCards(merchantId, filters)}`
    : pg()`select coalesce(sum(count), 0) from card_counts
        where ${matchingCards(merchantId, filters)}`;

/** Condition for the matching rows of `cards` or `card_counts`. */
export function matchingCards(merchantId: string, filters: ListFilters) {
  const { status, cardType, ownerEmail, batchId, metadata } = filters;
  const sql = pg();
  const owner = sql`(select id from consumers where email = ${ownerEmail ?? null})`;
  return sql`merchant_id = ${merchantId}
    ${status ? sql`and status = ${status}` : sql``}
    ${cardType ? sql`and card_type = ${cardType}` : sql``}
    ${ownerEmail ? sql`and owner_id = ${owner}` : sql``}
    ${batchId ? sql`and batch_id = ${batchId}` : sql``}
    ${metadata ? sql`and metadata @> ${JSON.stringify(metadata)}::jsonb` : sql``}`;
}

/**
 * All cards, or those that the index finds by metadata. Their terms contain the store, and the hash of one
 * can also be another's. Apart from the other conditions (`offset 0`), because in the order of the list the
 * search could read every card of the store.
 */
function cardsToSearch(merchantId: string, { metadata }: ListFilters) {
  const sql = pg();
  if (!metadata) return sql`cards`;
  const terms = sql`metadata_terms(${merchantId}::uuid, ${JSON.stringify(metadata)}::jsonb)`;
  return sql`(select * from cards where metadata is not null
    and metadata_terms(merchant_id, metadata) @> ${terms} offset 0) cards`;
}
