import { median } from "./collections";
import type { Violation } from "./context";
import type { FaultSummary, Summary, VerbSummary } from "./summary";

const percent = (part: number, whole: number) =>
  whole === 0 ? "0%" : `${((100 * part) / whole).toFixed(1)}%`;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** The median, with the longest in brackets. */
const spreadText = (ms: number[]) => `${seconds(median(ms))} (${seconds(Math.max(0, ...ms))})`;

const FAULT_HEADINGS = [
  "Fault",
  "Times",
  "Requests that failed",
  "Until one instance responds",
  "Until all do",
  "After its end",
  "Retried",
  "Made, but not answered",
];

const faultCells = (one: FaultSummary): string[] => [
  one.name,
  String(one.count),
  percent(one.failed, one.attempts),
  spreadText(one.untilAnyMs),
  spreadText(one.untilAllMs),
  spreadText(one.afterEndMs),
  ...[one.retried, one.unanswered].map(String),
];

const VERB_HEADINGS = ["Operation", "Asked", "Done", "Refused", "Unknown", "Retried"];

const verbCells = ({ verb, asked, done, refused, unknown, retried }: VerbSummary): string[] => [
  verb,
  ...[asked, done, refused, unknown, retried].map(String),
];

const MARKDOWN_HEADINGS = [
  "fault",
  "times",
  "share of attempts that failed",
  "median back after its end (longest)",
];

/** The faults of a merged summary as the rows of a Markdown table with its headings. */
export const markdownRows = ({ faults }: Summary): string[] =>
  [
    MARKDOWN_HEADINGS,
    MARKDOWN_HEADINGS.map(() => "---"),
    ...faults.map(({ name, count, failed, attempts, afterEndMs }) => [
      name,
      String(count),
      percent(failed, attempts),
      spreadText(afterEndMs),
    ]),
  ].map((cells) => `| ${cells.join(" | ")} |`);

function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Prints the counts and tables of a summary. */
export function printSummary(summary: Summary): void {
  const { counts, faults, verbs } = summary;
  const counted = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  console.log(`\n${summary.seconds} s: ${counted.join(", ")}.`);
  if (faults.length > 0) console.log(`\n${aligned([FAULT_HEADINGS, ...faults.map(faultCells)])}`);
  if (verbs.length > 0) console.log(`\n${aligned([VERB_HEADINGS, ...verbs.map(verbCells)])}`);
}

const MAX_PRINTED = 50;

/** Prints the violations of the history at `path`. */
export function printViolations(
  path: string,
  { violations, summary }: { violations: Violation[]; summary: Summary },
): void {
  console.log(`\n${violations.length} violations in ${path}`);
  if (!summary.isComplete)
    console.log("  It has no end, so only what holds at any time was checked.");
  for (const { check, what, atMs, ops } of violations.slice(0, MAX_PRINTED))
    console.log(
      `  ${(atMs / 1_000).toFixed(1)} s  ${check}: ${what}${ops.length > 0 ? ` [${ops}]` : ""}`,
    );
}
