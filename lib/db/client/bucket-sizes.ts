import { isOnCitus } from "@/lib/base/config/env";
import type { Connection } from "@/lib/db/migrate/database-release";
import { bucketsIn, SHARED_TABLES, schemaOfBucket } from "./buckets";

/** `sizeBytes` is null if its node doesn't respond; `node`, its host and port, is null without Citus. */
export type BucketSize = { name: string; sizeBytes: number | null; node: string | null };

const list = (names: string[]) => names.map((name) => `'${name}'`).join(", ");

const TABLES = "from pg_class c join pg_namespace n on n.oid = c.relnamespace";

const sizes = (schemas: string[]) => `
  select n.nspname as schema, sum(pg_total_relation_size(c.oid))::float8 as bytes, null as node
  ${TABLES}
  where c.relkind = 'r' and n.nspname in (${list(schemas)}) and c.relname not in (${list(SHARED_TABLES)})
  group by n.nspname`;

const sizesOnCitus = (schemas: string[]) => `
  select n.nspname as schema, sum(s.size)::float8 as bytes,
    min(format('%s:%s', p.nodename, p.nodeport)) as node
  ${TABLES}
  join pg_dist_shard d on d.logicalrelid = c.oid
  join pg_dist_placement l using (shardid)
  join pg_dist_node p on p.groupid = l.groupid and p.noderole = 'primary'
  left join citus_shard_sizes() s on s.shard_id = d.shardid
  where n.nspname in (${list(schemas)})
  group by n.nspname`;

/** How much the tables of each bucket take on disk, with their indexes, and where it is. */
export async function bucketSizes(sql: Connection): Promise<BucketSize[]> {
  const buckets = await bucketsIn(sql);
  const schemas = buckets.map(schemaOfBucket);
  const query = isOnCitus() ? sizesOnCitus(schemas) : sizes(schemas);
  type Row = { schema: string; bytes: number | null; node: string | null };
  const rows = await sql.unsafe<Row[]>(query);
  const bySchema = new Map(rows.map((row) => [row.schema, row]));
  return buckets.map((name) => {
    const { bytes = null, node = null } = bySchema.get(schemaOfBucket(name)) ?? {};
    return { name, sizeBytes: bytes, node };
  });
}
