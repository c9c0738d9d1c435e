type RequestContext = { get?: () => { waitUntil?: (work: Promise<unknown>) => void } | undefined };

// Where a serverless host provides waitUntil. It is absent on our own server.
const REQUEST_CONTEXT = Symbol.for("@next/request-context");
const host = globalThis as { [REQUEST_CONTEXT]?: RequestContext };

/** Lets work continue after the response, even on a host that would otherwise freeze the process. */
export function keepAliveFor(work: () => Promise<unknown>): void {
  host[REQUEST_CONTEXT]?.get?.()?.waitUntil?.(work());
}
