import { isOnCitus } from "../env";

/**
 * A bucket is a schema with the cards, the ledger and everything else that belongs to a group of stores. Plain
 * Postgres has one, `public`, together with the shared tables. On Citus, each is a schema that is distributed to
 * one node, and `public` has only the shared tables.
 */
export const CITUS_BUCKET = "bucket_1";

/** Shared tables that queries of every bucket join. On Citus, each node has a copy. */
export const REFERENCE_TABLES = ["consumers", "fx_rates", "merchants", "store_logos"];

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
  "undeliverable_addresses",
  "user_sessions",
  "users",
];

/** The tables of `public` on Citus. All others are a bucket's. */
export const SHARED_TABLES = [...REFERENCE_TABLES, ...LOCAL_TABLES];

/**
 * Foreign keys between a bucket and a local table, which Citus refuses. There, the app alone keeps them: it never
 * deletes cards or API keys.
 */
export const KEYS_BETWEEN = {
  api_key_days: "api_key_days_merchant_id_key_id_api_keys_merchant_id_id_fk",
  consumer_sessions: "consumer_sessions_merchant_id_card_id_cards_merchant_id_id_fk",
  devices: "devices_merchant_id_key_id_api_keys_merchant_id_id_fk",
};

/** The schemas with the app's tables. */
export const tableSchemas = (): string[] => ["public", ...(isOnCitus() ? [CITUS_BUCKET] : [])];

/** The schema of a table. */
export const schemaOf = (table: string): string =>
  isOnCitus() && !SHARED_TABLES.includes(table) ? CITUS_BUCKET : "public";

/** Where names without a schema are found on Citus. */
export const CITUS_SEARCH_PATH = `${CITUS_BUCKET}, public`;
