import { pg } from "../db/client";
import { PlatformError } from "./adapter";

/** The shop's rate limit, as reported in a response. */
export type BucketStatus = { available: number; maximum: number; perSecond: number };

/** The rate limit points shared by all calls to one shop. */
export type Bucket = {
  /** Takes a call's points before it is sent. Throws PlatformError (throttled) if there are not enough. */
  take(points: number, how?: { patient: boolean }): Promise<void>;
  /** After a response: gives back unused points and stores the numbers the shop reported. */
  adopt(response: { taken: number; cost: number; status: BucketStatus }): Promise<void>;
};

/** For shops without rate limit points, and before a connection is saved. */
export const unmetered: Bucket = { take: async () => {}, adopt: async () => {} };

// Assumed before the first response. Lower than the smallest limit at Shopify.
const UNKNOWN: BucketStatus = { available: 500, maximum: 1_000, perSecond: 50 };

/** The share never used: more than the calls in flight cost, because the shop's full bucket can't refill. */
const RESERVED = 0.2;

/** The share left by patient calls: otherwise a page of cards would never get its points among changes. */
const LEFT_BY_THE_PATIENT = 0.25;

// Many calls may wait for the same few points: let several refill before they retry.
const MIN_WAIT_MS = 500;

/** The bucket in a connection's row, shared by all instances. It never has more points than the shop's. */
export function bucketOf(merchantId: string, connectionId: string): Bucket {
  const own = () => pg()`merchant_id = ${merchantId} and id = ${connectionId}`;
  return {
    take: async (points, { patient } = { patient: false }) => {
      const left = pg()`(${drawable()} * ${patient ? LEFT_BY_THE_PATIENT : 0}::float8)`;
      const wanted = pg()`least(${points}::float8, ${drawable()} - ${left})`;
      const [taken] = await pg()`update platform_connections
        set points_available = ${level()} - ${wanted}, points_at = clock_timestamp()
        where ${own()} and ${level()} >= ${wanted} + ${left} returning id`;
      if (taken) return;
      const [missing] = await pg()<{ ms: number }[]>`
        select greatest(${MIN_WAIT_MS}, ceil(1000 * (${wanted} + ${left} - ${level()})
        / ${perSecond()}))::int as ms from platform_connections where ${own()}`;
      throw new PlatformError("throttled", "The shop's limit of calls is used up.", missing?.ms);
    },
    adopt: async ({ taken, cost, status }) => {
      await pg()`update platform_connections set points_at = clock_timestamp(),
        points_available = least(${level()} + ${taken - cost}::float8, ${status.available}::float8),
        points_maximum = ${status.maximum}, points_per_second = ${status.perSecond}
        where ${own()}`;
    },
  };
}

const perSecond = () => pg()`coalesce(points_per_second, ${UNKNOWN.perSecond}::float8)`;

const drawable = () =>
  pg()`(coalesce(points_maximum, ${UNKNOWN.maximum}::float8) * ${1 - RESERVED}::float8)`;

/** The points available now. */
const level =
  () => pg()`least(${drawable()}, coalesce(points_available, ${UNKNOWN.available}::float8)
  + ${perSecond()} * greatest(0, coalesce(extract(epoch from clock_timestamp() - points_at), 0))::float8)`;
