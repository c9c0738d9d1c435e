import { pg } from "../db/client";
import { PlatformError } from "./adapter";

/** What a platform tells of its bucket of points, at the moment of an answer. */
export type BucketStatus = { available: number; maximum: number; perSecond: number };

/** The points that calls to one platform share. */
export type Bucket = {
  /**
   * Takes a call's points before it is sent; throws PlatformError (throttled) while they are not there.
   * One that is `patient` leaves some to those that are not.
   */
  take(points: number, how?: { patient: boolean }): Promise<void>;
  /** What an answer tells: what was taken for its call, what the call cost after all, and the bucket. */
  settle(told: { taken: number; cost: number; status: BucketStatus }): Promise<void>;
};

/** For a platform without a bucket, and for a connection that is not kept yet. */
export const unmetered: Bucket = { take: async () => {}, settle: async () => {} };

// Of a bucket that was never told of: less than the least that Shopify gives.
const UNTOLD: BucketStatus = { available: 500, maximum: 1_000, perSecond: 50 };

/**
 * The platform's bucket is full, and fills no further, while a call is on its way; ours would fill up
 * again behind its back. So much of it is never drawn on: more than all calls under way cost.
 */
const RESERVED = 0.2;

/**
 * Of what may be drawn, this is left to calls that are not patient: a page of cards costs as much as
 * ten changes, and would never find its points while ten thousand changes wait.
 */
const LEFT_BY_THE_PATIENT = 0.25;

// Who waits for a few points finds them with many others: it had better be many points by then.
const SHORTEST_WAIT_MS = 500;

/**
 * The bucket of a connection, kept in its row, so that all instances draw on the same points. It never
 * holds more than the platform's, since points are taken before a call is sent and only what the call
 * did not cost is given back.
 */
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
        select greatest(${SHORTEST_WAIT_MS}, ceil(1000 * (${wanted} + ${left} - ${level()})
        / ${perSecond()}))::int as ms from platform_connections where ${own()}`;
      throw new PlatformError("throttled", "The shop's limit of calls is used up.", missing?.ms);
    },
    settle: async ({ taken, cost, status }) => {
      await pg()`update platform_connections set points_at = clock_timestamp(),
        points_available = least(${level()} + ${taken - cost}::float8, ${status.available}::float8),
        points_maximum = ${status.maximum}, points_per_second = ${status.perSecond}
        where ${own()}`;
    },
  };
}

const perSecond = () => pg()`coalesce(points_per_second, ${UNTOLD.perSecond}::float8)`;

const drawable = () =>
  pg()`(coalesce(points_maximum, ${UNTOLD.maximum}::float8) * ${1 - RESERVED}::float8)`;

/** What the row's bucket holds now. */
const level =
  () => pg()`least(${drawable()}, coalesce(points_available, ${UNTOLD.available}::float8)
  + ${perSecond()} * greatest(0, coalesce(extract(epoch from clock_timestamp() - points_at), 0))::float8)`;
