import { type Ctx, requireScope } from "@/lib/base/context";
import { API_SCOPES } from "@/lib/base/roles";
import { db } from "@/lib/db/client/client";
import { twinOf } from "@/lib/domain/stores/twin";
import { type CreatedKey, createKey, expiryInDays } from "./create";

/** Long enough to try the API, so that forgotten keys of the docs don't pile up. */
const VALID_DAYS = 7;

/**
 * Creates a key with every scope in the test twin of the store that is shown, for the samples of the docs.
 * Refuses: what createKey() refuses.
 */
export async function createTestKey(ctx: Ctx): Promise<CreatedKey> {
  requireScope(ctx, "store:manage");
  const key = { name: "API reference", shape: "A", scopes: API_SCOPES } as const;
  return await createKey(await inTestStore(ctx), { ...key, expiresAt: expiryInDays(VALID_DAYS) });
}

/** The same person in the store's test twin, which is created on first use. */
async function inTestStore(ctx: Ctx): Promise<Ctx> {
  const { principal, requestId } = ctx;
  if (principal.isTest) return ctx;
  const author = { actor: principal.actor, requestId };
  const merchantId = await db().transaction((tx) => twinOf(tx, ctx.merchantId, author));
  return { ...ctx, merchantId, principal: { ...principal, merchantId, isTest: true } };
}
