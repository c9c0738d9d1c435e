import {
  EVENT_NAMES,
  type EventName,
  eventBodySchema,
  eventDescription,
} from "@/lib/api/contract/v1/event";
import {
  ATTEMPT_TIMEOUT_MS,
  HELD_DAYS,
  RETRY_SCHEDULES,
} from "@/lib/domain/webhooks/delivery-policy";
import { exampleOf, type Json, jsonSchema, type Schemas } from "./json-schema";

/** The `webhooks` of the OpenAPI document: the request for each event. */
export const openApiWebhooks = (schemas: Schemas): Json =>
  Object.fromEntries(
    EVENT_NAMES.map((event) => [event, { post: webhookOperation(event, schemas) }]),
  );

function webhookOperation(event: EventName, schemas: Schemas): Json {
  const schema = jsonSchema(eventBodySchema(event), "input", schemas);
  return {
    operationId: `receive${event.replace(/(?:^|[._])(.)/g, (_, first) => first.toUpperCase())}`,
    tags: ["Webhooks"],
    summary: eventDescription(event),
    description: HOW_TO_RECEIVE,
    security: [],
    parameters: SIGNATURE_HEADERS,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema,
          examples: { example: { value: exampleOf(schema, schemas) } },
        },
      },
    },
    responses: {
      "2XX": { description: "Delivered. The response body is ignored." },
      default: {
        description:
          "Failed. The delivery is retried. Redirects count as failures and aren't followed.",
      },
    },
  };
}

const { standard } = RETRY_SCHEDULES;
const RETRY_MINUTES = `${standard.slice(0, -1).join(", ")} and ${standard.at(-1)}`;

const HOW_TO_RECEIVE = `
The body is the same in both shapes. Return any 2xx status within ${ATTEMPT_TIMEOUT_MS / 1_000} seconds (including DNS and TLS),
and do slow work afterward. Failed deliveries are retried after about ${RETRY_MINUTES} minutes with the same
body and \`id\`. If 3 deliveries in a row fail all their attempts, the webhook is disabled and its events
are held for ${HELD_DAYS} days.

Events can arrive late, more than once and out of order. Ignore an event if you already processed its \`id\`. If
you store balances, also ignore events whose \`sequence\` is lower than the last one you processed for the card.
Ignore fields you don't know.
`.trim();

const header = (name: string, schema: Json, description: string): Json => ({
  name,
  in: "header",
  required: true,
  schema: { type: "string", ...schema },
  description,
});

const SIGNATURE_HEADERS: Json[] = [
  header(
    "X-Service-Signature",
    { pattern: "^[0-9a-f]{64}$" },
    "The hex HMAC-SHA256 of the raw body. The key is the webhook's secret exactly as shown, including `whsec_`. During a rotation, the key is the current secret.",
  ),
  header("webhook-id", { format: "uuid" }, "The event's ID (Standard Webhooks)."),
  header(
    "webhook-timestamp",
    { pattern: "^[0-9]+$" },
    "When this attempt was sent, in Unix seconds. Reject old timestamps to prevent replay attacks.",
  ),
  header(
    "webhook-signature",
    { pattern: "^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$" },
    "`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64-decoded part of the secret after `whsec_`. During a rotation, there are 2 signatures, separated by a space.",
  ),
];
