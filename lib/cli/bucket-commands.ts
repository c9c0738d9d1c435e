import { count, eq } from "drizzle-orm";
import postgres from "postgres";
import { env, isOnCitus } from "@/lib/base/config/env";
import { Refusal } from "@/lib/base/errors";
import { bucketSizes } from "@/lib/db/client/bucket-sizes";
import {
  bucketsIn,
  inBucket,
  isUrlOfBuckets,
  searchPathOf,
  urlOfBucket,
} from "@/lib/db/client/buckets";
import { db, pg } from "@/lib/db/client/client";
import { tlsFor } from "@/lib/db/client/tls";
import { migrate } from "@/lib/db/migrate/migrate";
import { buckets } from "@/lib/db/schema/buckets";
import { merchants } from "@/lib/db/schema/merchants";
import { type Command, command, UsageError } from "./command";
import { asOwner } from "./rotate-secrets";

/** Adds a bucket with the next free number. Throws if the app's connections can't find its tables. */
async function createBucket(): Promise<{ bucket: string }> {
  const numbers = (await bucketsIn(pg())).map((name) => Number(name.replace(/\D/g, "")));
  const bucket = `bucket_${Math.max(...numbers) + 1}`;
  const { migrateDatabaseUrl, databaseUrl } = env();
  if (isUrlOfBuckets(databaseUrl)) await requirePath(urlOfBucket(databaseUrl, bucket), bucket);
  await migrate(migrateDatabaseUrl, { appUrl: databaseUrl, newBucket: bucket });
  await inBucket(bucket, () => pg()`select`);
  return { bucket };
}

/** Throws if a pooler's connections won't look in a bucket that is to be created. */
async function requirePath(url: string, bucket: string): Promise<void> {
  const sql = postgres(url, { ...tlsFor(url), max: 1, prepare: false, onnotice: () => {} });
  try {
    const [row] = await sql`select current_setting('search_path') as path`;
    if (row?.path !== searchPathOf(bucket))
      throw new Error(
        `The connections of DATABASE_URL for ${bucket} have the search path ${row?.path}. ` +
          "Nothing was created. See docs/operations/scale.md, Buckets.",
      );
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function listBucketsWithSizes(): Promise<object> {
  const sizes = new Map((await bucketSizes(pg())).map(({ name, ...size }) => [name, size]));
  const rows = await db()
    .select({
      bucket: buckets.name,
      createdAt: buckets.createdAt,
      stores: count(merchants.id),
    })
    .from(buckets)
    .leftJoin(merchants, eq(merchants.bucket, buckets.name))
    .groupBy(buckets.name)
    .orderBy(buckets.createdAt);
  return {
    buckets: rows.map((row) => {
      const { sizeBytes = null, node = null } = sizes.get(row.bucket) ?? {};
      return { ...row, sizeBytes, ...(isOnCitus() && { node }) };
    }),
  };
}

type Move = { bucket: string; host: string; port: number; blocksWrites: boolean };

/** Moves a bucket to another node, as the owner. Refuses: not_found. Throws what Citus refuses. */
async function moveBucket({ bucket, host, port, blocksWrites }: Move): Promise<object> {
  if (!(await bucketsIn(pg())).includes(bucket))
    throw new Refusal("not_found", { message: `No bucket has the name ${bucket}.` });
  const mode = blocksWrites ? "block_writes" : "auto";
  await asOwner(
    (sql) =>
      sql`select citus_schema_move(${bucket}::text::regnamespace, ${host}, ${port}::int, ${mode})`,
  );
  return { bucket, node: `${host}:${port}` };
}

function nodeOf(node: string): { host: string; port: number } {
  const [, host, port] = /^\[?([^\s\]]+)\]?:(\d{1,5})$/.exec(node) ?? [];
  if (host && port) return { host, port: Number(port) };
  throw new UsageError("--node must be a host and a port, such as 10.0.0.12:5432");
}

/** The commands for buckets, by name. */
export const BUCKET_COMMANDS: Record<string, Command> = {
  "bucket create": command({
    summary: "Adds a bucket, which new stores go to while it's the smallest one",
    details:
      "Only useful on Citus, where a bucket can be on its own node. Before the second one, replace all servers of earlier releases. Connects with MIGRATE_DATABASE_URL if it's set. Behind PgBouncer, first add the bucket's database there.",
    flags: {},
    needs: "stores",
    prepare: () => createBucket,
  }),
  "bucket list": command({
    summary: "Lists all buckets with their stores, sizes and, on Citus, nodes",
    flags: {},
    needs: "stores",
    prepare: () => listBucketsWithSizes,
  }),
  "bucket move": command({
    summary: "Moves a bucket to another node of a Citus cluster",
    details:
      "Uses logical replication, which needs wal_level = logical on all nodes. Requests continue, and wait briefly at the end. Connects with MIGRATE_DATABASE_URL if it's set.",
    flags: {
      bucket: { value: "NAME", required: true, about: "The bucket." },
      node: { value: "HOST:PORT", required: true, about: "The node, as in bucket list." },
      "block-writes": {
        about:
          "Copies without logical replication. Until the end, changes in this bucket wait or fail.",
      },
    },
    examples: ["--bucket bucket_2 --node 10.0.0.12:5432"],
    needs: "stores",
    prepare: ({ bucket, node, "block-writes": blocksWrites = false }) => {
      const target = nodeOf(node);
      if (!isOnCitus())
        throw new UsageError("Only buckets on Citus can be moved, and CITUS isn't true");
      return () => moveBucket({ bucket, ...target, blocksWrites });
    },
  }),
};
