import { once } from "node:events";
import { connect as openSocket, type Socket } from "node:net";
import postgres, { type RowList, type Sql } from "postgres";
import { type Queries, queriesBy } from "./query";
import { VALUE_TYPES } from "./value-types";

export type Transaction = Queries & {
  /** Runs work that is undone by itself when it throws. */
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

export type Pool = Queries & {
  /** Runs work in one commit; what it throws undoes it. */
  begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Closes every connection, once what is under way has ended or after `timeoutMs`. */
  end(timeoutMs: number): Promise<void>;
  /** How values are written and read, as the query builder sets it for every connection. */
  options: Pick<Sql["options"], "parsers" | "serializers">;
};

type PoolOptions = {
  url: string;
  connections: number;
  prepare: boolean;
  /** How long a query outside of a transaction waits for its answer. */
  answerTimeoutMs?: number;
};

/** A client of the driver with a single connection, which is not used again once that broke. */
type Connection = { sql: Sql; broken: boolean };
type Run<T> = (sql: Sql) => PromiseLike<T>;

type Waiting = { settle: (connection: Connection) => void; reject: (error: Error) => void };

const CONNECT_TIMEOUT_MS = 10_000;
// Longer than Postgres gives a statement outside of a transaction: past it, nobody is there to answer.
const ANSWER_TIMEOUT_MS = 20_000;

const closed = (message: string) =>
  Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });

/**
 * A pool of connections with one query in flight each: the driver's own sends queries ahead and goes on
 * with what broke, and then gives one query's answer to another. Its calls throw what Postgres refused,
 * what became of a connection, and UNDEFINED_VALUE, before anything is sent.
 */
export function createPool(poolOptions: PoolOptions): Pool {
  const { url, connections, prepare, answerTimeoutMs = ANSWER_TIMEOUT_MS } = poolOptions;
  const options: Pool["options"] = { parsers: {}, serializers: {} };
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: Waiting[] = [];
  let whenEmpty: (() => void) | undefined;

  function connect(): Connection {
    const sql = postgres(url, {
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
        const place = idle.indexOf(connection);
        if (place >= 0) discard(...idle.splice(place, 1));
      },
      connection: { application_name: "scrip" },
    });
    // A refusal to connect is lost where there is another host to try.
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
    if (open.size === 0) whenEmpty?.();
  }

  function acquire(): Connection | Promise<Connection> {
    if (whenEmpty) throw closed("The pool was closed.");
    const last = idle.pop();
    if (last) return last;
    if (open.size < connections) return connect();
    return new Promise((settle, reject) => waiting.push({ settle, reject }));
  }

  function release(connection: Connection): void {
    const next = waiting.shift();
    if (connection.broken || (whenEmpty && !next)) {
      discard(connection);
      next?.settle(connect());
    } else if (next) next.settle(connection);
    else idle.push(connection);
  }

  /** Lends a connection for `work`; what it leaves open when it fails is undone. */
  async function lend<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await acquire();
    try {
      return await work(connection);
    } catch (error) {
      // Outside of transactions too: the driver counts the rows of a query that failed to the next one.
      if (!connection.broken)
        await run(connection, (sql) => sql.unsafe("rollback")).catch(() => {});
      throw error;
    } finally {
      release(connection);
    }
  }

  return Object.assign(
    queriesBy((query) => lend((connection) => runInTime(connection, query.on, answerTimeoutMs))),
    {
      options,
      begin: <T>(work: (tx: Transaction) => Promise<T>) =>
        lend((connection) => transaction(connection, work)),
      end: async (timeoutMs: number) => {
        let timer: NodeJS.Timeout | undefined;
        const empty = new Promise<void>((settle) => {
          whenEmpty = settle;
          timer = setTimeout(settle, timeoutMs);
        });
        discard(...idle.splice(0));
        await empty;
        clearTimeout(timer);
        for (const { reject } of waiting.splice(0)) reject(closed("The pool was closed."));
        discard(...open);
      },
    },
  );
}

/** The answer to one query. Whatever fails but by Postgres refusing it leaves the connection broken. */
async function run<T>(connection: Connection, query: Run<T>): Promise<T> {
  if (connection.broken) throw closed("The connection was closed.");
  try {
    return await query(connection.sql);
  } catch (error) {
    const refused = error instanceof postgres.PostgresError && error.severity === "ERROR";
    if (!refused) connection.broken = true;
    throw error;
  }
}

/** The same for a query that is its own commit: a server that went silent holds it no longer. */
async function runInTime<T>(
  connection: Connection,
  query: Run<T>,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<T> {
  const giveUp = () => connection.sql.end({ timeout: 0 });
  const timer = setTimeout(() => void giveUp().catch(() => {}), timeoutMs);
  try {
    return await run(connection, query);
  } finally {
    clearTimeout(timer);
  }
}

/** What a part of a transaction sends: nothing, once it is over. */
type Part = { over: boolean };

/** Runs work between a begin and its commit, its queries one after the other. */
async function transaction<T>(
  connection: Connection,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let failure: unknown;
  let savepoints = 0;
  const whole: Part = { over: false };

  function inTurn<R>(part: Part, query: Run<R>): Promise<R> {
    const turn = last.then(() => {
      if (part.over || whole.over) throw closed("The transaction has ended.");
      return run(connection, query);
    });
    last = turn.catch((error) => {
      failure ??= error;
    });
    return turn;
  }
  const say = (command: string) => inTurn<RowList<never[]>>(whole, (sql) => sql.unsafe(command));

  const queriesOf = (part: Part): Transaction =>
    Object.assign(
      queriesBy((query) => inTurn(part, query.on)),
      { savepoint },
    );

  async function savepoint<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    const name = `savepoint_${savepoints++}`;
    const part: Part = { over: false };
    await say(`savepoint ${name}`);
    try {
      return await work(queriesOf(part));
    } catch (error) {
      // What goes on after the first failure would be written outside of the savepoint.
      part.over = true;
      await say(`rollback to ${name}`);
      failure = undefined;
      throw error;
    }
  }

  try {
    await runInTime(connection, (sql) => sql.unsafe("begin"));
    const result = await work(queriesOf(whole));
    // A transaction in which something failed is ended so, and not refused.
    if ((await say("commit")).command !== "COMMIT") throw failure;
    return result;
  } finally {
    whole.over = true;
    await last;
  }
}

/** What the driver gives to open a connection; of several hosts the first one counts. */
type Target = { host: string[]; port: number[]; path: string | false };

/** Opens a connection's socket, once: the driver would open another without end where one is cut. */
function socketOnce(): (target: Target) => Promise<Socket> {
  let isOpened = false;
  return async ({ host: [host = ""], port: [port = 0], path }) => {
    if (isOpened) throw closed("The connection was closed while it was opened.");
    isOpened = true;
    // Without delay: the end of a long query would wait for the beginning to be acknowledged.
    const socket = path ? openSocket(path) : openSocket({ host, port, noDelay: true });
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    } catch (error) {
      socket.destroy();
      throw error instanceof Error && error.name === "AbortError"
        ? Object.assign(new Error("Postgres did not answer."), { code: "CONNECT_TIMEOUT" })
        : error;
    }
    // The driver names the server in a TLS handshake by it.
    return Object.assign(socket, { host, port });
  };
}
