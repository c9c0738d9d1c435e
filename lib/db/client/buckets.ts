import { AsyncLocalStorage } from "node:async_hooks";
import { isOnCitus } from "@/lib/base/config/env";
import type { Connection } from "@/lib/db/migrate/database-release";

/**
 * A bucket is a schema with the cards, the ledger and everything else that belongs to a group of stores. On plain
 * Postgres, the first one is `public`, together with the shared tables, and most databases have no other. On Citus,
 * each is a schema that is distributed to one node, and `public` has only the shared tables.
 */
export const FIRST_BUCKET = "bucket_1";

/** The schema of a bucket. */
export const schemaOfBucket = (bucket: string): string =>
  bucket === FIRST_BUCKET && !isOnCitus() ? "public" : bucket;

// On globalThis, because pages, routes and the server can each have a copy of this module.
const STORAGE_SYMBOL = Symbol.for("scrip.bucket");
const globals = globalThis as { [STORAGE_SYMBOL]?: AsyncLocalStorage<string> };

function storage(): AsyncLocalStorage<string> {
  globals[STORAGE_SYMBOL] ??= new AsyncLocalStorage();
  return globals[STORAGE_SYMBOL];
}

/** The bucket that queries of the running work go to; the first one outside inBucket(). */
export const currentBucket = (): string => storage().getStore() ?? FIRST_BUCKET;

/** Runs work whose queries go to this bucket. */
export const inBucket = <T>(bucket: string, work: () => T): T =>
  bucket === currentBucket() ? work() : storage().run(bucket, work);

/** What a process keeps for the current bucket, created at its first use. */
export function ofCurrentBucket<T>(all: Map<string, T>, create: (bucket: string) => T): T {
  const bucket = currentBucket();
  const kept = all.get(bucket) ?? create(bucket);
  all.set(bucket, kept);
  return kept;
}

/** Shared tables that queries of every bucket join. On Citus, each node has a copy. */
export const REFERENCE_TABLES = [
  "buckets",
  "consumer_buckets",
  "consumers",
  "fx_rates",
  "merchants",
  "store_logos",
];

/** Shared tables of people and access, which no ledger function reads. On Citus, the coordinator has them. */
export const LOCAL_TABLES = [
  "address_proofs",
  "api_keys",
  "consumer_sessions",
  "consumer_tokens",
  "encryption_keys",
  "invitations",
  "job_runs",
  "memberships",
  "passkey_challenges",
  "passkeys",
  "password_resets",
  "recovery_codes",
  "saved_views",
  "sign_in_codes",
  "undeliverable_addresses",
  "user_sessions",
  "users",
];

/** The tables of `public` on Citus. All others are a bucket's. */
export const SHARED_TABLES = [...REFERENCE_TABLES, ...LOCAL_TABLES];

/**
 * Foreign keys between a bucket and a local table, which Citus refuses. There, the app alone keeps them: it never
 * deletes cards or API keys. With a second bucket, that of consumer_sessions is dropped on plain Postgres too.
 */
export const KEYS_BETWEEN = {
  api_key_days: "api_key_days_merchant_id_key_id_api_keys_merchant_id_id_fk",
  consumer_sessions: "consumer_sessions_merchant_id_card_id_cards_merchant_id_id_fk",
  devices: "devices_merchant_id_key_id_api_keys_merchant_id_id_fk",
};

/** The schema of a table that is shared, or of `bucket`. */
export const schemaOfTable = (table: string, bucket = currentBucket()): string =>
  SHARED_TABLES.includes(table) ? "public" : schemaOfBucket(bucket);

/** Where connections to a bucket find names without a schema. */
export const searchPathOf = (bucket: string): string =>
  [...new Set([schemaOfBucket(bucket), "public"])].join(", ");

const BUCKET_IN_URL = "{bucket}";

/** Whether a database's URL has a `{bucket}`: then it leads to a pooler's connections with the right search path. */
export const isUrlOfBuckets = (url: string): boolean => url.includes(BUCKET_IN_URL);

/** The URL of a database for connections to a bucket. */
export const urlOfBucket = (url: string, bucket: string): string =>
  url.replaceAll(BUCKET_IN_URL, bucket);

/** The buckets of a database, the first one first; that one alone before the first migration. */
export async function bucketsIn(sql: Connection): Promise<string[]> {
  const [found] = await sql.unsafe<{ name: string | null }[]>(
    "select to_regclass('public.buckets')::text as name",
  );
  if (!found?.name) return [FIRST_BUCKET];
  const rows = await sql.unsafe<{ name: string }[]>(
    `select name from public.buckets order by name <> '${FIRST_BUCKET}', created_at, name`,
  );
  return rows.map(({ name }) => name);
}

/** The schemas of the shared tables and of these buckets. */
export const schemasOf = (buckets: string[]): string[] => [
  ...new Set(["public", ...buckets.map(schemaOfBucket)]),
];
