import { eq, sql } from "drizzle-orm";
import { type Ctx, requireScope, signedInUserOf } from "@/lib/base/context";
import { invalidField, Refusal } from "@/lib/base/errors";
import type { Language } from "@/lib/base/i18n/languages";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { hasSecondFactor, users } from "@/lib/db/schema/users";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import { operation, type Replayable } from "@/lib/ledger/post/operation";
import { requireZone } from "./store-time-zone";
import { isTestStore } from "./test-twin";
import { renameTwin, testNameOf } from "./twin";

const COLUMNS = {
  id: merchants.id,
  name: merchants.name,
  slug: merchants.slug,
  currency: merchants.currency,
  timeZone: merchants.timeZone,
  validityMonths: merchants.validityMonths,
  language: merchants.language,
  requiresSecondFactor: merchants.requiresSecondFactor,
  scanPrefix: merchants.scanPrefix,
  usualAmountCents: merchants.usualAmountCents,
  closedZone: merchants.closedZone,
  createdAt: merchants.createdAt,
};

export type StoreSettings = Replayable<Pick<typeof merchants.$inferSelect, keyof typeof COLUMNS>>;

/** The store's settings; `lock` prevents changes until the transaction ends. */
export async function settingsOf(
  from: Db | Tx,
  merchantId: string,
  lock = false,
): Promise<StoreSettings> {
  const query = from.select(COLUMNS).from(merchants).where(eq(merchants.id, merchantId));
  const [store] = await (lock ? query.for("no key update") : query);
  if (!store) throw new Error("the store is not there");
  return store;
}

/** The settings of the request's store. */
export const readStore = ({ merchantId }: Ctx): Promise<StoreSettings> =>
  settingsOf(db(), merchantId);

type StoreChange = {
  name?: string | undefined;
  currency?: string | undefined;
  timeZone?: string | undefined;
  /** 1 to 1200; null means that cards never expire. */
  validityMonths?: number | null | undefined;
  /** The language of emails to customers who chose none. */
  language?: Language | undefined;
  /** Only an owner with a second factor changes it. */
  requiresSecondFactor?: boolean | undefined;
  /** What the store's scanners send before a code; null for nothing. */
  scanPrefix?: string | null | undefined;
  /** Larger amounts in the store's currency (minor units) are entered twice; null for the default. */
  usualAmountCents?: number | null | undefined;
};

/**
 * Changes the given settings. Existing cards keep their currency, and their expiration until the next top-up.
 * After a time zone change, the next housekeeping recomputes the days of totals and reports; until then they
 * are in the old zone. Totals are always exact. A new name becomes that of the store's test twin too.
 * Refuses: invalid_request (a zone that Postgres does not know; a second factor that the owner lacks),
 * insufficient_scope (the second factor, for a manager), not_in_test_mode (the second factor, which a test twin
 * shares with its live store).
 */
export const updateStore = (ctx: Ctx, change: StoreChange): Promise<StoreSettings> =>
  operation(requireScope(ctx, "store:manage"), async (tx): Promise<StoreSettings> => {
    const { merchantId } = ctx;
    const before = await settingsOf(tx, merchantId, true);
    const { timeZone } = change;
    const zone = timeZone === undefined ? {} : { timeZone: await requireZone(tx, timeZone) };
    const isTest = await isTestStore(tx, merchantId);
    const name = isTest && change.name !== undefined ? { name: testNameOf(change.name) } : {};
    const after = { ...change, ...zone, ...name };
    const details = changesBetween(before, after);
    if (Object.keys(details).length === 0) return before;
    if (details.requiresSecondFactor && isTest) throw new Refusal("not_in_test_mode");
    if (details.requiresSecondFactor) await checkOwnSecondFactor(ctx, tx);
    await tx
      .update(merchants)
      .set({
        ...after,
        // Finalized days keep the old zone until they are recomputed.
        closedZone: sql`case when ${merchants.rolledUpUntil} is not null
          then coalesce(${merchants.closedZone}, ${merchants.timeZone}) end`,
      })
      .where(eq(merchants.id, merchantId));
    await audit(tx, authorOf(ctx), { action: "store.updated", subjectId: merchantId, details });
    if (details.name && !isTest) await renameTwin(tx, ctx, after.name ?? before.name);
    return await settingsOf(tx, merchantId);
  });

/** Owners first set up their own second factor, so that a store can't lock itself out. */
async function checkOwnSecondFactor(ctx: Ctx, tx: Tx): Promise<void> {
  if (!ctx.principal.scopes.includes("store:own")) throw new Refusal("insufficient_scope");
  const { userId } = signedInUserOf(ctx);
  const [user] = await tx.select({ has: hasSecondFactor }).from(users).where(eq(users.id, userId));
  if (user?.has) return;
  throw invalidField(
    "requiresSecondFactor",
    "set up two-step sign-in or a passkey for yourself first",
  );
}
