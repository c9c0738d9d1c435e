import { expect, test } from "vitest";
import { EVENT_NAMES, eventBodySchema } from "@/lib/api/contract/v1/event";
import { signatureHeaders } from "@/lib/domain/webhooks/signature";
import type { Json } from "./json-schema";
import { openApiWebhooks } from "./openapi-webhooks";

type WebhookPathItem = {
  post: {
    operationId: string;
    description: string;
    parameters: { name: string; in: string; schema: { pattern?: string } }[];
    requestBody: { content: { "application/json": { examples: { example: { value: Json } } } } };
  };
};

const operationsByEvent = () =>
  Object.entries(openApiWebhooks({}) as Record<string, WebhookPathItem>).map(
    ([event, { post }]) => [event, post] as const,
  );

test("every event that is sent is described, with an example that is one of it", () => {
  expect(operationsByEvent().map(([event]) => event)).toEqual(EVENT_NAMES);
  const ids = operationsByEvent().map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [index, [event, { requestBody }]] of operationsByEvent().entries()) {
    const { value } = requestBody.content["application/json"].examples.example;
    expect(value).toMatchObject({ event });
    const name = EVENT_NAMES[index];
    if (name) expect(eventBodySchema(name).parse(value)).toEqual(value);
  }
});

test("the headers described are those that sign a delivery, as they look", () => {
  const id = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";
  const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
  const sent = { id, body: "{}", timestampSeconds: 1_700_000_000 };
  for (const headers of [
    signatureHeaders([secret], sent),
    signatureHeaders([secret, secret], sent),
  ]) {
    for (const [event, { parameters }] of operationsByEvent()) {
      expect(parameters.map(({ name }) => name).sort(), event).toEqual(Object.keys(headers).sort());
      for (const { name, schema } of parameters) {
        expect(headers[name]).toMatch(new RegExp(schema.pattern ?? ".", "u"));
      }
    }
  }
});
