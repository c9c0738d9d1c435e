import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { found, invalidField, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db, onlyRow, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { memberships, type SAVED_VIEW_LISTS, savedViews } from "@/lib/db/schema/users";
import { teamStoreOf } from "@/lib/domain/stores/test-twin";
import { operation } from "@/lib/ledger/post/operation";

/** Maximum number of views that a person saves for one list. */
export const MAX_SAVED_VIEWS = 50;

type ViewList = (typeof SAVED_VIEW_LISTS)[number];
type NamedQuery = {
  name: string;
  /** The page's query string: its filters and sorting. */
  query: string;
};
export type SavedView = NamedQuery & { id: string };

const COLUMNS = { id: savedViews.id, name: savedViews.name, query: savedViews.query };

/** The signed-in person's own views. */
const areOwn = (ctx: Ctx) =>
  and(eq(savedViews.merchantId, ctx.merchantId), eq(savedViews.userId, signedInUserOf(ctx).userId));

const isOwnView = (ctx: Ctx, viewId: string) => and(areOwn(ctx), eq(savedViews.id, viewId));

/** The signed-in person's views of a list, by name. */
export const listViews = (ctx: Ctx, { list }: { list: ViewList }): Promise<SavedView[]> =>
  db()
    .select(COLUMNS)
    .from(savedViews)
    .where(and(areOwn(ctx), eq(savedViews.list, list)))
    .orderBy(asc(savedViews.name));

/** Saves a view. Refuses: invalid_request (a name that is taken, too many views). */
export const saveView = (ctx: Ctx, { list, ...view }: NamedQuery & { list: ViewList }) =>
  operation(ctx, async (tx): Promise<SavedView> => {
    await lockOwnViews(tx, ctx);
    const others = and(areOwn(ctx), eq(savedViews.list, list));
    if ((await tx.$count(savedViews, others)) >= MAX_SAVED_VIEWS) {
      throw new Refusal("invalid_request", {
        message: `You can save up to ${MAX_SAVED_VIEWS} views of a list. Delete one that you don't use.`,
      });
    }
    await refuseTakenName(tx, ctx, { ...view, list, id: null });
    const { merchantId } = ctx;
    const { userId } = signedInUserOf(ctx);
    const rows = await tx
      .insert(savedViews)
      .values({ merchantId, id: newId(), userId, list, ...view })
      .returning(COLUMNS);
    return onlyRow(rows);
  });

type Change = { viewId: string; name?: string | undefined; query?: string | undefined };

/** Renames a view, or replaces its query. Refuses: not_found, invalid_request (a name that is taken). */
export const changeView = (ctx: Ctx, { viewId, ...change }: Change) =>
  operation(ctx, async (tx): Promise<SavedView> => {
    await lockOwnViews(tx, ctx);
    const [row] = await tx
      .select({ ...COLUMNS, list: savedViews.list })
      .from(savedViews)
      .where(isOwnView(ctx, viewId));
    const { list, ...before } = found(row);
    const view = {
      ...before,
      name: change.name ?? before.name,
      query: change.query ?? before.query,
    };
    await refuseTakenName(tx, ctx, { ...view, list });
    await tx
      .update(savedViews)
      .set({ name: view.name, query: view.query })
      .where(isOwnView(ctx, viewId));
    return view;
  });

/** Deletes a view. Refuses: not_found. */
export async function deleteView(ctx: Ctx, { viewId }: { viewId: string }) {
  const [deleted] = await db()
    .delete(savedViews)
    .where(isOwnView(ctx, viewId))
    .returning({ id: savedViews.id });
  return found(deleted);
}

/** Deletes a person's views at a store and its test twin, when they leave the team. */
export const deleteViewsOf = (tx: Tx, merchantId: string, userId: string) =>
  tx
    .delete(savedViews)
    .where(
      and(
        eq(savedViews.userId, userId),
        inArray(
          savedViews.merchantId,
          tx
            .select({ id: merchants.id })
            .from(merchants)
            .where(sql`${merchantId} in (${merchants.id}, ${merchants.liveMerchantId})`),
        ),
      ),
    );

/** Locks the person's membership: their views change one after the other, and not after they left. */
async function lockOwnViews(tx: Tx, ctx: Ctx): Promise<void> {
  const [member] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.merchantId, teamStoreOf(ctx.merchantId)),
        eq(memberships.userId, signedInUserOf(ctx).userId),
      ),
    )
    .for("update");
  found(member);
}

type Named = { list: ViewList; id: string | null; name: string };

async function refuseTakenName(tx: Tx, ctx: Ctx, { list, id, name }: Named): Promise<void> {
  const isTaken = and(
    areOwn(ctx),
    eq(savedViews.list, list),
    eq(savedViews.name, name),
    id === null ? undefined : ne(savedViews.id, id),
  );
  if ((await tx.$count(savedViews, isTaken)) > 0) {
    throw invalidField("name", "is already used by another view");
  }
}
