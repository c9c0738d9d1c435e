import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { REFUSALS, type RefusalCode } from "../errors";
import { newId } from "../ids";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * What has to happen before Next sees a request: the peer's address is put last in X-Forwarded-For,
 * and what Next answers below /api with a page of its own, or marks as its own, is answered as the
 * API does.
 */
export function beforeNext(next: RequestListener): RequestListener {
  return (request, response) => {
    const { headers, socket, url = "/", method = "GET" } = request;
    headers["x-forwarded-for"] = [headers["x-forwarded-for"], socket.remoteAddress]
      .filter(Boolean)
      .join(", ");
    if (!url.startsWith("/api/")) return next(request, response);
    if (!METHODS.includes(method)) {
      return refuse(request, response, "method_not_allowed", { Allow: METHODS.join(", ") });
    }
    if (!isDecodable(url)) return refuse(request, response, "invalid_request");
    if (isMisspelt(url)) return refuse(request, response, "not_found");
    withoutNextsVary(response);
    return next(request, response);
  };
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** A path that Next would answer with a redirect to another spelling of it. */
const isMisspelt = (url: string): boolean => /\/$|\/\/|\\/.test(url.split("?")[0] ?? "");

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  code: RefusalCode,
  headers: Record<string, string> = {},
): void {
  const [status, message] = REFUSALS[code];
  const requestId = `req_${newId()}`;
  request.resume();
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "Scrip-Shape": "A",
    Vary: "Scrip-Shape",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...headers,
  });
  response.end(JSON.stringify({ error: code, message, requestId }));
}

/** Next marks every answer as varying by its router's headers, which no route below /api reads. */
function withoutNextsVary(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === "vary" && String(value).includes("next-router")
      ? response
      : setHeader(name, value);
}
