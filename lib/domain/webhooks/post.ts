import { lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { isIPv6 } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { env } from "@/lib/base/config/env";
import { ATTEMPT_TIMEOUT_MS } from "./delivery-policy";
import { demoReceiverRoute } from "./demo-receiver";
import { errorMessage } from "./error-message";
import { type OutboundAgent, outboundAgent, parseRetryAfterMs, sendOutbound } from "./outbound";
import { isAllowedHost, isPublicAddress } from "./ssrf-guard";

const MAX_EXCERPT_BYTES = 16 * 1024;
const QUERY_TIMEOUT_MS = 3_000;
const IP_FAMILY_FALLBACK_DELAY_MS = 500;
/** The statuses with which a receiver can ask to be called later. */
const BUSY_STATUSES = [429, 503];

export type PostResult = {
  delivered: boolean;
  /** Null if there was no response. */
  httpStatus: number | null;
  /** Null if delivered. */
  error: string | null;
  /** The start of the response body. */
  excerpt: string | null;
  /** From sending the request, not from waiting for a name or a connection, to its status or failure. */
  durationMs: number;
  /** The pause that a busy receiver (429, 503) asked for, at most an hour; null if it didn't. */
  retryAfterMs: number | null;
};

type Resolve = (host: string) => Promise<string[]>;

class ForbiddenAddress extends Error {}

/** Resolves a name and lets the socket connect only if all of its addresses are allowed. */
const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) => {
    const onAddresses = (addresses: string[]): void => {
      const allowed = env().webhookAllowPrivateNetworks || addresses.every(isPublicAddress);
      const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      const [first] = found;
      if (!allowed) done(new ForbiddenAddress(host), "", 0);
      else if (!first) done(new Error("no address"), "", 0);
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    };
    resolve(host).then(onAddresses, (error) => done(error, "", 0));
  };

/** Creates a pool of connections to receivers. */
export const receiverAgent = (resolve: Resolve = resolveName): OutboundAgent =>
  outboundAgent(guardedLookup(resolve));

/**
 * Queries the name servers directly, because the system's resolver shares a few threads with file access.
 * Private deployments use the system's, for its hosts file.
 */
async function resolveName(host: string): Promise<string[]> {
  if (env().webhookAllowPrivateNetworks) {
    const found = await promisify(lookup)(host, { all: true });
    return found.map(({ address }) => address);
  }
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 2 });
  const deadline = setTimeout(() => resolver.cancel(), ATTEMPT_TIMEOUT_MS);
  try {
    const queries = [resolver.resolve4(host), resolver.resolve6(host)];
    // A name server that ignores IPv4 or IPv6 must not delay the other.
    const first = Promise.any(queries).catch(() => {});
    void first.then(() => sleep(IP_FAMILY_FALLBACK_DELAY_MS)).then(() => resolver.cancel());
    const answers = await Promise.allSettled(queries);
    const addresses = answers.flatMap((a) => (a.status === "fulfilled" ? a.value : []));
    if (addresses.length > 0) return addresses;
    throw answers[0]?.status === "rejected" ? answers[0].reason : new Error("no address");
  } finally {
    clearTimeout(deadline);
  }
}

/**
 * Sends one attempt. It counts as delivered if a 2xx status arrives within 10 seconds, including DNS and
 * TLS. Does not follow redirects. Reads at most 16 KB of the response.
 */
export async function post(
  agent: OutboundAgent,
  url: string,
  /** Signs the request. If it throws, the attempt fails. */
  headersOf: () => Record<string, string>,
  body: string,
): Promise<PostResult> {
  let startedAtMs = performance.now();
  const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  const tookMs = () => Math.round(performance.now() - startedAtMs);
  const failed = (error: unknown): PostResult => ({
    delivered: false,
    httpStatus: null,
    error: errorMessage(error, signal.aborted),
    excerpt: null,
    durationMs: tookMs(),
    retryAfterMs: null,
  });
  const demoRoute = demoReceiverRoute(url);
  if (!demoRoute && !isAllowedHost(new URL(url))) return failed(new ForbiddenAddress(url));
  try {
    const headers = headersOf();
    const onSent = () => {
      startedAtMs = performance.now();
    };
    const response = await sendOutbound(agent, demoRoute ?? url, {
      method: "POST",
      headers,
      body,
      signal,
      onSent,
    });
    const durationMs = tookMs();
    const { statusCode: status = 0 } = response;
    const delivered = status >= 200 && status < 300;
    const excerpt = await readExcerpt(response);
    const error = delivered ? null : statusMessage(status, durationMs);
    const retryAfter = BUSY_STATUSES.includes(status) ? response.headers["retry-after"] : null;
    const retryAfterMs = parseRetryAfterMs(retryAfter);
    return { delivered, httpStatus: status, error, excerpt, durationMs, retryAfterMs };
  } catch (error) {
    return failed(error);
  }
}

function statusMessage(status: number, durationMs: number): string {
  const took = durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
  return status >= 300 && status < 400
    ? `Your endpoint responded with a redirect (${status}) after ${took}. Redirects aren't followed.`
    : `Your endpoint responded with ${status} after ${took}.`;
}

/** The start of the body, as text that Postgres can store. */
async function readExcerpt(body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  body.on("error", () => {});
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_EXCERPT_BYTES) break;
    }
  } catch {
    // The status is already known, so a body that breaks off doesn't matter.
  }
  body.destroy();
  const bytes = Buffer.concat(chunks).subarray(0, MAX_EXCERPT_BYTES);
  return new TextDecoder().decode(bytes).replaceAll("\0", "\ufffd");
}
