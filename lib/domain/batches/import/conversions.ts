import type { ColumnName } from "./columns";

const MAX_CONVERSIONS = 50;
const MAX_SHOWN_CHARACTERS = 100;

/** A value that isn't imported as the file writes it, the first line that has one like it, and how many rows do. */
export type Conversion = {
  column: ColumnName;
  line: number;
  /** As in the file, with dots for the characters of a code or PIN. */
  from: string;
  to: string;
  rows: number;
};

/** Collects the values that aren't imported as written: one example of each notation. */
export function collectConversions() {
  const found = new Map<string, Conversion>();
  return {
    add({ column, line, from, to }: Omit<Conversion, "rows">): void {
      if (from === to) return;
      const pattern = `${column} ${patternOf(column, from)}`;
      const conversion = found.get(pattern);
      if (conversion) conversion.rows++;
      else if (found.size < MAX_CONVERSIONS) {
        const excerpt = (text: string) =>
          (isSecret(column) ? masked(text) : text).slice(0, MAX_SHOWN_CHARACTERS);
        found.set(pattern, { column, line, from: excerpt(from), to: excerpt(to), rows: 1 });
      }
    },
    list: (): Conversion[] => [...found.values()],
  };
}

export type Conversions = ReturnType<typeof collectConversions>;

/** Amounts and dates by how they are written: "€0,0". All other columns have one pattern each. */
const patternOf = (column: ColumnName, from: string): string =>
  column === "balance" || column === "expiry" ? from.replace(/\d+/g, "0") : "";

const isSecret = (column: ColumnName) => column === "code" || column === "pin";

const masked = (text: string): string => text.replace(/[\p{L}\p{N}]/gu, "•");
