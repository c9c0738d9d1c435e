import { IDEMPOTENCY_KEY } from "@/lib/api/contract/fields";
import { type ApiShape, SHAPES } from "@/lib/base/context";
import type { Json } from "./json-schema";

/** A reference to a response header of the document. */
export const ref = (header: string): Json => ({ $ref: `#/components/headers/${header}` });

export const RESPONSE_HEADERS: Json = {
  Shape: { schema: { type: "string", enum: SHAPES }, description: "The shape of this response." },
  RequestId: {
    schema: { type: "string" },
    description: "Our ID for the request. Include it when you contact support.",
  },
  ClientRequestId: {
    schema: { type: "string" },
    description: "The X-Request-Id that you sent, or our ID if you sent none.",
  },
  Location: {
    schema: { type: "string", format: "uri-reference" },
    description: "The path of the new resource.",
  },
  RetryAfter: {
    schema: { type: "integer" },
    description: "How many seconds to wait before you retry.",
  },
  RateLimit: {
    schema: { type: "string" },
    description: "`r` is the number of requests left for the next `t` seconds.",
  },
  RateLimitPolicy: {
    schema: { type: "string" },
    description: "`q` is the number of requests allowed in any `w` seconds.",
  },
  Replayed: { schema: { const: "true" }, description: "Sent only with replayed responses." },
};

/** The request header that selects the shape. */
export const shapeHeader = (shapes: readonly ApiShape[]): Json => ({
  name: "Scrip-Shape",
  in: "header",
  schema: { type: "string", enum: shapes },
  description: "The response's shape. Overrides the key's default.",
});

export const CONSUMER_HEADER: Json = {
  name: "Scrip-Consumer",
  in: "header",
  schema: { type: "string", pattern: "^Bearer [!-~]+$" },
  description:
    "`Bearer` followed by the consumer's token, an access code that they created in their wallet under Store access. " +
    "An invalid token returns 401 `consumer_unauthorized`.",
};

/** Each operation has its own key, so that examples don't collide. */
export const idempotencyHeader = (path: string): Json => ({
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", pattern: IDEMPOTENCY_KEY.pattern.source },
  description:
    "Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.",
  example: `${path.split("/").at(-1)}-10482`,
});
