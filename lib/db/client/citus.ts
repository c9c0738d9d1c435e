import type postgres from "postgres";
import { isOnCitus } from "@/lib/base/config/env";
import {
  FIRST_BUCKET,
  KEYS_BETWEEN,
  REFERENCE_TABLES,
  schemaOfBucket,
  searchPathOf,
} from "./buckets";

type Tx = postgres.TransactionSql;

/** Functions that a call outside a transaction runs on the node of the bucket, instead of each of their statements. */
const RUN_ON_NODE = ["create_card", "move_together", "take_limit"] as const;
export type NodeFunction = (typeof RUN_ON_NODE)[number];

/** Throws if the database has no Citus extension, or if its tables were created with another value of CITUS. */
export async function requireCitus(tx: Tx): Promise<void> {
  const [row] = await tx<[{ citus: boolean; bucket: boolean; cards: boolean }]>`
    select exists (select from pg_extension where extname = 'citus') as citus,
      to_regclass(${`${FIRST_BUCKET}.cards`}) is not null as bucket,
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
  await tx.unsafe(`set local citus.enable_unsafe_triggers = on;
    set local citus.allow_nested_distributed_execution = on`);
}

/** Runs `work`, in which Citus replaces tables, and gives these their comments again. */
async function withComments(tx: Tx, schema: string, work: () => Promise<void>): Promise<void> {
  const comments = await tx<{ name: string; comment: string }[]>`
    select relname as name, obj_description(c.oid, 'pg_class') as comment from pg_class c
    join pg_namespace n on n.oid = relnamespace where nspname in ('public', ${schema})
      and relkind = 'r' and obj_description(c.oid, 'pg_class') is not null`;
  await work();
  for (const { name, comment } of comments)
    await tx.unsafe(`comment on table ${name} is '${comment.replaceAll("'", "''")}'`);
}

/**
 * On Citus, copies shared tables to all nodes, and moves a new bucket to one of them. Before its functions are installed:
 * Citus would drop those that name a table's rows.
 */
export async function placeTables(tx: Tx, bucket: string): Promise<void> {
  if (isOnCitus())
    await withComments(tx, schemaOfBucket(bucket), () => distributeTables(tx, bucket));
}

async function distributeTables(tx: Tx, bucket: string): Promise<void> {
  const schema = schemaOfBucket(bucket);
  const [row] = await tx<[{ distributed: boolean }]>`select exists (
    select from pg_dist_schema where schemaid = ${schema}::regnamespace) as distributed`;
  if (!row.distributed)
    for (const [table, key] of Object.entries(KEYS_BETWEEN))
      await tx.unsafe(`alter table ${table} drop constraint if exists ${key}`);
  for (const table of REFERENCE_TABLES)
    await tx`select create_reference_table(oid) from pg_class where oid = ${`public.${table}`}::regclass
      and not exists (select from pg_dist_partition where logicalrelid = oid and repmodel = 't')`;
  if (!row.distributed) await tx`select citus_schema_distribute(${schema}::regnamespace)`;
}

/**
 * On Citus, lets those of a bucket's functions that have an `insert … select` plan with the values of their variables,
 * because it can't make a generic plan of one. Those that name tables or functions of the bucket look in it, because a
 * node that is sent a statement looks where its role does: in the first bucket.
 */
export async function adaptFunctions(tx: Tx, bucket: string): Promise<void> {
  if (!isOnCitus()) return;
  const schema = schemaOfBucket(bucket);
  const rows = await tx<{ name: string; inserts: boolean; looks: boolean }[]>`
    with names as (
      select relname as name from pg_class where relnamespace = ${schema}::regnamespace and relkind = 'r'
      union select proname from pg_proc where pronamespace = ${schema}::regnamespace
      union select 'current_schema'
    ), pattern as (select '\\m(' || string_agg(name, '|') || ')\\M' as any_name from names)
    select p.oid::regprocedure::text as name, p.prosrc ~ any_name as looks,
      p.prosrc ~* '\\minsert into\\M[^;]*\\mselect\\M' as inserts
    from pg_proc p, pattern where pronamespace = ${schema}::regnamespace`;
  for (const { name, inserts, looks } of rows) {
    if (inserts) await tx.unsafe(`alter function ${name} set plan_cache_mode = auto`);
    if (looks && bucket !== FIRST_BUCKET)
      await tx.unsafe(`alter function ${name} set search_path = ${searchPathOf(bucket)}`);
  }
  for (const name of RUN_ON_NODE)
    await tx`select create_distributed_function(oid, colocate_with := ${`${schema}.cards`})
      from pg_proc where pronamespace = ${schema}::regnamespace and proname = ${name}`;
}
