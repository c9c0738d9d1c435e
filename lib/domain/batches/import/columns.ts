/** The columns of an import. */
export const COLUMN_NAMES = [
  "code",
  "balance",
  "currency",
  "expiry",
  "email",
  "note",
  "pin",
] as const;
export type ColumnName = (typeof COLUMN_NAMES)[number];
export const REQUIRED_COLUMNS = ["code", "balance"] as const;

/** Where a file has each column, counted from 0. Columns that it lacks are missing. */
export type ColumnPlaces = Partial<Record<ColumnName, number>>;
