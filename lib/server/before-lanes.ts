import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { sendNodeResponse } from "srvx/node";
import { replyFacts } from "../context";
import { invalid, Refusal } from "../errors";
import { replyRefusal } from "../http/respond";
import { newRequestId } from "../ids";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const ALLOW = { Allow: METHODS.join(", ") };

/** The ways from a request to its answer. */
type Lanes = {
  next: RequestListener;
  /** Takes a request below /api/v1 when it can, and says whether. */
  direct: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/**
 * What has to happen before either lane sees a request, so that they cannot differ: the target in
 * its one form, the peer's address last in X-Forwarded-For, and answers of the API's own to what
 * Next would answer below /api with a page, a redirect or an error.
 */
export function beforeLanes({ next, direct }: Lanes): RequestListener {
  return (request, response) => {
    const url = originForm(request);
    settleHeaders(request);
    if (!METHODS.includes(request.method ?? "GET")) {
      return refuse(request, response, new Refusal("method_not_allowed", { headers: ALLOW }));
    }
    if (!url.startsWith("/")) return refuse(request, response, new Refusal("invalid_request"));
    if (!url.startsWith("/api/")) return next(request, response);
    const path = pathOf(url);
    if (path.includes("%") && !isDecodable(path)) {
      return refuse(request, response, new Refusal("invalid_request"));
    }
    if (MISSPELT.test(path)) return refuse(request, response, new Refusal("not_found"));
    const reserved = reservedName(url.slice(path.length));
    if (reserved) return refuse(request, response, invalid(reserved, "is not a known field"));
    if (direct(request, response)) return;
    asTheApi(request, response);
    return next(request, response);
  };
}

/** A target with its query cut off. */
export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

/** Rewrites a target that names the host too, as a proxy's does, or a fragment, and gives it. */
function originForm(request: IncomingMessage): string {
  const { url = "/" } = request;
  const isPath = url.startsWith("/");
  if (isPath ? !url.includes("#") : !URL.canParse(url)) return url;
  const target = isPath ? url.slice(0, url.indexOf("#")) : new URL(url);
  request.url = typeof target === "string" ? target : target.pathname + target.search;
  return request.url;
}

/** The first parameter of a query that Next would take for its own, and off the request. */
function reservedName(search: string): string | undefined {
  if (!/nxt|%/.test(search)) return undefined;
  return [...new URLSearchParams(search).keys()].find((name) => /^nxt[PI]/.test(name));
}

/**
 * Puts the peer's address last in X-Forwarded-For. Both forms in which a request carries its headers
 * say the same then: of one that may stand once, the first.
 */
function settleHeaders({ headers, rawHeaders, socket }: IncomingMessage): void {
  const forwarded = [headers["x-forwarded-for"], socket.remoteAddress];
  headers["x-forwarded-for"] = forwarded.filter(Boolean).join(", ");
  rawHeaders.length = 0;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") rawHeaders.push(name, value);
    else for (const one of value ?? []) rawHeaders.push(name, one);
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A path that Next would answer with a redirect to another spelling of it, or read as another. */
const MISSPELT = /\/$|\/\/|\\|\/(\.|%2e){1,2}(\/|$)/i;

function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  request.resume();
  const facts = replyFacts(newRequestId());
  void sendNodeResponse(response, replyRefusal(refusal, facts, false));
}

/** Headers with which a browser asks Next's router for something else than the resource. */
const NEXTS_OWN = /^(rsc$|next-|x-nextjs-|x-middleware-)/;

/**
 * Takes off what Next adds of its own: every answer marked as varying by its router's headers, which
 * no route below /api reads, and the API's compressed, which is left to the proxy in front.
 */
function asTheApi({ headers, url = "" }: IncomingMessage, response: ServerResponse): void {
  for (const name in headers) if (NEXTS_OWN.test(name)) delete headers[name];
  if (url.startsWith("/api/v1")) delete headers["accept-encoding"];
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === "vary" && String(value).includes("next-router")
      ? response
      : setHeader(name, value);
}
