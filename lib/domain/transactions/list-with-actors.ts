import type { Ctx } from "@/lib/base/context";
import { type Page, type PageRequest, searchPageOf } from "@/lib/base/page";
import type { Db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { namesOf } from "@/lib/domain/audit/actors";
import type { Transaction } from "@/lib/ledger/post/records";
import { type ListedTransaction, listTransactions } from "./list-transactions";
import { searchDeadlineMs, searchSlices } from "./search-transactions";
import { type ListFilters, needsSearch } from "./transaction-filters";

export const ACTOR_TYPES = [
  "key",
  "user",
  "cashier",
  "consumer",
  "platform",
  "store",
  "operator",
] as const;

/** Who made a transaction, as the API shows it. */
export type Actor = {
  type: (typeof ACTOR_TYPES)[number];
  /** Only of keys and users. */
  id: string | null;
  /** Only of keys. */
  name: string | null;
};

export type TransactionWithActor = Transaction & { actor: Actor };

/**
 * The merchant's transactions, newest first, with who made them. `total` is null where it would need a search
 * of the whole history. Refuses: invalid_request (the cursor).
 */
export function listWithActors(
  ctx: Ctx,
  request: PageRequest & ListFilters,
): Promise<Page<TransactionWithActor, number | null>> {
  return readFromReplica(async (from) => {
    const page = needsSearch(request)
      ? await search(from, ctx, request)
      : await listTransactions(ctx, request, from);
    const names = await keyNamesOf(from, ctx.merchantId, page.items);
    return {
      ...page,
      items: page.items.map((item) => ({ ...item, actor: namedActor(item.actor, names) })),
    };
  });
}

/** The names of the keys among the actors of records. */
export const keyNamesOf = (from: Db, merchantId: string, records: readonly { actor: string }[]) =>
  namesOf(
    merchantId,
    records.filter(({ actor }) => actor.startsWith("key:")),
    from,
  );

/** What a key may learn of an actor: names of keys, but not of people, customers, other stores or shops. */
export function namedActor(actor: string, names: Map<string, string>): Actor {
  const [kind = "", id = null] = actor.split(":");
  const type = ACTOR_TYPES.find((one) => one === kind) ?? "operator";
  const hasId = type === "key" || type === "user";
  return { type, id: hasId ? id : null, name: type === "key" ? (names.get(actor) ?? null) : null };
}

/** One page of a search, which ends early after 400 ms; the cursor continues from there. */
async function search(
  from: Db,
  { merchantId }: Ctx,
  { limit, offset, cursor, ...filters }: PageRequest & ListFilters,
): Promise<Page<ListedTransaction, number | null>> {
  const list = { list: "transactions", merchantId, ...filters };
  const newestFirst = { from, merchantId, filters, sort: "newest" } as const;
  const { items, nextCursor } = await searchPageOf({ limit, cursor }, list, (after, rows) =>
    searchSlices(newestFirst, after, rows, searchDeadlineMs()),
  );
  const isAll = cursor === undefined && nextCursor === null;
  return { items, total: isAll ? items.length : null, limit, offset, nextCursor };
}
