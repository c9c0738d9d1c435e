import { join } from "node:path";
import { encode } from "next-auth/jwt";
import * as customers from "@/app/api/portal/customers/route";
import * as activity from "@/app/api/portal/overview/activity/route";
import * as overview from "@/app/api/portal/overview/route";
import * as ageing from "@/app/api/portal/reports/ageing/route";
import * as expired from "@/app/api/portal/reports/expired/route";
import * as expiredTotals from "@/app/api/portal/reports/expired/totals/route";
import * as journal from "@/app/api/portal/reports/journal/route";
import * as liability from "@/app/api/portal/reports/liability/route";
import * as counts from "@/app/api/portal/transactions/counts/route";
import * as movements from "@/app/api/portal/transactions/route";
import * as cards from "@/app/api/v1/cards/route";
import * as transactions from "@/app/api/v1/transactions/route";
import { env } from "@/lib/env";
import type { Resource } from "@/lib/http/resource";
import { openSession } from "@/lib/merchants/sessions/open";
import { type History, makeHistory } from "./history";
import { onInstance } from "./instance";
import { type Cost, costsOf, explainEverything } from "./plans";

const CARDS = Number(process.env.CARDS ?? 1_000_000);
const MOVEMENTS_PER_CARD = 11;
const TIMES = 7;
const COOKIE = "authjs.session-token";

type Request_ = { title: string; route: Resource; path: string; body?: unknown; id?: string };

const requests = (_history: History): Request_[] => [
  { title: "cards, first page", route: cards, path: "/api/v1/cards?limit=50" },
  { title: "cards, active", route: cards, path: "/api/v1/cards?limit=50&status=active" },
  { title: "transactions, first page", route: transactions, path: "/api/v1/transactions?limit=50" },
  { title: "overview", route: overview, path: "/api/portal/overview" },
  ...["7d", "90d", "12m"].map((period) => ({
    title: `overview, activity of ${period}`,
    route: activity,
    path: `/api/portal/overview/activity?currency=USD&period=${period}`,
  })),
  { title: "liability", route: liability, path: "/api/portal/reports/liability?currency=USD" },
  { title: "ageing", route: ageing, path: "/api/portal/reports/ageing" },
  { title: "expired cards", route: expired, path: "/api/portal/reports/expired?currency=USD" },
  {
    title: "expired cards, sums",
    route: expiredTotals,
    path: "/api/portal/reports/expired/totals",
  },
  {
    title: "journal of a month by day",
    route: journal,
    path: `/api/portal/reports/journal?from=${daysAgo(40)}&to=${daysAgo(10)}`,
  },
  ...[
    ["first page", ""],
    ["rare currency", "&currency=JPY"],
    ["currency of nothing", "&currency=KWD"],
    ["by a person", "&actor=user:0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e"],
    ["by an idle key", "&actor=key:0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e"],
    ["store credit", "&account=store_credit"],
    ["reference", "&referenceId=order-0123456789"],
  ].map(([title, query]) => ({
    title: `movements, ${title}`,
    route: movements,
    path: `/api/portal/transactions?limit=50${query}`,
  })),
  { title: "movements, counts", route: counts, path: "/api/portal/transactions/counts" },
  { title: "customers, first page", route: customers, path: "/api/portal/customers?limit=50" },
  { title: "customers, by address", route: customers, path: "/api/portal/customers?q=consumer-7" },
];

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Sends requests as the store's owner, straight to the route's handler. */
async function signIn({ merchantId, userId }: History) {
  const sessionId = await openSession({ merchantId, userId }, { address: "::1", userAgent: null });
  const token = await encode({ token: { sessionId }, secret: env().authSecret, salt: COOKIE });
  return async ({ route, path, body, id }: Request_) => {
    const method = body === undefined ? "GET" : "POST";
    const request = new Request(new URL(path, env().appUrl), {
      method,
      headers: {
        cookie: `${COOKIE}=${token}`,
        origin: env().appUrl,
        "Scrip-Store": merchantId,
        "Content-Type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await route[method](request, { params: Promise.resolve({ id, uuid: id }) });
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${text}`);
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

const show = ({ ms, blocks, rows, scans, text }: Cost) =>
  `    ${ms.toFixed(1)} ms, ${blocks} blocks, ${rows} rows by ${[...new Set(scans)].join(", ")}: ${text.slice(0, 110)}`;

/** Each request of the dashboard over a large store: its time, and what Postgres did for it. */
await onInstance(4, async (_url, { home }) => {
  const startedAtMs = performance.now();
  const history = await makeHistory(CARDS, MOVEMENTS_PER_CARD);
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  console.log(`${history.cards} cards, ${history.transactions} transactions in ${seconds} s`);
  const send = await signIn(history);
  const times = new Map<Request_, number[]>();
  const all = requests(history);
  for (let n = 0; n < TIMES; n++) {
    for (const one of all) {
      times.set(one, [...(times.get(one) ?? []), await timed(() => send(one))]);
    }
  }
  await explainEverything();
  for (const one of all) {
    await send(one);
    const costs = await costsOf(join(home, "log"), () => send(one));
    console.log(`${one.title}: ${median(times.get(one) ?? []).toFixed(1)} ms`);
    for (const cost of costs.filter(({ blocks }) => blocks > 8)) console.log(show(cost));
  }
});
