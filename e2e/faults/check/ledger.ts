import type { Row, Snapshot, Timed } from "../history";
import { isTable, TABLES, type TableName, type Tables } from "./rows";

type AnyRow = Record<string, unknown>;
type Change = { what: string; atMs: number };
type Stored = { [Name in TableName]: Map<string, Tables[Name]> };

/** What never changes once it is written, apart from these columns. */
const FINAL: Partial<Record<TableName, readonly string[]>> = {
  transactions: ["status"],
  events: [],
  transfers: [],
};

/** Columns that a release may add meanwhile are null in earlier rows. */
const sameRow = (before: AnyRow, after: AnyRow, mayChange: readonly string[]): boolean =>
  Object.entries(before).every(
    ([column, value]) =>
      mayChange.includes(column) || JSON.stringify(value) === JSON.stringify(after[column]),
  );

/**
 * The rows of the ledger's tables. Each complete snapshot replaces the rows that it has; the one at rest has every row.
 * Rows of a snapshot that didn't end are left out.
 */
export class Ledger {
  readonly tables = Object.fromEntries(
    Object.keys(TABLES).map((table) => [table, new Map()]),
  ) as unknown as Stored;
  /** When the last complete snapshot began; -Infinity without one. */
  beganMs = -Infinity;
  isAtRest = false;
  /** Rows that changed or vanished, and must not. */
  readonly changes: Change[] = [];
  /** When the first snapshot with a transaction began, by its id. */
  readonly firstSeenMs = new Map<string, number>();
  /** When each complete snapshot began. */
  readonly snapshotsMs: number[] = [];
  private open: { beganMs: number; rows: Row[] } | null = null;

  begin({ atMs }: Timed<Snapshot>): void {
    this.open = { beganMs: atMs, rows: [] };
  }

  add(row: Row): void {
    if (isTable(row.table)) this.open?.rows.push(row);
  }

  end({ atRest }: Timed<Snapshot>): void {
    if (!this.open) return;
    const { beganMs, rows } = this.open;
    const seen = new Set<unknown>();
    for (const { table, row } of rows) {
      if (isTable(table)) this.store(table, row, beganMs, seen);
    }
    if (atRest) this.dropUnseen(seen, beganMs);
    this.beganMs = beganMs;
    this.isAtRest = atRest;
    this.snapshotsMs.push(beganMs);
    this.open = null;
  }

  private store(table: TableName, row: AnyRow, beganMs: number, seen: Set<unknown>): void {
    const rows: Map<string, AnyRow> = this.tables[table];
    const key = TABLES[table].map((column) => row[column]).join(" ");
    const before = rows.get(key);
    const mayChange = FINAL[table];
    if (before && mayChange && !sameRow(before, row, mayChange)) {
      this.changes.push({ what: `a row of ${table} changed: ${key}`, atMs: beganMs });
    }
    if (table === "transactions" && !before) this.firstSeenMs.set(key, beganMs);
    rows.set(key, row);
    seen.add(row);
  }

  /** At rest, a row that the snapshot doesn't have is gone. */
  private dropUnseen(seen: Set<unknown>, beganMs: number): void {
    for (const [table, rows] of Object.entries(this.tables)) {
      for (const [key, row] of rows) {
        if (seen.has(row)) continue;
        rows.delete(key);
        if (table in FINAL || table === "cards") {
          this.changes.push({ what: `a row of ${table} vanished: ${key}`, atMs: beganMs });
        }
      }
    }
  }

  /** When the first snapshot after a time began; Infinity if there is none. */
  snapshotAfterMs(atMs: number): number {
    return this.snapshotsMs.find((beganMs) => beganMs > atMs) ?? Infinity;
  }
}
