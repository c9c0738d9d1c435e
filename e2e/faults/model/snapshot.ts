import type { Sql } from "postgres";
import type { History } from "../history";

type Options = {
  /** One for each bucket. */
  sqls: Sql[];
  history: History;
  /** When the last snapshot was taken. */
  since: Date;
  /** Whether the run is over and everything is to be read. */
  atRest: boolean;
};

/** Columns that are secret, large or not checked. A gift's `token_hash` stays: requests name the gift by its token. */
const LEFT_OUT: Record<string, string[]> = {
  cards: ["code_hmac", "sealed_code", "code_last4", "metadata"],
  webhook_deliveries: ["body"],
  idempotency_keys: ["answer", "fingerprint"],
};

/** What a stored response says of the outcome. */
const ADDED: Record<string, string> = {
  idempotency_keys: `|| jsonb_build_object('refusal', t.answer -> 'refusal',
    'transaction_id', t.answer #> '{transaction,id}')`,
};

const AT_REST = [
  "merchants",
  "cards",
  "transactions",
  "events",
  "holds",
  "transfers",
  "gifts",
  "webhook_deliveries",
  "idempotency_keys",
  "platform_cards",
  "till_movements",
  "till_closings",
];

/**
 * Rows since a minute before `$1`, by their ids. The time in an id is that of an instance, whose clock may be an hour
 * behind: so also those with ids from an hour earlier. If the clock is ahead, the ids are later.
 */
const RECENT = `(t.id >= first_id_at($1::timestamptz - interval '1 minute')
  or t.id between first_id_at($1::timestamptz - interval '62 minutes')
    and first_id_at(now() - interval '58 minutes'))`;

// By store, so that the primary key finds the rows.
const OF_STORES = "t.merchant_id in (select id from merchants)";

const BETWEEN: Record<string, string> = {
  merchants: "$1::timestamptz is not null",
  cards: "t.updated_at >= $1::timestamptz - interval '1 minute'",
  transactions: `${OF_STORES} and ${RECENT}`,
  events: `${OF_STORES} and ${RECENT}`,
};

/** Which version of a row was written, by table and id. */
type Marks = Map<string, string>;

/** What the last snapshot of a history had, so that the next one leaves out what didn't change. */
const lastMarks = new WeakMap<History, Marks>();

const markOf = (row: Record<string, unknown>): string =>
  [row.status, row.sequence, row.updated_at, row.details_changed_at].join(" ");

/** Selects the rows of a table, without secrets, as `(table, row)`. */
function selectFrom(table: string, condition = "true"): string {
  const without = (LEFT_OUT[table] ?? []).map((column) => `- '${column}'`).join(" ");
  return `select '${table}' as table, to_jsonb(t) ${without} ${ADDED[table] ?? ""} as row
    from ${table} t where ${condition}`;
}

/**
 * Writes the ledger's rows without secrets to the history. At rest these are all rows, before only cards, transactions
 * and events that are new or changed since the last snapshot. Throws what the database throws; the checker ignores a
 * snapshot without an end.
 */
export async function snapshot({ sqls, history, since, atRest }: Options): Promise<void> {
  const before = lastMarks.get(history) ?? new Map();
  const marks: Marks = new Map();
  const queries = atRest
    ? AT_REST.map((table) => selectFrom(table))
    : Object.entries(BETWEEN).map(([table, condition]) => selectFrom(table, condition));
  history.write({ kind: "snapshot", phase: "begins", atRest });
  // One statement sees one state of all tables. In a transaction, the driver ends the process if the database goes away
  // between two statements.
  const values = atRest ? [] : [since.toISOString()];
  const rows = await Promise.all(
    sqls.map((sql) => sql.unsafe(queries.join(" union all "), values)),
  );
  for (const { table, row } of rows.flat()) {
    const [key, mark] = [`${table} ${row.merchant_id} ${row.id}`, markOf(row)];
    if (!atRest) marks.set(key, mark);
    if (atRest || before.get(key) !== mark) history.write({ kind: "row", table, row });
  }
  history.write({ kind: "snapshot", phase: "ends", atRest });
  lastMarks.set(history, marks);
}
