import { beforeEach } from "vitest";
import { FIRST_BUCKET, inBucket, schemaOfBucket } from "../db/buckets";
import { listBuckets } from "../db/in-buckets";
import { migrate } from "../db/migrate";
import { asOwner, useDatabasePerTest } from "./database";

const SECOND_BUCKET = "bucket_7";
export const TWO_BUCKETS = [FIRST_BUCKET, SECOND_BUCKET] as const;

/** Gives each test of a file a database with two buckets, or three with SCRIP_TEST_BUCKET. */
export function useTwoBuckets(): void {
  useDatabasePerTest();
  beforeEach(async () => {
    const { DATABASE_URL: appUrl = "", MIGRATE_DATABASE_URL: url = "" } = process.env;
    await migrate(url, { appUrl, newBucket: SECOND_BUCKET });
    Reflect.deleteProperty(globalThis, Symbol.for("scrip.buckets"));
    await listBuckets();
  });
}

/** Runs work in one bucket after the other. Returns the results. */
export async function inBoth<T>(work: (bucket: string) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const bucket of TWO_BUCKETS) results.push(await inBucket(bucket, () => work(bucket)));
  return results;
}

/** Lets all queries of this table fail in the first bucket, whose turn is the first. */
export const breakInFirst = (table: string) =>
  asOwner((sql) =>
    sql.unsafe(`alter table ${schemaOfBucket(FIRST_BUCKET)}.${table} rename to ${table}_gone`),
  );
