import type postgres from "postgres";
import { isOnCitus } from "@/lib/base/config/env";
import { FIRST_BUCKET, SHARED_TABLES, schemaOfBucket, searchPathOf } from "@/lib/db/client/buckets";
import { adaptFunctions, placeTables } from "@/lib/db/client/citus";
import { functionFiles, isConcurrent, migrationFiles, type ReleaseFile } from "./release-files";

type Tx = postgres.TransactionSql;

/** The name under which a file is recorded as installed in a bucket. */
export const recordName = (bucket: string, { name }: ReleaseFile): string =>
  bucket === FIRST_BUCKET ? name : `${bucket}/${name}`;

export const recordInstalled = (sql: postgres.ISql, name: string, checksum: string) =>
  sql`insert into migrations.installed (name, checksum) values (${name}, ${checksum})
    on conflict (name) do update set checksum = excluded.checksum, installed_at = now()`;

/** What of this release is missing in a bucket. Indexes that are built outside a transaction come later. */
export type Missing = { bucket: string; migrations: ReleaseFile[]; functions: ReleaseFile[] };

/** `installed`: the checksums of the installed files by name. */
export const missingIn = (bucket: string, installed: ReadonlyMap<string, string>): Missing => ({
  bucket,
  migrations: migrationFiles().filter(
    (file) => !installed.has(recordName(bucket, file)) && !isConcurrent(file),
  ),
  functions: functionFiles().filter(
    (file) => installed.get(recordName(bucket, file)) !== file.checksum,
  ),
});

/** Installs migrations, and then functions, in a bucket; together with the first one, in the shared tables. */
export async function installBucket(tx: Tx, { bucket, migrations, functions }: Missing) {
  const schema = schemaOfBucket(bucket);
  if (schema !== "public") await tx.unsafe(`create schema if not exists ${schema}`);
  for (const file of migrations) {
    await runMigration(tx, bucket, file.text);
    if (bucket === FIRST_BUCKET) await commentFunctions(tx, file);
    await recordInstalled(tx, recordName(bucket, file), file.checksum);
  }
  await lookIn(tx, searchPathOf(bucket));
  if (migrations.length > 0) await placeTables(tx, bucket);
  for (const file of functions) {
    for (const each of isOnCitus() ? statementsOf(file.text) : [file.text]) await tx.unsafe(each);
    await commentFunctions(tx, file);
    await recordInstalled(tx, recordName(bucket, file), file.checksum);
  }
  if (functions.length > 0) await adaptFunctions(tx, bucket);
}

const lookIn = (tx: Tx, searchPath: string) => tx.unsafe(`set local search_path = ${searchPath}`);

async function runMigration(tx: Tx, bucket: string, text: string): Promise<void> {
  if (bucket === FIRST_BUCKET && !isOnCitus()) {
    await tx.unsafe(text);
    return;
  }
  for (const statement of statementsOf(text)) {
    const isShared = isOfSharedTable(statement);
    if (isShared && bucket !== FIRST_BUCKET) continue;
    // The first schema is where it creates things.
    const path = searchPathOf(bucket);
    await lookIn(tx, isShared ? path.split(", ").toReversed().join(", ") : path);
    await tx.unsafe(withoutOwnName(statement));
  }
}

/** Citus adds a constraint to a table's shard too, which has another name. */
function withoutOwnName(statement: string): string {
  const [, table] = /^alter table "?(\w+)"? add constraint .*? check /is.exec(statement) ?? [];
  return table ? statement.replaceAll(`"${table}".`, "") : statement;
}

/** The statements of a file: comments, strings and function bodies can contain semicolons. */
export const statementsOf = (text: string): string[] =>
  [...text.matchAll(/(?:--.*|'[^']*'|"[^"]*"|\$\$[\s\S]*?\$\$|[^;])+/g)]
    .map(([statement]) => statement.replace(/^(?:\s*--[^\n]*(?:\n|$))+/, "").trim())
    .filter((statement) => statement !== "");

const NAMES_TABLE = [
  /^(?:create|alter|drop|comment on) table (?:if (?:not )?exists )?"?(\w+)/i,
  /^comment on column "?(\w+)/i,
  /^create (?:unique )?index .*? on "?(\w+)/i,
  /^create (?:or replace )?trigger [\s\S]*? on "?(\w+)/i,
  /^(?:insert into|update|delete from) "?(\w+)/i,
];
/** Types and functions that tables need, which are in `public` for all buckets. */
const IS_SHARED =
  /^(?:create (?:or replace )?(?:domain|type|function)|comment on (?:function|type|domain)) /i;

/** Whether a statement of a migration belongs to a shared table. Throws if it can't know. */
export function isOfSharedTable(statement: string): boolean {
  if (IS_SHARED.test(statement)) return true;
  for (const pattern of NAMES_TABLE) {
    const [, table] = pattern.exec(statement) ?? [];
    if (table) return SHARED_TABLES.includes(table);
  }
  throw new Error(`It isn't clear which buckets need this statement: ${statement.slice(0, 100)}`);
}

async function commentFunctions(tx: Tx, { text }: ReleaseFile): Promise<void> {
  for (const comment of commentsOn(text)) await tx.unsafe(comment);
}

/** `comment on function` statements from the comment before each function. */
const commentsOn = (text: string): string[] =>
  [...text.matchAll(/((?:^-- .*\n)+)create or replace function (\w+\([^)]*\))/gm)].map(
    ([, lines = "", name]) => {
      const comment = lines.replaceAll(/^-- /gm, "").replaceAll(/\s+/g, " ").trim();
      return `comment on function ${name} is '${comment.replaceAll("'", "''")}'`;
    },
  );
