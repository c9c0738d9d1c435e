import { randomInt, randomUUID } from "node:crypto";
import autocannon from "autocannon";
import type { BenchStore } from "./bench-stores";

/** Rows of the bare table: as many as the stores have cards. */
export const BARE_CARD_COUNT = 5_000;

const ONE_CENT_BODY = '{"amountCents":1}';
const NEW_CARD_BODY = '{"currency":"USD","cardType":"digital"}';

type Call = { method: "GET" | "POST"; path: (card: string) => string; body?: string };

/** The calls that can be sent. Calls that write carry an Idempotency-Key. */
const CALLS = {
  noop: { method: "POST", path: () => "/noop", body: ONE_CENT_BODY },
  debit: { method: "POST", path: (card) => `/api/v1/cards/${card}/debit`, body: ONE_CENT_BODY },
  credit: { method: "POST", path: (card) => `/api/v1/cards/${card}/credit`, body: ONE_CENT_BODY },
  create: { method: "POST", path: () => "/api/v1/cards", body: NEW_CARD_BODY },
  balance: { method: "GET", path: (card) => `/api/v1/cards/${card}/balance` },
  list: { method: "GET", path: () => "/api/v1/cards?limit=50" },
  listActive: { method: "GET", path: () => "/api/v1/cards?limit=50&status=active" },
  bareWrite: {
    method: "POST",
    path: () => `/write/${randomInt(1, BARE_CARD_COUNT + 1)}`,
    body: ONE_CENT_BODY,
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;

/** A load to generate: one API call, repeated for a duration or up to a number of requests. */
export type LoadRequest = {
  call: CallName;
  /** The name of the group of stores to choose from. */
  among: string;
  /** Ports to spread the connections over evenly. */
  ports: number[];
  connections: number;
  ms: number;
  count?: number;
};

export type LoadResult = {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Responses other than 2xx, counted by status; requests without a response count as "error". */
  refused: Record<string, number>;
};

export type Message = { stock: Record<string, BenchStore[]> } | { load: LoadRequest };

const storesByGroup: Record<string, BenchStore[]> = {};

const randomOf = (texts: string[]): string => texts[randomInt(texts.length)] ?? "";

/** Builds a request with a random key and card of a random store. */
function requestOf(name: CallName, tills: BenchStore[]) {
  const { method, path, body }: Call = CALLS[name];
  const till = tills[randomInt(tills.length)];
  if (!till) throw new Error("there is no store to call for");
  const card = till.cards.length > 0 ? randomOf(till.cards) : "";
  const authorization = `Bearer ${randomOf(till.keys)}`;
  if (!body) return { method, path: path(card), headers: { authorization } };
  const written = { "content-type": "application/json", "idempotency-key": randomUUID() };
  return { method, path: path(card), body, headers: { authorization, ...written } };
}

async function runLoad({
  call,
  among,
  ports,
  connections,
  ms,
  count,
}: LoadRequest): Promise<LoadResult> {
  const tills = storesByGroup[among] ?? [];
  const times: number[] = [];
  const refused: Record<string, number> = {};
  const share = (whole: number) => Math.ceil(whole / ports.length);
  const results = await Promise.all(
    ports.map((port) =>
      autocannon({
        url: `http://127.0.0.1:${port}`,
        connections: share(connections),
        ...(count === undefined ? { duration: ms / 1_000 } : { amount: share(count) }),
        requests: [{ setupRequest: (request) => ({ ...request, ...requestOf(call, tills) }) }],
        // Measured here, because autocannon's own histogram counts whole milliseconds.
        setupClient: (client) =>
          client.on("response", (status: number, _bytes: number, tookMs: number) => {
            times.push(tookMs);
            if (status < 200 || status > 299) refused[status] = (refused[status] ?? 0) + 1;
          }),
      }),
    ),
  );
  const errors = results.reduce((sum, result) => sum + result.errors, 0);
  if (errors > 0) refused.error = errors;
  const seconds = Math.max(...results.map(({ duration }) => duration));
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { requests: times.length, seconds, p50Ms: at(0.5), p99Ms: at(0.99), refused };
}

// A separate process, so that its CPU doesn't count as the server's.
process.on("message", async (message: Message) => {
  if ("stock" in message) {
    Object.assign(storesByGroup, message.stock);
    return;
  }
  try {
    process.send?.(await runLoad(message.load));
  } catch (error) {
    process.send?.({ failed: String(error) });
  }
});
process.on("disconnect", () => process.exit(0));
