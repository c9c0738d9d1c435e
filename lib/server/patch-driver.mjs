// The Postgres driver (3.4.9) keeps its idle sessions in a queue that drops what was taken from it
// only when it is empty. With a session to spare it never is: it grows by an entry a query, and each
// query looks through all of it (0.6 ms after a million). So it is made to drop the empty half.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILES = [join("src", "queue.js"), join("cjs", "src", "queue.js")];

/** What is in the driver as it is published, and what is there instead. */
export const PUBLISHED = `      if (index === xs.length) {
        index = 0
        xs = []
      } else {`;
export const PATCHED = `      if (index * 2 >= xs.length) {
        xs = xs.slice(index)
        index = 0
      } else {`;

/**
 * Patches the driver in its folder, unless that was done before. Throws when it is another than the
 * one this was written for, or can't be written to.
 */
export function patchDriver(folder = join("node_modules", "postgres")) {
  for (const path of FILES.map((file) => join(folder, file))) {
    const text = readFileSync(path, "utf8");
    if (text.includes(PATCHED)) continue;
    if (!text.includes(PUBLISHED)) throw new Error(`${path} is not that of postgres 3.4.9.`);
    // In place at once: another process may be loading it.
    const patched = `${path}.${process.pid}`;
    writeFileSync(patched, text.replace(PUBLISHED, PATCHED));
    renameSync(patched, path);
  }
}
