import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { env } from "@/lib/base/config/env";
import { openSession } from "@/lib/domain/people/sessions";
import { makeHistory, type StoreHistory } from "./history";
import { onInstance } from "./instance";
import { type Cost, costsOf, explainEverything } from "./plans";
import { percentile } from "./report";
import { type DashboardRequest, requests } from "./requests";
import { keep } from "./results.mjs";

const CARD_COUNT = Number(process.env.CARDS ?? 1_000_000);
const MOVEMENTS_PER_CARD = 11;
const REPETITIONS = Number(process.env.ROUNDS ?? 20);
const COOKIE_NAME = "authjs.session-token";

/** Sends requests as the store's owner, directly to the route handler. */
async function requesterFor({ merchantId, userId }: StoreHistory) {
  const sessionId = await openSession({ merchantId, userId }, { address: "::1", userAgent: null });
  const token = await encode({
    token: { sessionId },
    secret: env().authSecrets,
    salt: COOKIE_NAME,
  });
  return async ({ route, path, body }: DashboardRequest): Promise<Response> => {
    const method = body === undefined ? "GET" : "POST";
    const request = new Request(new URL(path, env().appUrl), {
      method,
      headers: {
        cookie: `${COOKIE_NAME}=${token}`,
        origin: env().appUrl,
        "Scrip-Store": merchantId,
        "Content-Type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await route[method](request, { params: Promise.resolve({}) });
    if (response.status < 300) return response;
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
}

/** One result row: total rows and blocks over all statements, and the plan of the most expensive one. */
function summaryLine(times: number[], costs: Cost[]) {
  const sum = (of: (cost: Cost) => number) => costs.reduce((all, cost) => all + of(cost), 0);
  const [costliest] = [...costs].sort((a, b) => b.blocks - a.blocks);
  return {
    "median ms": Number(percentile(times, 0.5).toFixed(1)),
    "p95 ms": Number(percentile(times, 0.95).toFixed(1)),
    rows: sum(({ rows }) => rows),
    blocks: sum(({ blocks }) => blocks),
    plan: costliest ? `${costliest.top} (${costliest.scans[0] ?? "no scan"})` : "",
  };
}

/** Measures each dashboard request on a large store: its time and its cost in Postgres. */
await onInstance(4, async (_url, { home }) => {
  const startedAtMs = performance.now();
  const history = await makeHistory(CARD_COUNT, MOVEMENTS_PER_CARD);
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  console.log(`${history.cards} cards, ${history.transactions} transactions in ${seconds} s`);
  const send = await requesterFor(history);
  const ask = async (one: DashboardRequest) => void (await (await send(one)).text());
  const all = requests(history).map((one) => ({ ...one, times: [] as number[] }));
  for (let n = 0; n < REPETITIONS; n++) {
    for (const one of all) {
      const sentAtMs = performance.now();
      await ask(one);
      one.times.push(performance.now() - sentAtMs);
    }
  }
  await explainEverything();
  const lines = new Map<string, ReturnType<typeof summaryLine>>();
  for (const one of all) {
    await ask(one);
    lines.set(one.title, summaryLine(one.times, await costsOf(join(home, "log"), () => ask(one))));
  }
  const rows = Object.fromEntries(lines);
  console.table(rows);
  const { cards, transactions } = history;
  keep("dashboard", { cards, transactions, rows });
});
