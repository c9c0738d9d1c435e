import { counters } from "../metrics";
import { targetOf } from "./parse";

// Far more routes than exist. A caller can spell a path in many ways, such as with %63 for c.
const MAX_ROUTES = 500;
const routes = new Set<string>();

/** Next passes no params to a route without parameters, whatever its types say. */
type Params = Record<string, string | string[] | undefined> | undefined;

/** Counts a response and its duration under the route's path, without the caller's ids. */
export function countRequest(
  request: Request,
  params: Params,
  { status }: Response,
  startedMs: number,
): void {
  const { method } = request;
  const route = bounded(routeOf(targetOf(request).path, params));
  const { requests, requestSeconds } = counters();
  requests.inc({ method, route, status });
  requestSeconds.inc({ method, route }, (performance.now() - startedMs) / 1_000);
}

function bounded(route: string): string {
  if (routes.size < MAX_ROUTES) routes.add(route);
  return routes.has(route) ? route : "other";
}

/** `/api/v1/cards/{uuid}/debit` for `/api/v1/cards/0197…/debit`; "other" if a parameter is not found. */
function routeOf(pathname: string, params: Params): string {
  const parts = pathname.split("/");
  // From the end, because a parameter can equal the name of a folder before it.
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
