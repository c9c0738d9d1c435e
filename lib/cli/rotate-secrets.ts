import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { env } from "@/lib/base/config/env";
import { currentKeyId, hasFormerKeys, seal, unseal } from "@/lib/base/config/secrets";
import { bucketsIn, FIRST_BUCKET, SHARED_TABLES, searchPathOf } from "@/lib/db/client/buckets";
import { tlsFor } from "@/lib/db/client/tls";
import { type IdColumn, SEALED_COLUMNS, type SealedColumn } from "@/lib/db/migrate/sealed-columns";
import { storeCodeHmac } from "@/lib/domain/cards/code";
import { REASONS_BY_WEIGHT, suppressionHash } from "@/lib/domain/mail/suppressions";
import { KEYED_HASH_BYTES } from "@/lib/domain/people/totp/recovery-codes";

/** The hash of a sealed value, in another column, which finds it. */
type Lookup = {
  column: string;
  hashOf: (text: string, merchantId: string) => Buffer;
  /** The SQL condition that the row `other` may stand for the same suppressed address as `t`. */
  addedAgain?: string;
};

const emailLookup = (addedAgain: string): Lookup => ({
  column: "email_hash",
  hashOf: suppressionHash,
  addedAgain,
});

const LOOKUPS: Partial<Record<string, Lookup>> = {
  cards: {
    column: "code_hmac",
    hashOf: (code, merchantId) => storeCodeHmac(merchantId, code),
  },
  mail_suppressions: emailLookup("other.merchant_id = t.merchant_id"),
  undeliverable_addresses: emailLookup("true"),
};

const ID_TYPES: Record<IdColumn, string> = {
  merchant_id: "uuid",
  id: "uuid",
  card_id: "uuid",
  run_id: "uuid",
  number: "int",
};

// A debit of one of these cards waits for the slice, for a few milliseconds.
const SLICE_ROWS = 200;
// Rows that are locked are left to the next pass.
const PASSES = 5;
const PASS_PAUSE_MS = 1_000;

type SealedRow = { sealed: string; context: string } & Partial<Record<IdColumn, string | number>>;
type Counts = Record<string, number>;
type OnProgress = (progress: { table: string; resealed: number }) => void;

/** Runs work as the owner of the tables: the app's role can't change codes. */
export async function asOwner<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const { migrateDatabaseUrl: url } = env();
  const sql = postgres(url, { ...tlsFor(url), max: 1, prepare: false, onnotice: () => {} });
  try {
    await sql`set statement_timeout = 0`;
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Seals every value of all buckets again with ENCRYPTION_KEY, in slices, and hashes card codes again. Then records
 * ENCRYPTION_KEY as the only key of the database. Can be interrupted and repeated, and runs while the service
 * runs. `ok` is false if values under a former key remain: another instance still writes with it.
 */
export const rotateSecrets = (onProgress: OnProgress = () => {}) =>
  asOwner(async (sql) => {
    const resealed: Counts = {};
    for (let pass = 1; ; pass++) {
      for (const bucket of await bucketsIn(sql)) {
        const runSlice: RunSlice = (work) => begin(sql, bucket, work);
        for (const each of columnsOf(bucket))
          await resealColumn(runSlice, each, resealed, onProgress);
      }
      const formerValues = (await countValues(sql)).filter(isFormer);
      const remaining = formerValues.reduce((sum, { values }) => sum + values, 0);
      if (remaining === 0) break;
      if (pass === PASSES) return { ok: false, key: currentKeyId(), resealed, remaining };
      await sleep(PASS_PAUSE_MS);
    }
    await sql`insert into encryption_keys (id) values (${currentKeyId()}) on conflict do nothing`;
    await sql`delete from encryption_keys where id <> ${currentKeyId()}`;
    return { ok: true, key: currentKeyId(), resealed, remaining: 0 };
  });

/** The columns of a bucket; with the first one, those of the shared tables as well. */
const columnsOf = (bucket: string): SealedColumn[] =>
  SEALED_COLUMNS.filter(({ table }) => bucket === FIRST_BUCKET || !SHARED_TABLES.includes(table));

/** Runs work in a transaction that finds the tables of a bucket, also through a pooler. */
const begin = <T>(sql: Sql, bucket: string, work: (tx: postgres.TransactionSql) => Promise<T>) =>
  sql.begin(async (tx) => {
    await tx.unsafe(`set local search_path = ${searchPathOf(bucket)}`);
    return await work(tx);
  });

type RunSlice = (
  work: (tx: postgres.TransactionSql) => Promise<SealedRow[]>,
) => Promise<SealedRow[]>;

async function resealColumn(
  inTransaction: RunSlice,
  each: SealedColumn,
  resealed: Counts,
  onProgress: OnProgress,
): Promise<void> {
  const { table } = each;
  const runSlice = (after?: SealedRow) =>
    inTransaction(async (tx) => {
      const rows = await tx.unsafe<SealedRow[]>(...sliceQuery(each, after));
      if (rows.length > 0) await writeSlice(tx, each, rows);
      return rows;
    });
  for (let rows = await runSlice(); rows.length > 0; rows = await runSlice(rows.at(-1))) {
    resealed[table] = (resealed[table] ?? 0) + rows.length;
    onProgress({ table, resealed: resealed[table] });
  }
}

const isOfAnotherKey = ({ value }: SealedColumn) =>
  `${value} is not null and not starts_with(${value}, '${currentKeyId()}.')`;

/** The next values under another key, locked, and the parameters of the query. */
function sliceQuery(each: SealedColumn, after?: SealedRow): [string, (string | number)[]] {
  const { table, ids, value, context } = each;
  const columns = ids.map((id) => `t.${id}`).join(", ");
  const position = ids.map((id, n) => `$${n + 1}::${ID_TYPES[id]}`).join(", ");
  const text = `select ${columns}, ${value} as sealed, ${context} as context from ${table} t
    where ${isOfAnotherKey(each)} ${after ? `and (${columns}) > (${position})` : ""}
    order by ${columns} limit ${SLICE_ROWS} for update skip locked`;
  return [text, after ? ids.map((id) => after[id] ?? "") : []];
}

async function writeSlice(
  tx: postgres.TransactionSql,
  { table, ids, assign, purpose }: SealedColumn,
  rows: SealedRow[],
): Promise<void> {
  const lookup = LOOKUPS[table];
  const values = rows.map(({ sealed, context, ...key }) => {
    const text = unseal(purpose, context, sealed);
    const hash = lookup?.hashOf(text, String(key.merchant_id)).toString("hex");
    return { ...key, sealed: seal(purpose, context, text), hash };
  });
  const types = ids.map((id) => `${id} ${ID_TYPES[id]}`).join(", ");
  const same = ids.map((id) => `t.${id} = v.${id}`).join(" and ");
  const source = `json_to_recordset($1::text::json) as v (${types}, sealed text, hash text)`;
  const hashes = lookup ? `, ${lookup.column} = decode(v.hash, 'hex')` : "";
  await tx`select set_config('scrip.rotates_keys', 'on', true)`;
  // One by one where two rows can be the same address, under two keys.
  const parts = lookup?.addedAgain ? values.map((one) => [one]) : [values];
  for (const part of parts.map((part) => JSON.stringify(part))) {
    if (lookup?.addedAgain) {
      const isOther = `${same} and ${lookup.addedAgain} and other.id <> t.id
        and other.${lookup.column} = decode(v.hash, 'hex')`;
      await tx.unsafe(
        `update ${table} other set reason = t.reason from ${source}, ${table} t where ${isOther}
          and ${weight("t.reason")} < ${weight("other.reason")}`,
        [part],
      );
      await tx.unsafe(`delete from ${table} t using ${source}, ${table} other where ${isOther}`, [
        part,
      ]);
    }
    await tx.unsafe(`update ${table} t set ${assign}${hashes} from ${source} where ${same}`, [
      part,
    ]);
  }
}

const weight = (reason: string) =>
  `array_position(array['${REASONS_BY_WEIGHT.join("','")}'], ${reason})`;

type ValueCount = { table: string; key: string; values: number };

/** The number of values under each key, by table, in all buckets together. */
async function countValues(sql: Sql): Promise<ValueCount[]> {
  const sums = new Map<string, ValueCount>();
  for (const bucket of await bucketsIn(sql)) {
    const parts = columnsOf(bucket).map(
      ({ table, value }) => `select '${table}' as "table", split_part(${value}, '.', 1) as key,
        count(*)::float8 as values from ${table} t where ${value} is not null group by 2`,
    );
    const counts = await begin(sql, bucket, (tx) =>
      tx.unsafe<ValueCount[]>(`select "table", key, sum(values) as values
        from (${parts.join(" union all ")}) counted group by 1, 2 order by 1, 2`),
    );
    for (const { table, key, values } of counts) {
      const earlier = sums.get(`${table} ${key}`)?.values ?? 0;
      sums.set(`${table} ${key}`, { table, key, values: values + earlier });
    }
  }
  return [...sums.values()];
}

const isFormer = ({ key }: ValueCount) => key !== currentKeyId();

// Links to stop email, in sent mail, are encrypted as well.
const KEEP_FORMER_KEYS_DAYS = 60;

/**
 * The keys recorded for the database, the number of values under each, by table, and until when sent mail
 * needs former keys. `earlierRecoveryCodes`: unused codes whose hash can't be made again with another key;
 * they work until their key is removed.
 */
export const secretsStatus = () =>
  asOwner(async (sql) => {
    const keys = await sql<{ id: string }[]>`select id from encryption_keys order by added_at`;
    const values = await countValues(sql);
    const [{ earlierRecoveryCodes }] = await sql<[{ earlierRecoveryCodes: number }]>`
      select count(*)::float8 as "earlierRecoveryCodes" from recovery_codes
      where used_at is null and octet_length(code_hash) = ${KEYED_HASH_BYTES}`;
    const isDone = !values.some(isFormer);
    const keepFormerKeysUntil = hasFormerKeys() ? await formerKeysNeededUntil(sql) : null;
    return {
      current: currentKeyId(),
      keys: keys.map(({ id }) => id),
      rotated: isDone,
      keepFormerKeysUntil,
      earlierRecoveryCodes,
      values,
    };
  });

/** 60 days after ENCRYPTION_KEY was first used, as a date; null if it was not used yet. */
async function formerKeysNeededUntil(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ until: string }[]>`
    select ((added_at at time zone 'UTC')::date + ${KEEP_FORMER_KEYS_DAYS}::int)::text as until
    from encryption_keys where id = ${currentKeyId()}`;
  return row?.until ?? null;
}
