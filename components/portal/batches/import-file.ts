import { type BodyOf, post } from "@/components/kit/api/api";
import { escapeFormulas } from "@/lib/base/formulas";
import type { ColumnName, ColumnPlaces } from "@/lib/domain/batches/import/columns";
import {
  type CsvRecord,
  cellText,
  csvOptions,
  csvText,
  delimiterOf,
  OPENING_LINES,
  tableOf,
} from "@/lib/domain/batches/import/csv";
import { amountPlaces, guessColumns, SAMPLE_ROWS } from "@/lib/domain/batches/import/headings";
import type { ImportCheck } from "./batch";

export type ImportProblem = ImportCheck["problems"][number];

/** A column of the file, with its cells in the first rows. */
export type FileColumn = { place: number; heading: string; samples: string[] };

/** The rows of a file that can't be imported. They stay in the browser. */
export type RejectedRows = { headings: string[]; rows: Map<number, string[]>; delimiter: string };

/** The fields of the import request, plus the file name. */
type ImportRequest = Omit<BodyOf<"/api/portal/batches/import">, "cards"> & {
  fileName: string;
};

export type CheckedImport = { chosen: ImportRequest; check: ImportCheck; rejected: RejectedRows };

const previewRows = 5;

/** Has the server check a file, and keeps its rejected rows. */
export async function checkImport(chosen: ImportRequest): Promise<CheckedImport> {
  const { fileName: _file, name: _name, cardType: _type, ...file } = chosen;
  const check = await post("/api/portal/batches/import/check", file);
  return { chosen, check, rejected: await rejectedRowsOf(file.csv, check.problems) };
}

/** Parses a file like the server does. Rows after the first `limit` are skipped. */
async function parse(csv: string, limit = -1): Promise<CsvRecord[]> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const text = csvText(csv);
  const options = { ...csvOptions(text), ...(limit > 0 && { to: limit }) };
  return parse(text, options) as unknown as CsvRecord[];
}

/** What a file has, and a guess at its columns. */
export type Preview = {
  columns: FileColumn[];
  places: ColumnPlaces;
  /** The headings of several columns with amounts, of which a person chooses the balance. */
  amounts: string[];
};

/** The columns of a file; null if it is no valid CSV, which the server then refuses in words. */
export async function previewOf(csv: string): Promise<Preview | null> {
  try {
    const table = tableOf(await parse(csv, SAMPLE_ROWS + OPENING_LINES));
    const headings = table.headings?.record ?? [];
    const rows = table.rows.slice(0, SAMPLE_ROWS).map(({ record }) => record.map(cellText));
    const columns = headings.map((heading, place) => ({
      place,
      heading,
      samples: rows.slice(0, previewRows).map((row) => row[place] ?? ""),
    }));
    const amounts = amountPlaces(headings, rows).flatMap((place) => headings[place] ?? []);
    return {
      columns,
      places: guessColumns(headings, rows),
      amounts: amounts.length > 1 ? amounts : [],
    };
  } catch {
    return null;
  }
}

/** Finds the rows of a file that have problems. */
export async function rejectedRowsOf(
  csv: string,
  problems: ImportProblem[],
): Promise<RejectedRows> {
  const lines = new Set(problems.map(({ line }) => line));
  const { headings, rows } = tableOf(lines.size > 0 ? await parse(csv) : []);
  return {
    headings: headings?.record ?? [],
    rows: new Map(
      rows.flatMap(({ record, info }) => (lines.has(info.lines) ? [[info.lines, record]] : [])),
    ),
    delimiter: delimiterOf(csvText(csv)),
  };
}

const shortCodeLength = 8;

/** What a page shows of a cell: only the end of a code or PIN. */
export function maskedCell(column: ColumnName, value: string): string {
  if (column !== "code" && column !== "pin") return value;
  const bare = value.replace(/[\s-]/g, "");
  if (bare === "") return "";
  return `••••${bare.slice(bare.length < shortCodeLength ? -2 : -4)}`;
}

/**
 * A CSV file of the rejected rows with their cells as they were but for formulas, which are escaped until they are
 * imported again, and why in the column `reasonHeading`. `reasonOf` is a problem in words.
 */
export function rejectedFile(
  { headings, rows, delimiter }: RejectedRows,
  problems: ImportProblem[],
  reasonHeading: string,
  reasonOf: (problem: ImportProblem) => string,
): string {
  const reasons = new Map<number, string[]>();
  for (const problem of problems) {
    reasons.set(problem.line, [...(reasons.get(problem.line) ?? []), reasonOf(problem)]);
  }
  const reasonPlace = headings.indexOf(reasonHeading);
  const longest = Math.max(headings.length, ...[...rows.values()].map((row) => row.length));
  const place = reasonPlace < 0 ? longest : reasonPlace;
  const written = (cells: string[], reason: string) =>
    Array.from({ length: Math.max(cells.length, place + 1) }, (_, at) =>
      quoted(at === place ? reason : (cells[at] ?? "")),
    ).join(delimiter);
  const lines = [...rows].map(([line, cells]) =>
    written(cells, (reasons.get(line) ?? []).join(" ")),
  );
  // Spreadsheets read a file as UTF-8 by its byte order mark.
  return `\uFEFF${[written(headings, reasonHeading), ...lines].join("\r\n")}\r\n`;
}

const quoted = (cell: string): string => `"${escapeFormulas(cell).replaceAll('"', '""')}"`;
