import { and, asc, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { requireScope, signedInUserOf } from "@/lib/base/context";
import { found, invalidField, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db, onlyRow, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { memberships, type SAVED_VIEW_LISTS, savedViews } from "@/lib/db/schema/users";
import { teamStoreOf } from "@/lib/domain/stores/test-twin";
import { operation } from "@/lib/ledger/post/operation";

/** Maximum number of views that a person saves for one list, and of those of a list that the team shares. */
export const MAX_SAVED_VIEWS = 50;

type ViewList = (typeof SAVED_VIEW_LISTS)[number];
type NamedQuery = {
  name: string;
  /** The page's query string: its filters and sorting. */
  query: string;
};
export type SavedView = NamedQuery & {
  id: string;
  /** Whether the whole team sees it. */
  isShared: boolean;
  /** Whether the signed-in person saved it. */
  isOwn: boolean;
};

const COLUMNS = {
  id: savedViews.id,
  userId: savedViews.userId,
  name: savedViews.name,
  query: savedViews.query,
  isShared: savedViews.isShared,
};

type Row = Omit<SavedView, "isOwn"> & { userId: string };

const viewOf = (ctx: Ctx, { userId, ...view }: Row): SavedView => ({
  ...view,
  isOwn: userId === signedInUserOf(ctx).userId,
});

/** A person's own views. */
const areOf = (ctx: Ctx, userId: string) =>
  and(eq(savedViews.merchantId, ctx.merchantId), eq(savedViews.userId, userId));

/** The views that the signed-in person sees. */
const areSeen = (ctx: Ctx) =>
  and(
    eq(savedViews.merchantId, ctx.merchantId),
    or(eq(savedViews.userId, signedInUserOf(ctx).userId), savedViews.isShared),
  );

/** The views of a list that the signed-in person sees, by name. */
export async function listViews(ctx: Ctx, { list }: { list: ViewList }): Promise<SavedView[]> {
  const rows = await db()
    .select(COLUMNS)
    .from(savedViews)
    .where(and(areSeen(ctx), eq(savedViews.list, list)))
    .orderBy(asc(savedViews.name), asc(savedViews.id));
  return rows.map((row) => viewOf(ctx, row));
}

/** Saves a view. Refuses: invalid_request (a name that is taken, too many views). */
export const saveView = (ctx: Ctx, { list, ...view }: NamedQuery & { list: ViewList }) =>
  operation(ctx, async (tx): Promise<SavedView> => {
    const { merchantId } = ctx;
    const { userId } = signedInUserOf(ctx);
    await lockViewsOf(tx, ctx, userId);
    const others = and(areOf(ctx, userId), eq(savedViews.list, list));
    if ((await tx.$count(savedViews, others)) >= MAX_SAVED_VIEWS) {
      throw tooMany(`You can save up to ${MAX_SAVED_VIEWS} views of a list.`);
    }
    await refuseTakenName(tx, ctx, { ...view, list, userId, id: null });
    const rows = await tx
      .insert(savedViews)
      .values({ merchantId, id: newId(), userId, list, ...view })
      .returning(COLUMNS);
    return viewOf(ctx, onlyRow(rows));
  });

const tooMany = (limit: string) =>
  new Refusal("invalid_request", { message: `${limit} Delete one that you don't use.` });

type Change = {
  viewId: string;
  name?: string | undefined;
  query?: string | undefined;
  isShared?: boolean | undefined;
};

/**
 * Renames a view, replaces its query, or shares it with the team, as the person who saved it; owners change what others
 * share. Refuses: not_found, insufficient_scope (a view that others share, or sharing as a viewer), invalid_request
 * (a name that is taken, too many shared views).
 */
export const changeView = (ctx: Ctx, { viewId, ...change }: Change) =>
  operation(ctx, async (tx): Promise<SavedView> => {
    const { list, ...before } = await lockView(tx, ctx, viewId);
    const view = {
      ...before,
      name: change.name ?? before.name,
      query: change.query ?? before.query,
      isShared: change.isShared ?? before.isShared,
    };
    if (view.isShared && !before.isShared) await requireMayShare(tx, ctx, list);
    await refuseTakenName(tx, ctx, { ...view, list });
    const { name, query, isShared } = view;
    await tx.update(savedViews).set({ name, query, isShared }).where(isView(ctx, viewId));
    return viewOf(ctx, view);
  });

/** Deletes a view, also one that others share, as an owner. Refuses: not_found, insufficient_scope. */
export const deleteView = (ctx: Ctx, { viewId }: { viewId: string }) =>
  operation(ctx, async (tx) => {
    await lockView(tx, ctx, viewId);
    await tx.delete(savedViews).where(isView(ctx, viewId));
    return { id: viewId };
  });

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

const isView = (ctx: Ctx, viewId: string) =>
  and(eq(savedViews.merchantId, ctx.merchantId), eq(savedViews.id, viewId));

/**
 * The view, which stays as it is until the transaction ends. Refuses: not_found; insufficient_scope, unless the person
 * saved it or owns the store.
 */
async function lockView(tx: Tx, ctx: Ctx, viewId: string) {
  const read = async () => {
    const [row] = await tx
      .select({ ...COLUMNS, list: savedViews.list })
      .from(savedViews)
      .where(and(areSeen(ctx), eq(savedViews.id, viewId)));
    return found(row);
  };
  const { userId } = await read();
  if (userId !== signedInUserOf(ctx).userId) requireScope(ctx, "store:own");
  await lockViewsOf(tx, ctx, userId);
  return read();
}

/** Locks a person's membership: their views change one after the other, and not after they left. */
async function lockViewsOf(tx: Tx, ctx: Ctx, userId: string): Promise<void> {
  const [member] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(eq(memberships.merchantId, teamStoreOf(ctx.merchantId)), eq(memberships.userId, userId)),
    )
    .for("update");
  found(member);
}

/** Refuses: insufficient_scope (viewers), invalid_request (too many shared views). */
async function requireMayShare(tx: Tx, ctx: Ctx, list: ViewList): Promise<void> {
  requireScope(ctx, "store:manage");
  // Others may share a view of theirs at the same time.
  const views = `shared-views:${ctx.merchantId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${views}, 0))`);
  const shared = and(
    eq(savedViews.merchantId, ctx.merchantId),
    eq(savedViews.list, list),
    savedViews.isShared,
  );
  if ((await tx.$count(savedViews, shared)) >= MAX_SAVED_VIEWS) {
    throw tooMany(`A team can share up to ${MAX_SAVED_VIEWS} views of a list.`);
  }
}

type Named = { list: ViewList; userId: string; id: string | null; name: string };

async function refuseTakenName(tx: Tx, ctx: Ctx, { list, userId, id, name }: Named) {
  const isTaken = and(
    areOf(ctx, userId),
    eq(savedViews.list, list),
    eq(savedViews.name, name),
    id === null ? undefined : ne(savedViews.id, id),
  );
  if ((await tx.$count(savedViews, isTaken)) > 0) {
    throw invalidField("name", "is already used by another view");
  }
}
