// Where the figures of each part are kept: a file in the folder BENCH_RESULTS, ignored by git by default.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The file with the figures of a part's last run. */
export const resultOf = (/** @type {string} */ part) =>
  join(resolve(process.env.BENCH_RESULTS ?? join(".build", "bench", "results")), `${part}.json`);

/** Writes the figures of a part. */
export function keep(/** @type {string} */ part, /** @type {object} */ figures) {
  const file = resultOf(part);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}
