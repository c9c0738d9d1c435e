import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { observed } from "@/lib/api/kernel/observe";
import { refuseCaller } from "@/lib/api/kernel/refuse-caller";
import { factsOf } from "@/lib/api/kernel/request-id";
import { replyRefusal } from "@/lib/api/kernel/respond";
import { invalidField, Refusal } from "@/lib/base/errors";
import { isLoopbackHost } from "@/lib/base/networks";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const ALLOW = { Allow: METHODS.join(", ") };
/** Pages change nothing, so nobody needs to send them a body, which Next would read up to 10 MB of. */
const PAGE_METHODS = ["GET", "HEAD"];
const ALLOW_ON_PAGES = { Allow: PAGE_METHODS.join(", ") };
/** What Next's tools for development post to. Nothing is there in production. */
const DEV_TOOLS = "/__nextjs_";

type Lanes = {
  next: RequestListener;
  /** Handles a request below /api/v1, or returns false. */
  direct: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Refuses requests to host names other than localhost. */
  onlyThisMachine: boolean;
  dev?: boolean;
};

/**
 * Prepares a request so that it is treated the same whether Next or our own API handler serves it:
 * normalizes the URL and the headers, takes only GET and HEAD for pages, and returns an API error where Next would return a page, a redirect or its own error below /api.
 */
export function prepareRequest({ next, direct, onlyThisMachine, dev }: Lanes): RequestListener {
  return (request, response) => {
    // Against DNS rebinding: another site can point its own name at this machine, and read what is served here.
    if (onlyThisMachine && !isLoopbackHost(request.headers.host ?? "")) {
      return refuse(request, response, new Refusal("misdirected_request"));
    }
    const url = originForm(request);
    normalizeHeaders(request);
    if (!METHODS.includes(request.method ?? "GET")) {
      return refuse(request, response, new Refusal("method_not_allowed", { headers: ALLOW }));
    }
    if (!url.startsWith("/")) return refuse(request, response, new Refusal("invalid_request"));
    if (!url.startsWith("/api/")) {
      const isAllowed = PAGE_METHODS.includes(request.method ?? "GET");
      if (isAllowed || (dev && url.startsWith(DEV_TOOLS))) {
        setSingleTypes(response);
        return next(request, response);
      }
      return refuse(
        request,
        response,
        new Refusal("method_not_allowed", { headers: ALLOW_ON_PAGES }),
      );
    }
    const path = pathOf(url);
    if (path.includes("%") && !isDecodable(path)) {
      return refuseInput(request, response, new Refusal("invalid_request"));
    }
    if (NON_CANONICAL.test(path)) return refuse(request, response, new Refusal("not_found"));
    const reserved = reservedParameter(url.slice(path.length));
    if (reserved) {
      return refuseInput(request, response, invalidField(reserved, "is not a known field"));
    }
    if (direct(request, response)) return;
    removeNextHeaders(request, response);
    return next(request, response);
  };
}

/** A URL without its query. */
export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

/** Removes the host, which proxies can send, and the fragment from the URL of a request. */
function originForm(request: IncomingMessage): string {
  const { url = "/" } = request;
  const isPath = url.startsWith("/");
  if (isPath ? !url.includes("#") : !URL.canParse(url)) return url;
  const target = isPath ? url.slice(0, url.indexOf("#")) : new URL(url);
  request.url = typeof target === "string" ? target : target.pathname + target.search;
  return request.url;
}

/** The first query parameter that Next reserves and would remove from the request. */
function reservedParameter(search: string): string | undefined {
  if (!/nxt|%/.test(search)) return undefined;
  return [...new URLSearchParams(search).keys()].find((name) => /^nxt[PI]/.test(name));
}

/**
 * Appends the client's address to X-Forwarded-For, and makes `rawHeaders` the same as `headers`, which
 * keep only the first value of a header that must not repeat.
 */
function normalizeHeaders({ headers, rawHeaders, socket }: IncomingMessage): void {
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

/** A path that Next would redirect or resolve to another path. */
const NON_CANONICAL = /\/$|\/\/|\\|\/(\.|%2e){1,2}(\/|$)/i;

/** Next sets the Content-Type of a route as a list of one, which its own compression doesn't know as a type. */
function setSingleTypes(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, name.toLowerCase() === "content-type" ? String(value) : value);
}

function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  void sendRefusal(request, response, (webRequest) => replyRefusal(refusal, factsOf(webRequest)));
}

/** Refuses what is wrong with a URL. The API authenticates first, as every endpoint does. */
function refuseInput(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  if (!request.url?.startsWith("/api/v1/")) {
    refuse(request, response, refusal);
    return;
  }
  void sendRefusal(request, response, (webRequest) => refuseCaller(webRequest, refusal));
}

async function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refuseWith: (webRequest: Request) => Response | Promise<Response>,
): Promise<void> {
  request.resume();
  const webRequest = new NodeRequest({ req: request, res: response });
  const route = { params: Promise.resolve({}) };
  await sendNodeResponse(response, await observed(refuseWith, "other")(webRequest, route));
}

/** Request headers of Next's client-side router. */
const NEXT_HEADERS = /^(rsc$|next-|x-nextjs-|x-middleware-)/;

/** Removes what only pages need: the headers of Next's router, their names in Vary, and compression. */
function removeNextHeaders({ headers, url = "" }: IncomingMessage, response: ServerResponse): void {
  for (const name in headers) if (NEXT_HEADERS.test(name)) delete headers[name];
  if (url.startsWith("/api/v1")) delete headers["accept-encoding"];
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === "vary" && String(value).includes("next-router")
      ? response
      : setHeader(name, value);
}
