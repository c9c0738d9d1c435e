import { and, eq } from "drizzle-orm";
import type { AmountLimits, ApiShape, Ctx } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import { apiKeyDays } from "@/lib/db/schema/api-keys";
import { type LimitName, limitsFor } from "@/lib/domain/limits/rate-limits";
import { type StoreSettings, settingsOf } from "@/lib/domain/stores/settings";
import { storeTodaySql } from "@/lib/domain/stores/store-time-zone";
import { amountLimitsOf } from "./amount-limits";
import { type ApiKey, findKey } from "./read";

/** What a key moved today in one currency, in minor units. */
type MovedToday = { currency: string; inCents: number; outCents: number };

export type CallerDescription = {
  store: Pick<StoreSettings, "id" | "name" | "currency" | "timeZone">;
  /** Null for a team member. */
  key: DescribedKey | null;
  rateLimits: { name: string; max: number; windowSeconds: number }[];
  /** The caller's shape and scopes; those of the key, if there is one. */
  shape: ApiShape;
  scopes: string[];
};

type DescribedKey = Pick<ApiKey, "id" | "name" | "place" | "expiresAt" | "addressRanges"> & {
  amounts: (AmountLimits & { today: MovedToday[] }) | null;
};

/** The rate limits of the API's operations. */
const API_LIMITS: LimitName[] = ["create", "batch", "activate", "money", "storeCredit", "transfer"];

/** The caller's store and API key, with its limits and what it moved today. */
export async function describeCaller({ merchantId, principal }: Ctx): Promise<CallerDescription> {
  const { id, name, currency, timeZone } = await settingsOf(db(), merchantId);
  const keyId = principal.kind === "key" ? principal.actor.slice("key:".length) : null;
  return {
    store: { id, name, currency, timeZone },
    key: keyId === null ? null : await describeKey(merchantId, keyId),
    rateLimits: API_LIMITS.flatMap((name) => limitsFor(principal, name)).map(
      ({ name, max, windowMs }) => ({ name, max, windowSeconds: windowMs / 1_000 }),
    ),
    shape: principal.shape,
    scopes: principal.scopes.filter((scope) => !scope.startsWith("store:")),
  };
}

async function describeKey(merchantId: string, keyId: string): Promise<DescribedKey> {
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
        eq(apiKeyDays.day, storeTodaySql(merchantId)),
      ),
    )
    .orderBy(apiKeyDays.currency);
