/** The value below which `share` of the values lie; 0 of none. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Rows as a Markdown table, the first of them its heading; numbers stand to the right. */
export function asTable([heading = [], ...rows]: string[][]): string {
  const widths = heading.map((_, column) =>
    Math.max(...[heading, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = heading.map((_, column) =>
    rows.every((row) => /^[\d.]+$/.test(row[column] ?? "")),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, n) => (isNumber[n] ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, n) =>
    isNumber[n] ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
  );
  return [line(heading), line(rule), ...rows.map(line)].join("\n");
}
