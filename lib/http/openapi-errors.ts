import { REFUSALS, type RefusalCode } from "../errors";
import type { Definition } from "./endpoint";
import type { Json } from "./json-schema";

/** A reference to a response header of the document. */
export const ref = (header: string): Json => ({ $ref: `#/components/headers/${header}` });

/** Whether an Idempotency-Key has an effect. Lookups are POST requests too, but change nothing. */
export const isReplayable = (method: string, { scope }: Definition): boolean =>
  method === "POST" && !scope?.endsWith(":read");

/** The errors an operation can return, by status, with their codes and an example of each. */
export function errorResponses(spec: Definition, method: string): Json {
  const codes = new Set<RefusalCode>([
    ...(spec.scope === null ? [] : (["unauthorized", "insufficient_scope"] as const)),
    "invalid_request",
    ...(spec.body ? (["payload_too_large", "unsupported_media_type"] as const) : []),
    ...(isReplayable(method, spec)
      ? (["idempotency_key_reused", "idempotency_in_progress"] as const)
      : []),
    ...(spec.refuses ?? []),
    "rate_limited",
    "internal_error",
    "unavailable",
  ]);
  const statuses = [...new Set([...codes].map((code) => REFUSALS[code][0]))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      errorResponse([...codes].filter((code) => REFUSALS[code][0] === status)),
    ]),
  );
}

function errorResponse(codes: RefusalCode[]): Json {
  const retry = codes.some((code) => code === "rate_limited" || code === "unavailable");
  return {
    description: codes.map((code) => `\`${code}\`: ${REFUSALS[code][1]}`).join("\n\n"),
    headers: {
      "X-Request-Id": ref("RequestId"),
      ...(retry ? { "Retry-After": ref("RetryAfter") } : {}),
    },
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  };
}

const errorExample = (code: RefusalCode): Json => ({
  error: code,
  message: REFUSALS[code][1],
  requestId: "req_0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e",
  ...(code === "insufficient_balance" ? { balanceCents: 1200 } : {}),
  ...(code === "card_not_active" ? { status: "disabled" } : {}),
  ...(code === "transfer_limit_exceeded" ? { availableCents: 1200 } : {}),
  ...(code === "invalid_request"
    ? { fields: [{ path: "amountCents", message: "must be a whole number" }] }
    : {}),
});

export const errorSchema = (): Json => ({
  type: "object",
  required: ["error", "message", "requestId"],
  properties: {
    error: { enum: Object.keys(REFUSALS) },
    message: { type: "string", description: "For people. Can change." },
    requestId: { type: "string" },
    fields: {
      type: "array",
      description: "What is wrong with each field of an invalid request.",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
    balanceCents: { type: "integer", description: "The balance, if it is too low." },
    status: {
      enum: ["inactive", "unactivated", "disabled"],
      description: "The status of a card that is not active, with the shape's name for it.",
    },
    availableCents: {
      type: "integer",
      description:
        "What the transfer agreement still allows, in minor units of the sending card's currency.",
    },
  },
});
