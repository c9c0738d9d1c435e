// Requests to hosts that others run. By Node's client, which skips any number of interim responses (100, 102, 103) in
// front of the final one.
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";

const KEEP_ALIVE_MS = 4_000;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_RETRY_AFTER_MS = 3_600_000;

/** A pool of connections. */
export type OutboundAgent = { http: http.Agent; https: https.Agent };

/** Creates a pool of connections, which resolves host names with `lookup` if it is given. */
export function outboundAgent(lookup?: LookupFunction): OutboundAgent {
  const options = { keepAlive: true, timeout: KEEP_ALIVE_MS, ...(lookup && { lookup }) };
  return { http: new http.Agent(options), https: new https.Agent(options) };
}

/** Closes the pool's connections. */
export function closeAgent(agent: OutboundAgent): void {
  agent.http.destroy();
  agent.https.destroy();
}

type Outbound = {
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  /** Ends the request, and the response if it is still being read. */
  signal: AbortSignal;
  /** Called when the request is sent: not while it waits for a name or a connection. */
  onSent?: () => void;
};

/** Sends a request without following redirects, and resolves with the final response once its headers are there. */
export function sendOutbound(
  agent: OutboundAgent,
  url: string,
  { body, onSent, ...options }: Outbound,
): Promise<http.IncomingMessage> {
  const isSecure = new URL(url).protocol === "https:";
  const { request } = isSecure ? https : http;
  const limits = { agent: isSecure ? agent.https : agent.http, maxHeaderSize: MAX_HEADER_BYTES };
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, ...limits }, resolve);
    sent.on("error", reject);
    // Also without an error: Node closes the connection after 101 Switching Protocols and reports nothing else.
    sent.on("close", () => reject(new Error("ECONNRESET")));
    if (onSent) sent.on("finish", onSent);
    sent.end(body);
  });
}

/** The pause that a Retry-After header asks for, in ms, at most an hour; null if there is none that is valid. */
export function parseRetryAfterMs(header: string | null | undefined): number | null {
  const value = header?.trim() ?? "";
  const isSeconds = /^\d{1,9}(\.\d{1,3})?$/.test(value);
  const isDate = /^[A-Z][a-z]{2,8},? /.test(value);
  if (!isSeconds && !isDate) return null;
  const waitMs = isSeconds ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
