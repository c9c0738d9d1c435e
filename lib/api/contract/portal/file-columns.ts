import { z } from "zod";

/** An amount of money in minor units. */
type MoneyCell = { amountCents: number | bigint; currency: string };
/** A day (YYYY-MM-DD) or month (YYYY-MM), which has no time zone. */
type CalendarCell = { date: string };

/** A value in a file. In CSV, amounts are exact decimals. A PDF formats amounts, numbers, dates and times. */
export type Cell = string | number | MoneyCell | CalendarCell | Date | null;

/** Columns from left to right: the heading, and the function that returns the cell of a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

export const FORMAT_FIELD = { format: z.enum(["csv", "pdf"]).default("csv") };

/** A query with the format of a download. */
export type FileFormat = { format: "csv" | "pdf" };

export const FormatQuery = z.strictObject(FORMAT_FIELD);
