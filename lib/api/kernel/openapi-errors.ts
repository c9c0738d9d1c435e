import { REFUSALS, type RefusalCode } from "@/lib/base/errors";
import type { Definition } from "./endpoint";
import type { Json } from "./json-schema";
import { ref } from "./openapi-headers";

/** Whether an Idempotency-Key has an effect. Lookups are POST requests too, but change nothing. */
export const isReplayable = (method: string, { scope }: Definition): boolean =>
  method === "POST" && !scope?.endsWith(":read");

/** The errors an operation can return, by status, with their codes and an example of each. */
export function errorResponses(spec: Definition, method: string): Json {
  const codes = new Set<RefusalCode>([
    ...(spec.scope === null
      ? []
      : (["unauthorized", "insufficient_scope", "address_not_allowed"] as const)),
    ...(spec.scope === "money:write" ? (["key_limit_exceeded"] as const) : []),
    "invalid_request",
    ...(spec.body ? (["payload_too_large", "unsupported_media_type"] as const) : []),
    ...(isReplayable(method, spec)
      ? (["idempotency_key_reused", "idempotency_in_progress", "idempotency_key_voided"] as const)
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
      "Scrip-Request-Id": ref("RequestId"),
      "X-Request-Id": ref("ClientRequestId"),
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

const KEY_LIMIT_EXAMPLE = {
  limit: "per_day",
  direction: "out",
  currency: "USD",
  remainingCents: 1200,
  resetsAt: "2026-02-01T05:00:00.000Z",
};

const errorExample = (code: RefusalCode): Json => ({
  error: code,
  message: REFUSALS[code][1],
  requestId: "req_0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e",
  doc_url: `https://scrip.example.com/docs/errors#${code}`,
  ...(code === "insufficient_balance" ? { balanceCents: 1200 } : {}),
  ...(code === "amount_not_allowed" ? { expectedAmountCents: 2500 } : {}),
  ...(code === "refund_exceeds_original" ? { refundableCents: 500 } : {}),
  ...(code === "already_reversed"
    ? { reversalTransactionId: "0197a57f-1a2e-7c40-9d1b-6e7f8091a2b3" }
    : {}),
  ...(code === "hold_ended" ? { status: "released" } : {}),
  ...(code === "capture_exceeds_hold" ? { capturableCents: 6000 } : {}),
  ...(code === "key_limit_exceeded" ? KEY_LIMIT_EXAMPLE : {}),
  ...(code === "card_not_active" ? { status: "disabled" } : {}),
  ...(code === "transfer_limit_exceeded" ? { availableCents: 1200 } : {}),
  ...(code === "invalid_request"
    ? { fields: [{ path: "amountCents", message: "must be a whole number" }] }
    : {}),
});

/** The codes of errors. New ones can be added, so a client must expect others. */
export const errorCodeSchema = (): Json => ({ type: "string", enum: Object.keys(REFUSALS) });

export const errorSchema = (): Json => ({
  type: "object",
  required: ["error", "message", "requestId", "doc_url"],
  properties: {
    error: {
      anyOf: [{ $ref: "#/components/schemas/ErrorCode" }, { type: "string" }],
      description: "An error code. Handle one that you don't know by the response's status.",
    },
    message: { type: "string", description: "A human-readable message. The wording can change." },
    requestId: { type: "string" },
    doc_url: {
      type: "string",
      format: "uri",
      description: "Link to the error code in the docs.",
    },
    fields: {
      type: "array",
      description: "What's wrong with each invalid field.",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
    balanceCents: { type: "integer", description: "The card's balance in minor units." },
    expectedAmountCents: {
      type: "integer",
      description: "Only with amount_not_allowed: the amount that is printed on the card.",
    },
    refundableCents: {
      type: "integer",
      description: "The amount you can still refund, in minor units.",
    },
    reversalTransactionId: {
      type: "string",
      format: "uuid",
      description: "The ID of the transaction that reversed this one.",
    },
    availableCents: {
      type: "integer",
      description:
        "The available balance in minor units, if part of the balance is on hold. For `transfer_limit_exceeded`, the amount you can still transfer, in minor units of the sending card's currency.",
    },
    capturableCents: { type: "integer", description: "The amount on hold, in minor units." },
    status: {
      type: "string",
      enum: ["inactive", "unactivated", "disabled", "captured", "released", "expired"],
      description:
        "The card's status, with the values of the response's shape (`inactive` in A, `unactivated` in B). For `hold_ended`, the hold's status.",
    },
    replacedBy: {
      type: "string",
      format: "uuid",
      description: "The ID of the card that replaced this one.",
    },
    limit: {
      type: "string",
      enum: ["per_movement", "per_day"],
      description: "The API key's limit that the amount exceeds.",
    },
    direction: {
      type: "string",
      enum: ["in", "out"],
      description:
        "Whether the limit applies to money added to cards (`in`) or taken from cards (`out`).",
    },
    currency: { type: "string", description: "The card's currency." },
    remainingCents: {
      type: "integer",
      description: "The amount that the API key's limits still allow, in minor units.",
    },
    resetsAt: {
      type: "string",
      format: "date-time",
      description: "When the daily limit resets, at midnight in the store's time zone.",
    },
  },
});
