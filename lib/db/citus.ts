import type postgres from "postgres";
import { isOnCitus } from "../env";
import {
  CITUS_BUCKET,
  CITUS_SEARCH_PATH,
  KEYS_BETWEEN,
  REFERENCE_TABLES,
  SHARED_TABLES,
  tableSchemas,
} from "./buckets";

type Tx = postgres.TransactionSql;

/**
 * Lets the statements of a migration find the tables of the bucket, if this instance runs on Citus. Throws if the
 * database has no Citus extension, or if its tables were created with another value of CITUS.
 */
export async function findTables(tx: Tx): Promise<void> {
  const [row] = await tx<[{ citus: boolean; bucket: boolean; cards: boolean }]>`
    select exists (select from pg_extension where extname = 'citus') as citus,
      to_regclass(${`${CITUS_BUCKET}.cards`}) is not null as bucket,
      to_regclass('public.cards') is not null as cards`;
  if (isOnCitus() ? row.cards : row.bucket) {
    throw new Error(
      `The tables of this database were created with${isOnCitus() ? "out" : ""} CITUS=true, and can't be moved. ` +
        `${isOnCitus() ? "Unset CITUS, or use an empty database" : "Set CITUS=true"}.`,
    );
  }
  if (!isOnCitus()) return;
  if (!row.citus) {
    throw new Error(
      "CITUS=true, but the database has no Citus. Run as a superuser: create extension citus",
    );
  }
  // Triggers only change what belongs to the same card, which is in the same bucket.
  await tx.unsafe(`set local search_path = ${CITUS_SEARCH_PATH};
    set local citus.enable_unsafe_triggers = on;
    set local citus.allow_nested_distributed_execution = on`);
}

/** The statements of a file: comments, strings and function bodies can contain semicolons. */
const statementsOf = (text: string): string[] =>
  [...text.matchAll(/(?:--.*|'[^']*'|"[^"]*"|\$\$[\s\S]*?\$\$|[^;])+/g)]
    .map(([statement]) => statement)
    .filter((statement) => statement.replaceAll(/--.*/g, "").trim() !== "");

/** Runs a file of statements. Citus takes some only one at a time. */
export async function runStatements(tx: Tx, text: string): Promise<void> {
  for (const each of isOnCitus() ? statementsOf(text) : [text]) await tx.unsafe(each);
}

const tablesIn = async (tx: Tx, schema: string): Promise<string[]> => {
  const rows = await tx<{ name: string }[]>`select relname as name from pg_class
    where relnamespace = to_regnamespace(${schema}) and relkind = 'r' order by 1`;
  return rows.map(({ name }) => name);
};

/** Runs `work`, in which Citus replaces tables, and gives these their comments again. */
async function withComments(tx: Tx, work: () => Promise<void>): Promise<void> {
  const comments = await tx<{ name: string; comment: string }[]>`
    select relname as name, obj_description(c.oid, 'pg_class') as comment from pg_class c
    join pg_namespace n on n.oid = relnamespace where nspname in ${tx(tableSchemas())}
      and relkind = 'r' and obj_description(c.oid, 'pg_class') is not null`;
  await work();
  for (const { name, comment } of comments)
    await tx.unsafe(`comment on table ${name} is '${comment.replaceAll("'", "''")}'`);
}

/**
 * On Citus, moves the tables that migrations created to where they belong. The first time, it distributes the
 * bucket, before functions are installed: Citus would drop those that name a table's rows.
 */
export async function placeTables(tx: Tx): Promise<void> {
  if (isOnCitus()) await withComments(tx, () => distributeTables(tx));
}

async function distributeTables(tx: Tx): Promise<void> {
  await tx.unsafe(`create schema if not exists ${CITUS_BUCKET}`);
  const inBucket = await tablesIn(tx, CITUS_BUCKET);
  const isFirst = inBucket.length === 0;
  for (const table of await tablesIn(tx, "public"))
    if (!SHARED_TABLES.includes(table))
      await tx.unsafe(`alter table public.${table} set schema ${CITUS_BUCKET}`);
  for (const table of inBucket)
    if (SHARED_TABLES.includes(table))
      await tx.unsafe(`alter table ${CITUS_BUCKET}.${table} set schema public`);
  if (isFirst)
    for (const [table, key] of Object.entries(KEYS_BETWEEN))
      await tx.unsafe(`alter table ${table} drop constraint ${key}`);
  for (const table of REFERENCE_TABLES)
    await tx`select create_reference_table(oid) from pg_class where oid = ${`public.${table}`}::regclass
      and not exists (select from pg_dist_partition where logicalrelid = oid and repmodel = 't')`;
  if (isFirst) await tx`select citus_schema_distribute(${CITUS_BUCKET}::regnamespace)`;
}

/**
 * On Citus, lets functions plan with the values of their variables: it can't make a generic plan of an `insert … select`.
 */
export async function relaxPlans(tx: Tx): Promise<void> {
  if (!isOnCitus()) return;
  const rows = await tx<{ name: string }[]>`select oid::regprocedure::text as name from pg_proc
    where pronamespace = ${CITUS_BUCKET}::regnamespace
      and exists (select from unnest(proconfig) one where one like 'plan_cache_mode=%')`;
  for (const { name } of rows) await tx.unsafe(`alter function ${name} reset plan_cache_mode`);
}
