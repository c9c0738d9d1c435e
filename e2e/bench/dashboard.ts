import { join } from "node:path";
import { encode } from "next-auth/jwt";
import * as cardsFile from "@/app/api/portal/cards/export/route";
import { env } from "@/lib/env";
import { openSession } from "@/lib/merchants/sessions";
import { type History, makeHistory } from "./history";
import { onInstance } from "./instance";
import { measureDownload } from "./measure-download";
import { type Cost, costsOf, explainEverything } from "./plans";
import { type Asked, requests } from "./requests";
import { asTable, percentile } from "./table";

const CARDS = Number(process.env.CARDS ?? 1_000_000);
const MOVEMENTS_PER_CARD = 11;
const TIMES = 20;
const COOKIE = "authjs.session-token";

/** Sends requests as the store's owner, straight to the route's handler. */
async function signIn({ merchantId, userId }: History) {
  const sessionId = await openSession({ merchantId, userId }, { address: "::1", userAgent: null });
  const token = await encode({ token: { sessionId }, secret: env().authSecret, salt: COOKIE });
  return async ({ route, path, body }: Asked): Promise<Response> => {
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
    const response = await route[method](request, { params: Promise.resolve({}) });
    if (response.status < 300) return response;
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

const show = ({ ms, blocks, rows, scans, text }: Cost) =>
  `    ${ms.toFixed(1)} ms, ${blocks} blocks, ${rows} rows by ${[...new Set(scans)].join(", ")}: ${text.slice(0, 110)}`;

/** A line of the table: rows and blocks of all its statements, the plan of the dearest. */
function lineOf(title: string, times: number[], costs: Cost[]): string[] {
  const sum = (of: (cost: Cost) => number) => costs.reduce((all, cost) => all + of(cost), 0);
  const [dearest] = [...costs].sort((a, b) => b.blocks - a.blocks);
  return [
    title,
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.95).toFixed(1),
    String(sum(({ rows }) => rows)),
    String(sum(({ blocks }) => blocks)),
    dearest ? `${dearest.top} (${dearest.scans[0] ?? "no scan"})` : "",
  ];
}

/** Each request of the dashboard over a large store: its time, and what Postgres did for it. */
await onInstance(4, async (_url, { home }) => {
  const startedAtMs = performance.now();
  const history = await makeHistory(CARDS, MOVEMENTS_PER_CARD);
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  console.log(`${history.cards} cards, ${history.transactions} transactions in ${seconds} s`);
  const send = await signIn(history);
  const ask = async (one: Asked) => void (await (await send(one)).text());
  const times = new Map<Asked, number[]>();
  const all = requests(history);
  for (let n = 0; n < TIMES; n++) {
    for (const one of all) {
      times.set(one, [...(times.get(one) ?? []), await timed(() => ask(one))]);
    }
  }
  const file = {
    title: "every card as a file",
    route: cardsFile,
    path: "/api/portal/cards/export",
  };
  const download = await measureDownload(() => send(file));

  await explainEverything();
  const lines: string[][] = [];
  const details: string[] = [];
  for (const one of all) {
    await ask(one);
    const costs = await costsOf(join(home, "log"), () => ask(one));
    lines.push(lineOf(one.title, times.get(one) ?? [], costs));
    details.push(one.title, ...costs.filter(({ blocks }) => blocks > 8).map(show));
  }
  const heading = [
    "request",
    "median ms",
    "p95 ms",
    "rows read",
    "blocks read",
    "plan of the dearest",
  ];
  console.log(`\n${asTable([heading, ...lines])}\n`);
  console.log(`${file.title}: ${download}\n`);
  console.log(`What Postgres did\n${details.join("\n")}`);
});
