// What is wrong in the Postgres driver (3.4.9) for a process that runs long, sends queries ahead and
// outlives its sessions.
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

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
    // query is sent: from then on each query has another's answer. Where queries are sent ahead it
    // fails instead, and is prepared anew when it is next used.
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
    // one that is at work: from then on each has another's answer. So it is built before it counts.
    // Where nothing is at work a Sync goes in its place, whose answer hands the session on.
    file: "connection.js",
    published: `      query
        ? sent.push(q)
        : (query = q, query.active = true)

      build(q)
      return write(toBuffer(q))`,
    patched: `      let message
      try {
        build(q)
        message = toBuffer(q)
      } catch (error) {
        queryError(q, error)
        query || (query = q, write(Sync))
        return true
      }
      query
        ? sent.push(q)
        : (query = q, query.active = true)

      return write(message)`,
  },
  {
    // A query sent ahead would lie here until the answer to the one before it has come.
    file: "connection.js",
    published: "      keep_alive && socket.setKeepAlive && ",
    patched: `      socket.setNoDelay && socket.setNoDelay(true)
      keep_alive && socket.setKeepAlive && `,
  },
  {
    // What was written and not yet sent when a session broke would go out before its successor's first
    // message, which then waits for a timer that was cleared: the session hangs.
    file: "connection.js",
    published: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
    patched: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)`,
  },
  {
    // What a session was at when it broke stays its query, what was sent meanwhile waits for answers, and
    // rows that had come stay its result: its successor's answers would go there.
    file: "connection.js",
    published: `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    patched: `    const forget = () => {
      query = results = errorResponse = null
      result = new Result()
      rows = 0
    }

    if (initial) {
      forget()
      return reconnect()
    }

    if (query || sent.length)
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
    forget()
`,
  },
  {
    // A transaction whose session broke goes on to write to it: nobody is there, or by then another's
    // transaction, which its rollback would end.
    file: "connection.js",
    published: `    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
    patched: `    if (!socket) {
      queryError(q, Errors.connection('CONNECTION_CLOSED', options))
      return true
    }

    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
  },
  {
    file: "index.js",
    published: `    let savepoints = 0
      , connection`,
    patched: `    let savepoints = 0
      , broken
      , connection`,
  },
  {
    file: "index.js",
    published: "connection.onclose = reject)",
    patched: "connection.onclose = e => reject(broken = e))",
  },
  {
    file: "index.js",
    published: `        q.catch(e => uncaughtError || (uncaughtError = e))
`,
    patched: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (broken)
          return q.reject(broken)
`,
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

/** A file as it was published: kept beside it, so that what is patched can be patched otherwise. */
function publishedText(/** @type {string} */ path) {
  const kept = `${path}.published`;
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const text = readFileSync(path, "utf8");
  writeAtOnce(kept, text);
  return text;
}

/** In place at once: another process may be reading it. */
function writeAtOnce(/** @type {string} */ path, /** @type {string} */ text) {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/**
 * Patches the driver in its folder, unless that was done before. Throws when it is another than the
 * one this was written for, or can't be written to.
 */
export function patchDriver(folder = join("node_modules", "postgres")) {
  // In this order: the last file tells that all are patched.
  const files = [...new Set(PATCHES.map(({ file }) => file))];
  for (const path of files.flatMap((file) => BUILDS.map((build) => join(folder, build, file)))) {
    let text = publishedText(path);
    for (const { published, patched } of PATCHES.filter(({ file }) => path.endsWith(file))) {
      if (!text.includes(published)) throw new Error(`${path} is not that of postgres 3.4.9.`);
      text = text.replace(published, patched);
    }
    if (readFileSync(path, "utf8") !== text) writeAtOnce(path, text);
  }
}

// A host that builds by its own command runs this file before it.
if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) patchDriver();
