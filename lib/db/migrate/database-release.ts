import { VERSION } from "@/lib/base/config/version";

/** The app's connections, or those of a migration, as the owner. */
export type Connection = {
  unsafe: <T extends object[]>(text: string, parameters?: string[]) => PromiseLike<T>;
};

/** The release that migrated a database, compared with another one. */
export type DatabaseRelease = {
  version: string;
  isNewer: boolean;
  /** Whether servers of the other release can work with the database until they are replaced. */
  isCompatible: boolean;
};

/** Whether this role can read a table; null if there is no such table. */
export async function canRead(
  sql: Connection,
  schema: string,
  table: string,
): Promise<boolean | null> {
  const [row] = await sql.unsafe<{ readable: boolean }[]>(
    `select has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as readable
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = $2`,
    [schema, table],
  );
  return row?.readable ?? null;
}

/**
 * The newest release that migrated the database, compared with `version`, by default this release. Null for a
 * database from before 1.0.0.
 */
export async function databaseRelease(
  sql: Connection,
  version = VERSION,
): Promise<DatabaseRelease | null> {
  if (!(await canRead(sql, "migrations", "releases"))) return null;
  // Postgres compares arrays of numbers as people compare versions.
  const [row] = await sql.unsafe<DatabaseRelease[]>(
    `select version, string_to_array(version, '.')::int[] > own as "isNewer",
        string_to_array(oldest_compatible, '.')::int[] <= own as "isCompatible"
      from migrations.releases, (select string_to_array($1, '.')::int[] as own) this
      order by string_to_array(version, '.')::int[] desc limit 1`,
    [version],
  );
  return row ?? null;
}
