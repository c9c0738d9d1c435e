import { context, propagation, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startReceiver } from "@/e2e/support/receiver";
import { pg } from "@/lib/db/client/client";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { configure } from "@/lib/testing/configure";
import { callerWithKey } from "@/lib/testing/store";
import { storeWithWebhook } from "@/lib/testing/webhooks";
import { isTracing } from "./trace";

// The test receivers listen on loopback.
beforeAll(() => configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" }));
afterEach(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

/** Registers an SDK, as the operator's own file does. Returns the spans that end from now on. */
function collectSpans() {
  const exporter = new InMemorySpanExporter();
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  return () =>
    exporter.getFinishedSpans().map((span) => {
      const { traceId, spanId } = span.spanContext();
      const { name, attributes, parentSpanContext: parent } = span;
      return { name, attributes, traceId, spanId, parentId: parent?.spanId };
    });
}

/** A caller with a card and a webhook that takes its events. */
async function tillWithWebhook() {
  const receiver = await startReceiver();
  onTestFinished(receiver.stop);
  const { ctx } = await storeWithWebhook({ url: receiver.url });
  const till = await callerWithKey(ctx());
  const { uuid } = (await till.post("/cards", { currency: "USD" })).body;
  await till.post(`/cards/${uuid}/activate`, { amountCents: 500 });
  await deliveryWorker.runDue();
  return { receiver, uuid, ...till };
}

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

test("a caller's trace continues from its request over SQL to the attempt of the webhook", async () => {
  const { uuid, post, receiver } = await tillWithWebhook();
  const spans = collectSpans();
  const { headers } = await post(
    `/cards/${uuid}/debit`,
    { amountCents: 200, note: "secret note" },
    { headers: { traceparent, "Idempotency-Key": `debit-${uuid}` } },
  );
  await deliveryWorker.runDue();
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);

  const found = spans().filter(({ traceId }) => traceId === TRACE_ID);
  const of = (name: string) => found.find((span) => span.name === name);
  const request = of("POST /api/v1/cards/{uuid}/debit");
  expect(request).toMatchObject({
    parentId: "00f067aa0ba902b7",
    attributes: {
      "http.response.status_code": 200,
      "scrip.request_id": headers.get("scrip-request-id"),
    },
  });
  const move = of("postgres move_together");
  expect(move?.parentId).toBe(request?.spanId);
  expect(of("webhook attempt")).toMatchObject({
    parentId: move?.spanId,
    attributes: { "scrip.outcome": "delivered", "http.response.status_code": 204 },
  });
  for (const value of ["secret note", uuid]) expect(JSON.stringify(found)).not.toContain(value);
});

test("requests that share a commit keep their own traces", async () => {
  const { uuid, post } = await tillWithWebhook();
  collectSpans();
  const traces = Array.from({ length: 6 }, (_, n) => `${n}`.repeat(31).padStart(32, "a"));
  const debit = async (trace: string) => {
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const { body } = await post(`/cards/${uuid}/debit`, { amountCents: 1 }, { headers });
    return [body.transaction.id, trace] as const;
  };
  const made = await Promise.all(traces.map(debit));
  const events = await pg()`select transaction_id as id, split_part(traceparent, '-', 2) as trace
    from events where card_id = ${uuid} and traceparent is not null`;
  const found = new Map(events.map(({ id, trace }) => [id, trace]));
  expect([...found].sort()).toEqual([...made].sort());
});

test("an operation in a transaction has a span for it, and its event belongs to the trace", async () => {
  const { uuid, post } = await tillWithWebhook();
  const spans = collectSpans();
  await post(`/cards/${uuid}/disable`, {}, { headers: { traceparent } });
  const [event] = await pg()`select traceparent from events
    where card_id = ${uuid} and event = 'card.disabled'`;
  const transaction = spans().find(({ name }) => name === "postgres transaction");
  expect(transaction?.traceId).toBe(TRACE_ID);
  expect(event?.traceparent).toBe(`00-${TRACE_ID}-${transaction?.spanId}-01`);
});

test("a failed request is an error without its message, and queries of other work have no spans", async () => {
  const { uuid, get } = await tillWithWebhook();
  const spans = collectSpans();
  await pg()`select 1`;
  expect(spans()).toEqual([]);
  const { status } = await get(`/cards/${uuid}x`, {}, { headers: { traceparent: "nonsense" } });
  expect(status).toBe(404);
  expect(spans().map(({ name }) => name)).toContain("GET /api/v1/cards/{uuid}");
  expect(spans().every(({ traceId }) => traceId !== TRACE_ID)).toBe(true);
});

test("without an SDK no span is created and no event has a trace", async () => {
  const { uuid, post } = await tillWithWebhook();
  expect(isTracing()).toBe(false);
  const asked = vi.spyOn(trace, "getTracer");
  await post(`/cards/${uuid}/debit`, { amountCents: 200 }, { headers: { traceparent } });
  await deliveryWorker.runDue();
  expect(asked).not.toHaveBeenCalled();
  const traced = await pg()`select from events where traceparent is not null and card_id = ${uuid}`;
  expect(traced).toEqual([]);
});
