import type { Ctx } from "@/lib/base/context";
import { countByState } from "@/lib/domain/cards/count";
import { exportCards, type ListedCard, searchCards } from "@/lib/domain/cards/search";
import {
  type ExportedMovement,
  exportTransactions,
  searchTransactions,
} from "@/lib/domain/transactions/search-transactions";
import { matchCards, matchTransactions } from "./match-term";

/** The second argument of a function, with a search as text: 3 to 320 characters. */
type Searching<F extends (ctx: Ctx, query: never) => unknown> = Omit<Parameters<F>[1], "search"> & {
  search?: string | undefined;
};

/** Replaces the text by what it finds. */
async function resolved<Query extends { search?: string | undefined }, Found>(
  { merchantId }: Ctx,
  { search, ...query }: Query,
  match: (merchantId: string, term: string) => Promise<Found>,
) {
  return { ...query, search: search ? await match(merchantId, search) : undefined };
}

/** searchCards() of those that a text finds. */
export const findCards = async (ctx: Ctx, query: Searching<typeof searchCards>) =>
  searchCards(ctx, await resolved(ctx, query, matchCards));

/** countByState() of those that a text finds. */
export const countFoundCards = async (ctx: Ctx, query: Searching<typeof countByState>) =>
  countByState(ctx, await resolved(ctx, query, matchCards));

/** exportCards() of those that a text finds. */
export async function* exportFoundCards(
  ctx: Ctx,
  query: Searching<typeof exportCards>,
): AsyncGenerator<ListedCard[]> {
  yield* exportCards(ctx, await resolved(ctx, query, matchCards));
}

/** searchTransactions() of those that a text finds. */
export const findTransactions = async (ctx: Ctx, query: Searching<typeof searchTransactions>) =>
  searchTransactions(ctx, await resolved(ctx, query, matchTransactions));

/** exportTransactions() of those that a text finds. */
export async function* exportFoundTransactions(
  ctx: Ctx,
  query: Searching<typeof exportTransactions>,
): AsyncGenerator<ExportedMovement[]> {
  yield* exportTransactions(ctx, await resolved(ctx, query, matchTransactions));
}
