import { count } from "../metrics";
import { targetOf } from "./parse";

/** Next gives a route without parameters none at all, whatever its types say. */
type Params = Record<string, string | string[] | undefined> | undefined;

/** Counts an answer and the time it took, under its route's path and not the caller's ids. */
export function countRequest(
  request: Request,
  params: Params,
  { status }: Response,
  startedMs: number,
): void {
  const route = routeOf(targetOf(request).path, params);
  const labels = { method: request.method, route };
  count("scrip_requests_total", { ...labels, status });
  count("scrip_request_seconds_total", labels, (performance.now() - startedMs) / 1_000);
}

/** `/api/v1/cards/0197…/debit` is `/api/v1/cards/{uuid}/debit`; "other" when a parameter is not in it. */
function routeOf(pathname: string, params: Params): string {
  const parts = pathname.split("/");
  // From the end, where a parameter stands that is spelt as a folder before it.
  for (const [name, value] of Object.entries(params ?? {}).reverse()) {
    if (value === undefined) continue;
    const at = parts.findLastIndex((part) => part === value || decoded(part) === value);
    if (at === -1) return "other";
    parts[at] = `{${name}}`;
  }
  return parts.join("/");
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
