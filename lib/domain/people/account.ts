import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { addressProofs, memberships, users } from "@/lib/db/schema/users";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { settingsOf } from "@/lib/domain/stores/settings";
import { teamStoreOf } from "@/lib/domain/stores/test-twin";

/** The emails about a store that a team member wants. */
const NOTIFICATION_COLUMNS = {
  webhookDisabled: memberships.notifiesWebhookDisabled,
  monthlyReport: memberships.notifiesMonthlyReport,
  redemptionsFromCents: memberships.notifiesRedemptionsFromCents,
};

export type Notifications = {
  webhookDisabled: boolean;
  monthlyReport: boolean;
  /** Minor units of the store's currency; null for none. */
  redemptionsFromCents: number | null;
};

const isOwnMembership = (ctx: Ctx) =>
  and(
    eq(memberships.merchantId, teamStoreOf(ctx.merchantId)),
    eq(memberships.userId, signedInUserOf(ctx).userId),
  );

/** The signed-in user's account, and the emails about the store that they want. Refuses: unauthorized. */
export const readAccount = (ctx: Ctx) => accountIn(db(), ctx);

async function accountIn(from: Db | Tx, ctx: Ctx) {
  const [row] = await from
    .select({
      name: users.name,
      email: users.email,
      isConfirmed: sql<boolean>`${users.verifiedAt} is not null`,
      /** The new email, until its link is opened or expires. */
      pendingEmail: addressProofs.email,
      notifications: NOTIFICATION_COLUMNS,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(
      addressProofs,
      and(eq(addressProofs.userId, users.id), gt(addressProofs.expiresAt, sql`now()`)),
    )
    .where(isOwnMembership(ctx));
  if (!row) throw new Refusal("unauthorized");
  return row;
}

export type Account = Awaited<ReturnType<typeof readAccount>>;

type AccountChange = {
  name?: string | undefined;
  notifications?:
    | Partial<{ [Name in keyof Notifications]: Notifications[Name] | undefined }>
    | undefined;
};

/** Changes the signed-in user's name, and the emails about the store that they want. Refuses: unauthorized. */
export const changeAccount = (ctx: Ctx, { name, notifications = {} }: AccountChange) =>
  db().transaction(async (tx): Promise<Account> => {
    const { userId } = signedInUserOf(ctx);
    const before = await accountIn(tx, ctx);
    const renamed = changesBetween(before, { name });
    if (renamed.name) {
      await tx.update(users).set({ name }).where(eq(users.id, userId));
      const change = { action: "account.renamed", subjectId: userId, details: renamed } as const;
      await audit(tx, authorOf(ctx), change);
    }
    const details = changesBetween<Notifications>(before.notifications, notifications);
    if (Object.keys(details).length > 0) {
      if (details.redemptionsFromCents) await startAtNow(tx, ctx);
      await tx
        .update(memberships)
        .set({
          notifiesWebhookDisabled: notifications.webhookDisabled,
          notifiesMonthlyReport: notifications.monthlyReport,
          notifiesRedemptionsFromCents: notifications.redemptionsFromCents,
        })
        .where(isOwnMembership(ctx));
      const action = "account.notifications_changed";
      const { currency } = await settingsOf(tx, ctx.merchantId);
      const auditDetails = { ...details, ...(details.redemptionsFromCents && { currency }) };
      await audit(tx, authorOf(ctx), { action, subjectId: userId, details: auditDetails });
    }
    return await accountIn(tx, ctx);
  });

/** Notifies of redemptions from now on, unless another team member is notified of them already. */
async function startAtNow(tx: Tx, ctx: Ctx): Promise<void> {
  const store = teamStoreOf(ctx.merchantId);
  const others = await tx.$count(
    memberships,
    and(eq(memberships.merchantId, store), isNotNull(memberships.notifiesRedemptionsFromCents)),
  );
  if (others > 0) return;
  // The clock that makes the ids of redemptions.
  await tx.update(merchants).set({ notifiedUntil: new Date() }).where(eq(merchants.id, store));
}
