// What is wrong in the Postgres driver (3.4.9) for a process that runs long and sends queries ahead.
import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BUILDS = ["src", join("cjs", "src")];

/** By file: what is published, and what is there instead. The last tells lib/db/client.ts of the others. */
export const PATCHES = [
  {
    // A queue of idle sessions drops what was taken from it only when it is empty. With a session to
    // spare it never is: it grows by an entry a query, and each query looks through all of it (0.6 ms
    // after a million). So it drops the empty half.
    file: "queue.js",
    published: `      if (index === xs.length) {
        index = 0
        xs = []
      } else {`,
    patched: `      if (index * 2 >= xs.length) {
        xs = xs.slice(index)
        index = 0
      } else {`,
  },
  {
    // A statement that a migration made stale is prepared anew, in two turns between which the next
    // query is sent: from then on each query has another's answer. So it fails instead, as does
    // nothing that is sent alone, and is prepared anew when it is next used.
    file: "connection.js",
    published: `    delete statements[q.signature]
    q.retried = error`,
    patched: `    delete statements[q.signature]
    if (max_pipeline > 0)
      return errored(error)
    q.retried = error`,
  },
  {
    // A query that can't be built, of an undefined parameter, counts as sent and fails in place of the
    // one that is at work: from then on each has another's answer. So it fails before it counts.
    file: "connection.js",
    published: `      query
        ? sent.push(q)
        : (query = q, query.active = true)

      build(q)
      return write`,
    patched: `      try {
        build(q)
      } catch (error) {
        queryError(q, error)
        return true
      }
      query
        ? sent.push(q)
        : (query = q, query.active = true)

      return write`,
  },
  {
    // A query sent ahead would lie here until the answer to the one before it has come.
    file: "connection.js",
    published: "      keep_alive && socket.setKeepAlive && ",
    patched: `      socket.setNoDelay && socket.setNoDelay(true)
      keep_alive && socket.setKeepAlive && `,
  },
  {
    file: "index.js",
    published: `Object.assign(Postgres, {
  PostgresError,`,
    patched: `Object.assign(Postgres, {
  isPatched: true,
  PostgresError,`,
  },
];

/**
 * Patches the driver in its folder, unless that was done before. Throws when it is another than the
 * one this was written for, or can't be written to.
 */
export function patchDriver(folder = join("node_modules", "postgres")) {
  for (const { file, published, patched } of PATCHES) {
    for (const path of BUILDS.map((build) => join(folder, build, file))) {
      const text = readFileSync(path, "utf8");
      if (text.includes(patched)) continue;
      if (!text.includes(published)) throw new Error(`${path} is not that of postgres 3.4.9.`);
      // In place at once: another process may be loading it.
      const draft = `${path}.${randomUUID()}`;
      writeFileSync(draft, text.replace(published, patched));
      renameSync(draft, path);
    }
  }
}
