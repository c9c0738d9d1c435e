import { createAdminApiClient } from "@shopify/admin-api-client";
import { z } from "zod";
import { env } from "@/lib/base/config/env";
import { PlatformError, type PlatformErrorKind } from "@/lib/domain/shops/adapter";
import type { CallPoints } from "@/lib/domain/shops/call-points";
import * as http from "@/lib/domain/shops/http-call";
import { outboundAgent } from "@/lib/domain/webhooks/outbound";
import { API_VERSION, type Operation } from "./operations";

export type Shop = { domain: string; token: string; callPoints: CallPoints };

/** Sends an operation to a shop. Throws only PlatformError. */
export type RunOperation = <Reply>(
  operation: Operation<Reply>,
  variables?: object,
) => Promise<Reply>;

const DEFAULT_WAIT_MS = 2_000;

const agent = outboundAgent();

// The last cost of each operation, which the next call takes in advance.
const lastCosts = new Map<string, number>();

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

const GraphResponse = z.object({
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
type GraphError = NonNullable<z.infer<typeof GraphResponse>["errors"]>[number];

// Errors by response status. With any other status, the call may have been done.
const NOT_ACCEPTED_ERROR = ["refused", "The shop rejected the request."] as const;
const THROTTLED_ERROR = ["throttled", "The shop's rate limit was reached."] as const;
const ERROR_BY_STATUS: Readonly<Record<number, readonly [PlatformErrorKind, string]>> = {
  400: NOT_ACCEPTED_ERROR,
  401: ["unauthorized", "The shop rejected the access token."],
  402: ["unauthorized", "The shop is frozen until its Shopify plan is paid."],
  403: ["unauthorized", "The access token doesn't have permission."],
  404: ["unauthorized", "There is no shop at this address."],
  413: NOT_ACCEPTED_ERROR,
  422: NOT_ACCEPTED_ERROR,
  423: ["unauthorized", "The shop is locked."],
  429: THROTTLED_ERROR,
  430: THROTTLED_ERROR,
};

/** Calls a shop's Admin API. Takes the points of a call before sending it. */
export function connectAdmin({ domain, token, callPoints }: Shop): RunOperation {
  return async (operation, variables = {}) => {
    const taken = lastCosts.get(operation.name) ?? operation.points;
    await callPoints.take(taken, operation);
    const { status, headers, text } = await send(domain, token, operation.document, variables);
    if (status !== 200) throw errorOfStatus(status, headers);

    const response = GraphResponse.safeParse(http.parseJson(text));
    if (!response.success) throw http.unreadableError();
    const cost = response.data.extensions?.cost;
    if (cost) await adoptCost(callPoints, operation.name, taken, cost);
    const [error] = response.data.errors ?? [];
    if (error) throw errorOfGraphError(error, cost, token);
    const reply = operation.reply.safeParse(response.data.data);
    if (!reply.success) throw http.unreadableError();
    return reply.data;
  };
}

/** Lets Shopify's client build the request, but sends it with our own deadline and limits. */
async function send(domain: string, token: string, document: string, variables: object) {
  let answered: Promise<http.HttpResponse> | undefined;
  const client = createAdminApiClient({
    storeDomain: domain,
    apiVersion: API_VERSION,
    accessToken: token,
    userAgentPrefix: "Scrip",
    // The client's log would contain the token.
    logger: () => {},
    // Never throws, because the client would hide the error.
    customFetchApi: async (url, init = {}) => {
      const target = targetOf(String(url));
      const headers = { ...(init.headers as Record<string, string>), ...target.headers };
      answered = http.httpCall(agent, target.url, { headers, body: String(init.body) });
      await answered.catch(() => {});
      return new Response(null);
    },
  });
  await client.fetch(document, { variables });
  if (!answered) throw new Error("Shopify's client sent nothing");
  return await answered;
}

/** Where to send a request: the shop, or a fake Shopify in tests that identifies shops by the Host header. */
function targetOf(url: string): { url: string; headers: Record<string, string> } {
  const { shopifyOrigin } = env();
  if (!shopifyOrigin) return { url, headers: {} };
  const { host, pathname } = new URL(url);
  return { url: shopifyOrigin + pathname, headers: { Host: host } };
}

async function adoptCost(
  callPoints: CallPoints,
  name: string,
  taken: number,
  cost: Cost,
): Promise<void> {
  const { maximumAvailable, currentlyAvailable, restoreRate } = cost.throttleStatus;
  lastCosts.set(name, cost.requestedQueryCost);
  const [available, maximum, perSecond] = [currentlyAvailable, maximumAvailable, restoreRate];
  // A throttled call costs nothing.
  const charge = cost.actualQueryCost ?? 0;
  await callPoints.adopt({ taken, cost: charge, status: { available, maximum, perSecond } });
}

function errorOfStatus(status: number, headers: Headers): PlatformError {
  const [kind, reason] = ERROR_BY_STATUS[status] ?? [
    "unreachable",
    `The shop responded with ${status}.`,
  ];
  const waitMs = kind === "throttled" ? http.retryAfterMs(headers, DEFAULT_WAIT_MS) : 0;
  return new PlatformError(kind, reason, waitMs);
}

function errorOfGraphError(
  error: GraphError,
  cost: Cost | undefined,
  token: string,
): PlatformError {
  const { code, requiredAccess } = error.extensions ?? {};
  if (code === "THROTTLED") return new PlatformError(...THROTTLED_ERROR, refillWaitMs(cost));
  if (code === "ACCESS_DENIED") {
    const [scope] = /\b(read|write)_\w+/.exec(requiredAccess ?? error.message) ?? [];
    const lacks = scope ? `lacks the scope ${scope}` : "doesn't allow this";
    return new PlatformError("unauthorized", `The access token ${lacks}.`);
  }
  const reason = http.redactedLine(error.message, [token]) || "no reason given";
  if (code === "INTERNAL_SERVER_ERROR" || code === "TIMEOUT") {
    return new PlatformError("unreachable", `The shop returned an error: ${reason}`);
  }
  return new PlatformError("refused", `The shop declined: ${reason}`);
}

/** Milliseconds until the shop's points have refilled enough for this call. */
function refillWaitMs(cost: Cost | undefined): number {
  if (!cost) return DEFAULT_WAIT_MS;
  const { currentlyAvailable, restoreRate } = cost.throttleStatus;
  const lacking = Math.max(0, cost.requestedQueryCost - currentlyAvailable);
  return Math.ceil((lacking / restoreRate) * 1_000);
}
