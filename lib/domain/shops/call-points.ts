import { pg } from "@/lib/db/client/client";
import { PlatformError } from "./adapter";

/** The shop's rate limit, as reported in a response. */
export type PointsStatus = { available: number; maximum: number; perSecond: number };

/** The rate limit points shared by all calls to one shop. */
export type CallPoints = {
  /** Takes a call's points before it is sent. Throws PlatformError (throttled) if there are not enough. */
  take(points: number, how?: { patient: boolean }): Promise<void>;
  /** After a response: gives back unused points and stores the numbers the shop reported. */
  adopt(response: { taken: number; cost: number; status: PointsStatus }): Promise<void>;
};

/** For shops without rate limit points, and before a connection is saved. */
export const unlimitedCallPoints: CallPoints = { take: async () => {}, adopt: async () => {} };

// Assumed before the first response. Lower than the smallest limit at Shopify.
const ASSUMED_STATUS: PointsStatus = { available: 500, maximum: 1_000, perSecond: 50 };

/** The share never used: more than the calls in flight cost, because the shop's points can't refill beyond their maximum. */
const UNUSED_SHARE = 0.2;

/** The share left by patient calls: otherwise a page of cards would never get its points among changes. */
const PATIENT_RESERVE_SHARE = 0.25;

// Many calls may wait for the same few points: let several refill before they retry.
const MIN_WAIT_MS = 500;

/** The points in a connection's row, shared by all instances. Never more than the shop has. */
export function callPointsOf(merchantId: string, connectionId: string): CallPoints {
  const own = () => pg()`merchant_id = ${merchantId} and id = ${connectionId}`;
  return {
    take: async (points, { patient } = { patient: false }) => {
      const left = pg()`(${usableMaximumSql()} * ${patient ? PATIENT_RESERVE_SHARE : 0}::float8)`;
      const needed = pg()`least(${points}::float8, ${usableMaximumSql()} - ${left})`;
      const [taken] = await pg()`update platform_connections
        set points_available = ${availablePointsSql()} - ${needed}, points_at = greatest(points_at, clock.at)
        from ${clock()} where ${own()} and ${availablePointsSql()} >= ${needed} + ${left} returning id`;
      if (taken) return;
      const [missing] = await pg()<{ ms: number }[]>`
        select greatest(${MIN_WAIT_MS}, ceil(1000 * (${needed} + ${left} - ${availablePointsSql()})
        / ${refillRateSql()}))::int as ms from platform_connections, ${clock()} where ${own()}`;
      throw new PlatformError("throttled", "The shop's rate limit was reached.", missing?.ms);
    },
    adopt: async ({ taken, cost, status }) => {
      await pg()`update platform_connections set points_at = greatest(points_at, clock.at),
        points_available = least(${availablePointsSql()} + ${taken - cost}::float8, ${status.available}::float8),
        points_maximum = ${status.maximum}, points_per_second = ${status.perSecond}
        from ${clock()} where ${own()}`;
    },
  };
}

const clock = () => pg()`(select statement_timestamp() as at offset 0) clock`;

const refillRateSql = () => pg()`coalesce(points_per_second, ${ASSUMED_STATUS.perSecond}::float8)`;

const usableMaximumSql = () =>
  pg()`(coalesce(points_maximum, ${ASSUMED_STATUS.maximum}::float8) * ${1 - UNUSED_SHARE}::float8)`;

/** The points available at the time of the clock. */
const availablePointsSql =
  () => pg()`least(${usableMaximumSql()}, coalesce(points_available, ${ASSUMED_STATUS.available}::float8)
  + ${refillRateSql()} * greatest(0, coalesce(extract(epoch from clock.at - points_at), 0))::float8)`;
