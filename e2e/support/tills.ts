import { randomUUID } from "node:crypto";
import { apiClient } from "./client";

const TILLS = 4;

/**
 * Starts tills that sell, redeem and hold without a pause, each at these servers in turn. Each sale leaves 500 on a
 * new card.
 */
export function startTills(key: string, first: string[]) {
  let servers = first;
  let isStopping = false;
  const failures: string[] = [];
  const sales = Array<number>(TILLS).fill(0);
  const waiting: (() => void)[] = [];
  let longestDebitMs = 0;

  const sell = async (server: string) => {
    const till = apiClient(key, server);
    const call = async (path: string, body: object, headers = {}) => {
      const answer = await till.post(path, body, headers);
      if (answer.status >= 300)
        throw new Error(`${path} at ${server}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
    const { uuid } = await call("/cards", { currency: "USD" });
    await call(`/cards/${uuid}/activate`, { amountCents: 1_000 });
    const once = { "Idempotency-Key": randomUUID() };
    const startedMs = performance.now();
    const redeemed = await call(`/cards/${uuid}/debit`, { amountCents: 300 }, once);
    longestDebitMs = Math.max(longestDebitMs, performance.now() - startedMs);
    const again = await call(`/cards/${uuid}/debit`, { amountCents: 300 }, once);
    if (again.transaction.id !== redeemed.transaction.id) throw new Error("redeemed twice");
    const hold = await call(`/cards/${uuid}/holds`, { amountCents: 200 });
    await call(`/holds/${hold.id}/capture`, {});
    const { body } = await till.get(`/cards/${uuid}`);
    if (body.balanceCents !== 500) throw new Error(`a balance of ${body.balanceCents}`);
  };
  const work = async (n: number) => {
    while (!isStopping) {
      const server = servers[(sales[n] ?? 0) % servers.length] ?? "";
      await sell(server).catch((error: Error) => failures.push(error.message));
      sales[n] = (sales[n] ?? 0) + 1;
      for (const check of waiting) check();
    }
  };
  /** Resolves when each till has finished so many more sales. */
  const more = (count: number) =>
    new Promise<void>((settle) => {
      const goals = sales.map((sold) => sold + count);
      waiting.push(() => {
        if (sales.every((sold, n) => sold >= (goals[n] ?? 0))) settle();
      });
    });
  const tills = sales.map((_, n) => work(n));

  return {
    more,
    /** Sends what comes to these servers. Resolves when nothing is open at the others. */
    useServers: (next: string[]) => {
      servers = next;
      return more(1);
    },
    /** What came of all sales. */
    stop: async () => {
      isStopping = true;
      await Promise.all(tills);
      const sold = sales.reduce((sum, count) => sum + count, 0);
      return { failures, sold, longestDebitMs: Math.round(longestDebitMs) };
    },
  };
}
