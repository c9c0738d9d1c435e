type RequestContext = { get?: () => { waitUntil?: (work: Promise<unknown>) => void } | undefined };

// How a serverless host hands out its waitUntil; in a server of our own there is none.
const REQUEST_CONTEXT = Symbol.for("@next/request-context");
const host = globalThis as { [REQUEST_CONTEXT]?: RequestContext };

/** Lets work go on after the answer, on a host too that would else freeze the process. */
export function keepAliveFor(work: () => Promise<unknown>): void {
  host[REQUEST_CONTEXT]?.get?.()?.waitUntil?.(work());
}
