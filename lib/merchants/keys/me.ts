import { and, eq, sql } from "drizzle-orm";
import type { AmountLimits, Ctx } from "../../context";
import { db } from "../../db/client";
import { apiKeyDays } from "../../db/schema/api-keys";
import { merchants } from "../../db/schema/merchants";
import { found } from "../../errors";
import { type LimitName, limitsFor } from "../../limits/rate-limits";
import { storeTodaySql } from "../store-time-zone";
import { amountLimitsOf } from "./amount-limits";
import { type ApiKey, findKey } from "./read";

/** What a key moved today in one currency, in minor units. */
type MovedToday = { currency: string; inCents: number; outCents: number };

export type CallerDescription = {
  store: { id: string; name: string; currency: string; timeZone: string };
  /** Null for a team member. */
  key: (ApiKey & { amounts: (AmountLimits & { today: MovedToday[] }) | null }) | null;
  rateLimits: { name: string; max: number; windowSeconds: number }[];
  /** The caller's shape and scopes; those of the key, if there is one. */
  shape: string;
  scopes: readonly string[];
};

/** The rate limits of the API's operations. */
const API_LIMITS: LimitName[] = ["create", "batch", "activate", "money", "storeCredit", "transfer"];

/** The caller's store and API key, with its limits and what it moved today. Refuses: not_found. */
export async function describeCaller({ merchantId, principal }: Ctx): Promise<CallerDescription> {
  const [store] = await db()
    .select({
      id: merchants.id,
      name: merchants.name,
      currency: merchants.currency,
      timeZone: merchants.timeZone,
    })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  const keyId = principal.kind === "key" ? principal.actor.slice("key:".length) : null;
  return {
    store: found(store),
    key: keyId === null ? null : await describeKey(merchantId, keyId),
    rateLimits: API_LIMITS.flatMap((name) => limitsFor(principal, name)).map(
      ({ bucket, max, windowMs }) => ({ name: bucket, max, windowSeconds: windowMs / 1_000 }),
    ),
    shape: principal.shape,
    scopes: principal.scopes.filter((scope) => !scope.startsWith("store:")),
  };
}

async function describeKey(merchantId: string, keyId: string) {
  const key = await findKey(db(), merchantId, keyId);
  const limits = amountLimitsOf(key);
  return { ...key, amounts: limits && { ...limits, today: await movedToday(merchantId, keyId) } };
}

const movedToday = (merchantId: string, keyId: string): Promise<MovedToday[]> =>
  db()
    .select({
      currency: apiKeyDays.currency,
      inCents: apiKeyDays.inCents,
      outCents: apiKeyDays.outCents,
    })
    .from(apiKeyDays)
    .where(
      and(
        eq(apiKeyDays.merchantId, merchantId),
        eq(apiKeyDays.keyId, keyId),
        eq(apiKeyDays.day, sql`${storeTodaySql(merchantId)}`),
      ),
    )
    .orderBy(apiKeyDays.currency);
