import { createAdminApiClient } from "@shopify/admin-api-client";
import { Agent } from "undici";
import { z } from "zod";
import { env } from "../../env";
import { PlatformError, type PlatformErrorKind } from "../adapter";
import type { Bucket } from "../bucket";
import { exchange, quotable, retryAfterMs } from "../exchange";
import { API_VERSION, type Operation } from "./operations";

export type Shop = { domain: string; token: string; bucket: Bucket };

/** Sends an operation to a shop and answers its data. Throws PlatformError only. */
export type Ask = <Reply>(operation: Operation<Reply>, variables?: object) => Promise<Reply>;

const KEEP_ALIVE_MS = 4_000;
const UNTOLD_WAIT_MS = 2_000;

const agent = new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: 0 });

// What each operation was last charged: from then on it is known beforehand.
const charged = new Map<string, number>();

const Cost = z.object({
  requestedQueryCost: z.number(),
  actualQueryCost: z.number().nullish(),
  throttleStatus: z.object({
    maximumAvailable: z.number(),
    currentlyAvailable: z.number(),
    restoreRate: z.number().positive(),
  }),
});
type Cost = z.infer<typeof Cost>;

const Answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string().default(""),
        extensions: z
          .object({ code: z.string().optional(), requiredAccess: z.string().optional() })
          .optional(),
      }),
    )
    .nullish(),
  extensions: z.object({ cost: Cost.optional().catch(undefined) }).nullish(),
});
type GraphError = NonNullable<z.infer<typeof Answer>["errors"]>[number];

// Of an answer without data: everything else of it may have been done.
const BY_STATUS: Readonly<Record<number, [kind: PlatformErrorKind, reason: string]>> = {
  400: ["refused", "The shop did not accept the request."],
  401: ["unauthorized", "The shop does not accept the access token."],
  402: ["unauthorized", "The shop is frozen until its plan is paid."],
  403: ["unauthorized", "The shop does not allow this access token to act."],
  404: ["unauthorized", "There is no shop at this address."],
  413: ["refused", "The shop did not accept the request."],
  422: ["refused", "The shop did not accept the request."],
  423: ["unauthorized", "The shop is locked."],
  429: ["throttled", "The shop asks to slow down."],
  430: ["throttled", "The shop asks to slow down."],
};

/** Says how to reach a shop's Admin API: each call takes its points before it is sent, and once only. */
export function connectAdmin({ domain, token, bucket }: Shop): Ask {
  return async (operation, variables = {}) => {
    const taken = charged.get(operation.name) ?? operation.points;
    await bucket.take(taken, operation);
    const { status, headers, text } = await send(domain, token, operation.document, variables);
    if (status !== 200) throw ofStatus(status, headers);

    const answer = Answer.safeParse(json(text));
    if (!answer.success) throw unreadable();
    const cost = answer.data.extensions?.cost;
    if (cost) await settle(bucket, operation.name, taken, cost);
    const [error] = answer.data.errors ?? [];
    if (error) throw ofGraphError(error, cost, token);
    const reply = operation.reply.safeParse(answer.data.data);
    if (!reply.success) throw unreadable();
    return reply.data;
  };
}

const unreadable = () =>
  new PlatformError("unreachable", "The shop's answer could not be understood.");

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
}

/** Shopify's client makes the request; the connection, its deadline and its limits are ours. */
async function send(domain: string, token: string, document: string, variables: object) {
  let answered: ReturnType<typeof exchange> | undefined;
  const client = createAdminApiClient({
    storeDomain: domain,
    apiVersion: API_VERSION,
    accessToken: token,
    userAgentPrefix: "Scrip",
    // What it would log holds the token.
    logger: () => {},
    // Never fails, since the client would make a plain error of it.
    customFetchApi: async (url, init = {}) => {
      const there = addressOf(String(url));
      const headers = { ...(init.headers as Record<string, string>), ...there.headers };
      answered = exchange(agent, there.url, { headers, body: String(init.body) });
      await answered.catch(() => {});
      return new Response(null);
    },
  });
  await client.fetch(document, { variables });
  if (!answered) throw new Error("Shopify's client sent nothing");
  return await answered;
}

/** Where a request really goes: to the shop, or to what stands in for Shopify and tells shops by their host. */
function addressOf(url: string): { url: string; headers: Record<string, string> } {
  const { shopifyOrigin } = env();
  if (!shopifyOrigin) return { url, headers: {} };
  const { host, pathname } = new URL(url);
  return { url: shopifyOrigin + pathname, headers: { Host: host } };
}

async function settle(bucket: Bucket, name: string, taken: number, told: Cost): Promise<void> {
  const { maximumAvailable, currentlyAvailable, restoreRate } = told.throttleStatus;
  charged.set(name, told.requestedQueryCost);
  await bucket.settle({
    taken,
    // A call that was throttled costs nothing.
    cost: told.actualQueryCost ?? 0,
    status: {
      available: currentlyAvailable,
      maximum: maximumAvailable,
      perSecond: restoreRate,
    },
  });
}

function ofStatus(status: number, headers: Headers): PlatformError {
  const [kind, reason] = BY_STATUS[status] ?? ["unreachable", `The shop answered ${status}.`];
  const waitMs = kind === "throttled" ? retryAfterMs(headers, UNTOLD_WAIT_MS) : 0;
  return new PlatformError(kind, reason, waitMs);
}

function ofGraphError(error: GraphError, cost: Cost | undefined, token: string): PlatformError {
  const { code, requiredAccess } = error.extensions ?? {};
  if (code === "THROTTLED") {
    return new PlatformError("throttled", "The shop asks to slow down.", untilFilled(cost));
  }
  if (code === "ACCESS_DENIED") {
    const [scope] = /\b(read|write)_\w+/.exec(requiredAccess ?? error.message) ?? [];
    const lacks = scope ? `lacks the scope ${scope}` : "does not allow this";
    return new PlatformError("unauthorized", `The access token ${lacks}.`);
  }
  const said = quotable(error.message, [token]) || "without saying why";
  if (code === "INTERNAL_SERVER_ERROR" || code === "TIMEOUT") {
    return new PlatformError("unreachable", `The shop failed: ${said}`);
  }
  return new PlatformError("refused", `The shop refused: ${said}`);
}

/** How long the bucket needs, in ms, until it holds what the call asked for. */
function untilFilled(cost: Cost | undefined): number {
  if (!cost) return UNTOLD_WAIT_MS;
  const { currentlyAvailable, restoreRate } = cost.throttleStatus;
  const lacking = Math.max(0, cost.requestedQueryCost - currentlyAvailable);
  return Math.ceil((lacking / restoreRate) * 1_000);
}
