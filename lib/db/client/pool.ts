import type { Sql } from "postgres";
import { patient } from "@/lib/base/config/patience";
import { inDatabaseSpan, isTracing } from "@/lib/base/observe/trace";
import { searchPathOf } from "./buckets";
import {
  type Connection,
  connectionClosedError,
  openConnection,
  requireBucket,
  runWithTimeout,
  type Server,
} from "./connection";
import { noteBusyPool } from "./outage";
import { type Queries, queriesBy } from "./query";
import { type Transaction, transaction } from "./transaction";

export type Pool = Queries & {
  /** Runs work in a transaction, rolled back if it throws. */
  begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Closes all connections when running queries are done, or after `timeoutMs`. */
  end(timeoutMs: number): Promise<void>;
  /** Connections that work now, and callers that wait for one. */
  use(): PoolUse;
  /** Driver options, which Drizzle changes before the first connection opens. */
  options: Pick<Sql["options"], "parsers" | "serializers">;
};

export type PoolUse = { max: number; inUse: number; waiting: number };

export type PoolOptions = {
  url: string;
  connections: number;
  prepare: boolean;
  /** Whose tables each new connection must find; by default not checked. */
  bucket?: string;
  /** Whether its connections set the search path of `bucket`. Otherwise, they have it from the server. */
  setsSearchPath?: boolean;
  /** Where it goes: by default, to the database itself. */
  server?: Server;
  /** Called when a connection broke, or could not be opened. */
  onBroken?: () => void;
  /** How long a statement waits for its result. See also extendAnswerTimeout(). */
  answerTimeoutMs?: number;
  /** How long a caller waits for a connection. */
  waitTimeoutMs?: number;
};

type Waiter = {
  resolve: (connection: Connection) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};

// Together with the wait for a connection, shorter than a client waits: it gets a 503 instead. Longer than the
// server's statement timeout: after that, the server is unreachable.
const ANSWER_TIMEOUT_MS = 6_000;

/** How long a caller waits for a connection, or a movement to be sent. */
export const waitLimitMs = () => patient(3_000);

/**
 * A pool with one query in flight per connection. The driver's own pool pipelines queries and reuses
 * broken connections, and can then return the result of another query. Calls throw Postgres errors,
 * connection errors, and UNDEFINED_VALUE before anything is sent.
 */
export function createPool(poolOptions: PoolOptions): Pool {
  const { url, connections, prepare, bucket, setsSearchPath, onBroken } = poolOptions;
  const { server = "primary" } = poolOptions;
  const { answerTimeoutMs = patient(ANSWER_TIMEOUT_MS), waitTimeoutMs = waitLimitMs() } =
    poolOptions;
  const searchPath = bucket && setsSearchPath ? searchPathOf(bucket) : undefined;
  const options: Pool["options"] = { parsers: {}, serializers: {} };
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  const waiters: Waiter[] = [];
  let onEmpty: (() => void) | undefined;

  function connect(): Connection {
    const connection = openConnection(
      { url, prepare, searchPath, server, settings: options },
      () => {
        const index = idle.indexOf(connection);
        if (index < 0) return;
        discard(...idle.splice(index, 1));
        onBroken?.();
      },
    );
    open.add(connection);
    return connection;
  }

  function discard(...unwanted: Connection[]): void {
    for (const connection of unwanted) {
      open.delete(connection);
      connection.sql.end({ timeout: 0 }).catch(() => {});
    }
    if (open.size === 0) onEmpty?.();
  }

  function acquire(): Connection | Promise<Connection> {
    if (onEmpty) throw connectionClosedError("The pool was closed.");
    const last = idle.pop();
    if (last) return last;
    if (open.size < connections) return connect();
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiters.splice(waiters.indexOf(waiter), 1);
        const error = connectionClosedError("No connection was free in time.");
        if (server !== "replica") noteBusyPool(error);
        reject(error);
      };
      const waiter = { resolve, reject, timer: setTimeout(giveUp, waitTimeoutMs) };
      waiters.push(waiter);
    });
  }

  function release(connection: Connection): void {
    const next = waiters.shift();
    clearTimeout(next?.timer);
    if (connection.broken) onBroken?.();
    if (connection.broken || (onEmpty && !next)) {
      discard(connection);
      next?.resolve(connect());
    } else if (next) next.resolve(connection);
    else idle.push(connection);
  }

  /** Runs `work` on a connection. If it fails, rolls back a transaction it left open. */
  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await acquire();
    try {
      if (bucket && !connection.isOfBucket)
        await requireBucket(connection, bucket, answerTimeoutMs);
      return await work(connection);
    } catch (error) {
      // Also outside a transaction: otherwise the driver adds the failed query's rows to the next result.
      const rollback = (sql: Sql) => sql.unsafe("rollback");
      if (!connection.broken)
        await runWithTimeout(connection, rollback, answerTimeoutMs).catch(() => {});
      throw error;
    } finally {
      release(connection);
    }
  }

  return Object.assign(
    queriesBy((query) => {
      const send = () =>
        withConnection((connection) => runWithTimeout(connection, query.on, answerTimeoutMs));
      return isTracing() ? inDatabaseSpan(query.operation, send) : send();
    }),
    {
      options,
      use: () => ({ max: connections, inUse: open.size - idle.length, waiting: waiters.length }),
      begin: <T>(work: (tx: Transaction) => Promise<T>) => {
        const begin = () =>
          withConnection((connection) => transaction(connection, answerTimeoutMs, work));
        return isTracing() ? inDatabaseSpan("transaction", begin) : begin();
      },
      end: async (timeoutMs: number) => {
        let timer: NodeJS.Timeout | undefined;
        const empty = new Promise<void>((resolve) => {
          onEmpty = resolve;
          timer = setTimeout(resolve, timeoutMs);
        });
        discard(...idle.splice(0));
        await empty;
        clearTimeout(timer);
        for (const { reject, timer: waiting } of waiters.splice(0)) {
          clearTimeout(waiting);
          reject(connectionClosedError("The pool was closed."));
        }
        discard(...open);
      },
    },
  );
}
