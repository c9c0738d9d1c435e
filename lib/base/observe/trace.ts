import {
  type Attributes,
  type Context,
  context,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { codeOf } from "@/lib/base/errors";

const NO_PROVIDER = new ProxyTracerProvider().getDelegate();

/** Whether the operator registered an OpenTelemetry SDK in this process. Otherwise, create no spans. */
export function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  // The SDK's copy of the API has its own class.
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegate() !== NO_PROVIDER;
}

/** Enough for `traceparent`, and for a `tracestate` or `baggage` of the length that W3C asks servers to pass on. */
const MAX_TRACE_HEADER_CHARS = 8_192;

type SpanOptions = { name: string; kind: SpanKind; attributes?: Attributes; parent?: Context };

/** Runs work in a span, which ends with it. An error marks the span as failed, without its message. */
async function inSpan<T>(
  { name, kind, attributes = {}, parent = context.active() }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = trace.getTracer("scrip").startSpan(name, { kind, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    const type = codeOf(error) || (error instanceof Error ? error.name : typeof error);
    span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Runs a request in a span that continues the caller's trace, or that of a server around it. */
export function inRequestSpan<T>(
  { headers, method }: Request,
  name: string,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const active = context.active();
  const parent = trace.getSpan(active)
    ? active
    : propagation.extract(active, headers, {
        get: (all, key) => all.get(key)?.slice(0, MAX_TRACE_HEADER_CHARS),
        keys: (all) => [...all.keys()],
      });
  const attributes = { "http.request.method": method };
  return inSpan({ name, kind: SpanKind.SERVER, attributes, parent }, work);
}

/** Runs a call of the database in a span if it belongs to a trace. `operation` is without values. */
export function inDatabaseSpan<T>(operation: string, work: () => Promise<T>): Promise<T> {
  if (!trace.getSpan(context.active())) return work();
  const attributes = { "db.system.name": "postgresql", "db.operation.name": operation };
  return inSpan({ name: `postgres ${operation}`, kind: SpanKind.CLIENT, attributes }, work);
}

/** Runs work that several traces share in none of them. */
export const outsideTraces = <T>(work: () => T): T => context.with(ROOT_CONTEXT, work);

/** The active span as a `traceparent` header, to be stored with an event; undefined without one. */
export function currentTraceparent(): string | undefined {
  if (!isTracing()) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Runs an attempt to deliver an event in a span of the trace that caused the event. */
export const inAttemptSpan = <T>(
  traceparent: string | null,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> =>
  inSpan(
    {
      name: "webhook attempt",
      kind: SpanKind.CLIENT,
      attributes,
      parent: propagation.extract(ROOT_CONTEXT, { traceparent: traceparent ?? undefined }),
    },
    work,
  );
