import type { LookupFunction } from "node:net";
import { isIPv6 } from "node:net";
import { Agent, type Dispatcher, request } from "undici";
import { env } from "../env";
import { explain } from "./explain";
import { resolve as resolveName } from "./resolve";
import { ATTEMPT_TIMEOUT_MS } from "./schedule";
import { isAllowedHost, isPublicAddress } from "./wall";

const MAX_EXCERPT_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 4_000;

export type Posted = {
  delivered: boolean;
  /** Of the answer, when there was one. */
  httpStatus: number | null;
  /** In words, when it was not delivered. */
  error: string | null;
  /** The beginning of the answer's body. */
  excerpt: string | null;
  durationMs: number;
};

type Resolve = (host: string) => Promise<string[]>;

/** Thrown by the look-up: the name leads where no webhook may go. */
class ForbiddenAddress extends Error {}

/** Connects only to addresses that were checked; the socket gets the one that was checked. */
const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) => {
    const answer = (addresses: string[]): void => {
      const allowed = env().webhookAllowPrivateNetworks || addresses.every(isPublicAddress);
      const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      const [first] = found;
      if (!allowed) done(new ForbiddenAddress(host), "", 0);
      else if (!first) done(new Error("no address"), "", 0);
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    };
    resolve(host).then(answer, (error) => done(error, "", 0));
  };

/** A pool of connections to receivers, for `post`. */
export const receiverAgent = (resolve: Resolve = resolveName): Agent =>
  new Agent({
    connect: { lookup: guardedLookup(resolve), timeout: ATTEMPT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
    maxHeaderSize: MAX_EXCERPT_BYTES,
    // The deadline of the whole attempt stands in for these.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

/**
 * Sends one attempt. Delivered when a 2xx status arrives within ten seconds, name look-up and TLS
 * included; redirects are not followed. At most 16 KB of the answer is read, until that deadline.
 */
export async function post(
  agent: Dispatcher,
  url: string,
  /** Signs; what it throws is a failed attempt like any other. */
  headersOf: () => Record<string, string>,
  body: string,
): Promise<Posted> {
  const startedAtMs = performance.now();
  const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  const tookMs = () => Math.round(performance.now() - startedAtMs);
  const failed = (error: unknown): Posted => ({
    delivered: false,
    httpStatus: null,
    error: explain(error, signal.aborted),
    excerpt: null,
    durationMs: tookMs(),
  });
  if (!isAllowedHost(new URL(url))) return failed(new ForbiddenAddress(url));
  try {
    const answer = await request(url, {
      method: "POST",
      headers: headersOf(),
      body,
      dispatcher: agent,
      signal,
    });
    const durationMs = tookMs();
    const delivered = answer.statusCode >= 200 && answer.statusCode < 300;
    const excerpt = await readExcerpt(answer.body);
    const error = delivered ? null : explainStatus(answer.statusCode, durationMs);
    return { delivered, httpStatus: answer.statusCode, error, excerpt, durationMs };
  } catch (error) {
    return failed(error);
  }
}

function explainStatus(status: number, durationMs: number): string {
  const took = durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
  return status >= 300 && status < 400
    ? `Your endpoint answered with a redirect (${status}) after ${took}; redirects are not followed.`
    : `Your endpoint answered ${status} after ${took}.`;
}

/** The beginning of the body as text that the database can hold. What does not arrive is left out. */
async function readExcerpt(body: Dispatcher.ResponseData["body"]): Promise<string> {
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
    // The status has arrived; a body that breaks off changes nothing.
  }
  body.destroy();
  const bytes = Buffer.concat(chunks).subarray(0, MAX_EXCERPT_BYTES);
  return new TextDecoder().decode(bytes).replaceAll("\0", "\ufffd");
}
