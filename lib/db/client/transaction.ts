import { AsyncLocalStorage } from "node:async_hooks";
import type { RowList } from "postgres";
import { type Connection, connectionClosedError, runWithTimeout, type Send } from "./connection";
import { type Queries, queriesBy } from "./query";

export type Transaction = Queries & {
  /** Runs work in a savepoint, rolled back if it throws. */
  savepoint<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

const TIMEOUTS_SYMBOL = Symbol.for("scrip.answer-timeouts");
const globals = globalThis as { [TIMEOUTS_SYMBOL]?: AsyncLocalStorage<Timeout> };
type Timeout = { answerTimeoutMs: number };

// On globalThis, because pages, routes and the server can each have a copy of this module.
function answerTimeouts(): AsyncLocalStorage<Timeout> {
  globals[TIMEOUTS_SYMBOL] ??= new AsyncLocalStorage();
  return globals[TIMEOUTS_SYMBOL];
}

/** Lets every further statement of the transaction under way wait this long for its result. */
export function extendAnswerTimeout(answerTimeoutMs: number): void {
  Object.assign(answerTimeouts().getStore() ?? {}, { answerTimeoutMs });
}

/** Whether a transaction or savepoint has ended: then it sends no more queries. */
type Lifetime = { ended: boolean };

/**
 * Runs work in a transaction, one query after the other. After `answerTimeoutMs` without a result, it closes the
 * connection.
 */
export async function transaction<T>(
  connection: Connection,
  answerTimeoutMs: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let failure: unknown;
  let savepoints = 0;
  const outer: Lifetime & Timeout = { ended: false, answerTimeoutMs };

  function enqueue<R>(lifetime: Lifetime, query: Send<R>): Promise<R> {
    const result = last.then(() => {
      if (lifetime.ended || outer.ended) throw connectionClosedError("The transaction has ended.");
      return runWithTimeout(connection, query, outer.answerTimeoutMs);
    });
    last = result.catch((error) => {
      failure ??= error;
    });
    return result;
  }
  const execute = (command: string) =>
    enqueue<RowList<never[]>>(outer, (sql) => sql.unsafe(command));

  const queriesIn = (lifetime: Lifetime): Transaction =>
    Object.assign(
      queriesBy((query) => enqueue(lifetime, query.on)),
      { savepoint },
    );

  async function savepoint<R>(work: (tx: Transaction) => Promise<R>): Promise<R> {
    const name = `savepoint_${savepoints++}`;
    const lifetime: Lifetime = { ended: false };
    await execute(`savepoint ${name}`);
    try {
      return await work(queriesIn(lifetime));
    } catch (error) {
      // Otherwise, later queries of `work` would run outside the savepoint.
      lifetime.ended = true;
      await execute(`rollback to ${name}`);
      failure = undefined;
      throw error;
    }
  }

  try {
    await runWithTimeout(connection, (sql) => sql.unsafe("begin"), answerTimeoutMs);
    const result = await answerTimeouts().run(outer, () => work(queriesIn(outer)));
    // After a failed query, Postgres responds to a commit with ROLLBACK instead of an error.
    if ((await execute("commit")).command !== "COMMIT") throw failure;
    return result;
  } finally {
    outer.ended = true;
    await last;
  }
}
