import { createHash } from "node:crypto";
import type postgres from "postgres";
import { FIRST_BUCKET, SHARED_TABLES, schemaOfBucket, schemasOf } from "@/lib/db/client/buckets";

/** What the app can never do with a table; migrations and `scrip secrets rotate` run as the owner. */
const DENIED: Record<string, string> = {
  transactions: "update, delete",
  audit_log: "update, delete",
  events: "update",
  closed_transactions: "update, delete",
  month_closings: "update, delete",
  cards: "update, delete",
  holds: "delete",
  encryption_keys: "update, delete",
  transfers: "update, delete",
  transfer_payments: "update, delete",
  till_movements: "update, delete",
  till_closings: "update, delete",
};

/** Exceptions: the columns that the app can update. A pending gift's transaction is completed. */
const UPDATABLE_COLUMNS: Record<string, string> = {
  transactions: "column_name = 'status'",
  cards:
    "column_name not in ('merchant_id', 'id', 'currency', 'code_hmac', 'sealed_code', 'code_last4')",
};

const TABLE_RIGHTS = "select, insert, update, delete";

/** What the app can do with every table. Before Postgres 15, everybody could create some in `public`. */
const grantsTo = (app: string, buckets: string[]): string[] => [
  `grant usage on schema migrations to ${app}`,
  `grant select on migrations.installed, migrations.releases to ${app}`,
  ...schemasOf(buckets).flatMap((schema) => [
    `revoke create on schema ${schema} from public, ${app}`,
    `grant usage on schema ${schema} to ${app}`,
    `revoke all on all tables in schema ${schema} from ${app}`,
    `grant ${TABLE_RIGHTS} on all tables in schema ${schema} to ${app}`,
    `grant usage on all sequences in schema ${schema} to ${app}`,
    `alter default privileges in schema ${schema} grant ${TABLE_RIGHTS} on tables to ${app}`,
  ]),
  ...Object.entries(DENIED).flatMap(([table, rights]) =>
    schemasWith(table, buckets).map(
      (schema) => `revoke ${rights} on ${schema}.${table} from ${app}`,
    ),
  ),
];

/** The schemas in which these buckets have a table. */
const schemasWith = (table: string, buckets: string[]): string[] =>
  SHARED_TABLES.includes(table) ? ["public"] : buckets.map(schemaOfBucket);

/** Changes with the rights, which are then granted again. */
export const rightsChecksum = (buckets: string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([grantsTo("app", buckets), UPDATABLE_COLUMNS]))
    .digest("hex");

/**
 * Whether the app's role has its rights still: a role that was dropped and created again has none, although
 * they were granted to its name.
 */
export async function hasRights(
  tx: postgres.TransactionSql,
  role: string,
  buckets: string[],
): Promise<boolean> {
  const schemas = schemasOf(buckets);
  const [row] = await tx<{ complete: boolean }[]>`
    select has_schema_privilege(r.oid, 'migrations', 'usage')
      and has_table_privilege(r.oid, 'migrations.installed', 'select')
      and has_table_privilege(r.oid, 'migrations.releases', 'select')
      and not exists (select from pg_namespace n
        where n.nspname in ${tx(schemas)} and not has_schema_privilege(r.oid, n.oid, 'usage'))
      and not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${tx(schemas)} and c.relkind = 'r'
          and not (has_table_privilege(r.oid, c.oid, 'select')
            and has_table_privilege(r.oid, c.oid, 'insert'))) as complete
    from pg_roles r where r.rolname = ${role}`;
  return row?.complete ?? false;
}

/**
 * Lets the app's role work with the tables but own none: it reads and writes rows, cannot truncate, and
 * cannot change or delete transactions. Can be repeated.
 */
export async function grantToApp(
  tx: postgres.TransactionSql,
  role: string,
  buckets: string[],
): Promise<void> {
  const app = `"${role.replaceAll('"', '""')}"`;
  // One at a time, because Citus takes some only like that.
  for (const statement of grantsTo(app, buckets)) await tx.unsafe(statement);
  for (const [table, which] of Object.entries(UPDATABLE_COLUMNS)) {
    for (const schema of schemasWith(table, buckets)) {
      const [row] = await tx.unsafe<[{ columns: string }]>(
        `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
          where table_schema = '${schema}' and table_name = '${table}' and is_generated = 'NEVER'
            and ${which}`,
      );
      await tx.unsafe(`grant update (${row.columns}) on ${schema}.${table} to ${app}`);
    }
  }
}

/**
 * Lets Citus pass the role's settings on to its nodes, which it does from the first table on that is created when the role
 * has rights. Without them, the role finds no bucket there. Not in the transaction that grants the rights: in that one,
 * Citus creates the role as the owner, who may not.
 */
export async function passRoleToNodes(sql: postgres.Sql, role: string): Promise<void> {
  const [distributed] = await sql`select from pg_dist_object join pg_roles r on r.oid = objid
    where classid = 'pg_authid'::regclass and rolname = ${role}`;
  if (distributed) return;
  const table = `${schemaOfBucket(FIRST_BUCKET)}.app_role`;
  await sql.unsafe(`drop table if exists ${table}`);
  await sql.unsafe(`create table ${table} (id int)`);
  await sql.unsafe(`drop table ${table}`);
}
