import { once } from "node:events";
import { connect as openSocket, type Socket } from "node:net";
import postgres, { type RowList, type Sql } from "postgres";
import { codeOf } from "../errors";
import { inDatabaseSpan, isTracing } from "../trace";
import { isConnectionCode, noteFullDisk, noteOutage, noteResponse } from "./outage";
import { type Queries, queriesBy, VALUE_TYPES } from "./query";
import { tlsFor } from "./tls";

export type Transaction = Queries & {
  /** Runs work in a savepoint, rolled back if it throws. */
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

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

type PoolOptions = {
  url: string;
  connections: number;
  prepare: boolean;
  /** How long a query outside a transaction waits for its result. */
  answerTimeoutMs?: number;
};

/** A driver client with one connection, discarded once the connection is broken. */
type Connection = { sql: Sql; broken: boolean };
type Send<T> = (sql: Sql) => PromiseLike<T>;

type Waiter = { resolve: (connection: Connection) => void; reject: (error: Error) => void };

const CONNECT_TIMEOUT_MS = 10_000;
// Longer than the server's statement timeout: after that, the server is unreachable.
const ANSWER_TIMEOUT_MS = 20_000;

const connectionClosedError = (message: string) =>
  Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });

/**
 * A pool with one query in flight per connection. The driver's own pool pipelines queries and reuses
 * broken connections, and can then return the result of another query. Calls throw Postgres errors,
 * connection errors, and UNDEFINED_VALUE before anything is sent.
 */
export function createPool(poolOptions: PoolOptions): Pool {
  const { url, connections, prepare, answerTimeoutMs = ANSWER_TIMEOUT_MS } = poolOptions;
  const options: Pool["options"] = { parsers: {}, serializers: {} };
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  const waiters: Waiter[] = [];
  let onEmpty: (() => void) | undefined;

  function connect(): Connection {
    const sql = postgres(url, {
      ...tlsFor(url),
      max: 1,
      max_lifetime: null,
      fetch_types: false,
      types: VALUE_TYPES,
      prepare,
      connect_timeout: CONNECT_TIMEOUT_MS / 1_000,
      ...{ socket: socketOnce() },
      onnotice: () => {},
      onclose: () => {
        connection.broken = true;
        const index = idle.indexOf(connection);
        if (index >= 0) discard(...idle.splice(index, 1));
      },
      connection: { application_name: "scrip" },
    });
    // Keeps the first host only: with several, the driver drops the error of a refused connection.
    sql.options.host.splice(1);
    Object.assign(sql.options.parsers, options.parsers);
    Object.assign(sql.options.serializers, options.serializers);
    const connection = { sql, broken: false };
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
    return new Promise((resolve, reject) => waiters.push({ resolve, reject }));
  }

  function release(connection: Connection): void {
    const next = waiters.shift();
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
      return await work(connection);
    } catch (error) {
      // Also outside a transaction: otherwise the driver adds the failed query's rows to the next result.
      if (!connection.broken)
        await run(connection, (sql) => sql.unsafe("rollback")).catch(() => {});
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
        const begin = () => withConnection((connection) => transaction(connection, work));
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
        for (const { reject } of waiters.splice(0))
          reject(connectionClosedError("The pool was closed."));
        discard(...open);
      },
    },
  );
}

/** Runs one query. Any failure other than an error from Postgres breaks the connection. */
async function run<T>(connection: Connection, query: Send<T>): Promise<T> {
  if (connection.broken) throw connectionClosedError("The connection was closed.");
  try {
    const result = await query(connection.sql);
    noteResponse();
    return result;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.severity === "ERROR") {
      noteResponse();
      noteFullDisk(error);
    } else {
      connection.broken = true;
      if (isConnectionCode(codeOf(error))) noteOutage(error);
    }
    throw error;
  }
}

/** Runs one query outside a transaction. After `timeoutMs` without a result, it closes the connection. */
async function runWithTimeout<T>(
  connection: Connection,
  query: Send<T>,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<T> {
  const close = () => void connection.sql.end({ timeout: 0 }).catch(() => {});
  const timer = setTimeout(close, timeoutMs);
  try {
    return await run(connection, query);
  } finally {
    clearTimeout(timer);
  }
}

/** A transaction or savepoint: it sends no more queries once it has ended. */
type Scope = { ended: boolean };

/** Runs work in a transaction, one query after the other. */
async function transaction<T>(
  connection: Connection,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let failure: unknown;
  let savepoints = 0;
  const outer: Scope = { ended: false };

  function enqueue<R>(scope: Scope, query: Send<R>): Promise<R> {
    const result = last.then(() => {
      if (scope.ended || outer.ended) throw connectionClosedError("The transaction has ended.");
      return run(connection, query);
    });
    last = result.catch((error) => {
      failure ??= error;
    });
    return result;
  }
  const execute = (command: string) =>
    enqueue<RowList<never[]>>(outer, (sql) => sql.unsafe(command));

  const queriesIn = (scope: Scope): Transaction =>
    Object.assign(
      queriesBy((query) => enqueue(scope, query.on)),
      { savepoint },
    );

  async function savepoint<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    const name = `savepoint_${savepoints++}`;
    const scope: Scope = { ended: false };
    await execute(`savepoint ${name}`);
    try {
      return await work(queriesIn(scope));
    } catch (error) {
      // Otherwise, later queries of `work` would run outside the savepoint.
      scope.ended = true;
      await execute(`rollback to ${name}`);
      failure = undefined;
      throw error;
    }
  }

  try {
    await runWithTimeout(connection, (sql) => sql.unsafe("begin"));
    const result = await work(queriesIn(outer));
    // After a failed query, Postgres responds to a commit with ROLLBACK instead of an error.
    if ((await execute("commit")).command !== "COMMIT") throw failure;
    return result;
  } finally {
    outer.ended = true;
    await last;
  }
}

/** The driver's connection target; only the first host is used. */
type Target = { host: string[]; port: number[]; path: string | false };

/** Opens one socket and then refuses; otherwise, the driver reconnects endlessly if sockets are cut. */
function socketOnce(): (target: Target) => Promise<Socket> {
  let isOpened = false;
  return async ({ host: [host = ""], port: [port = 0], path }) => {
    if (isOpened) throw connectionClosedError("The connection was closed while opening.");
    isOpened = true;
    // noDelay: otherwise, the end of a long query waits for the acknowledgment of its start.
    const socket = path ? openSocket(path) : openSocket({ host, port, noDelay: true });
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    } catch (error) {
      socket.destroy();
      throw error instanceof Error && error.name === "AbortError"
        ? Object.assign(new Error("Postgres did not respond."), { code: "CONNECT_TIMEOUT" })
        : error;
    }
    // The driver reads the server name for TLS from the socket.
    return Object.assign(socket, { host, port });
  };
}
