import { EVENT_NAMES, type EventName, eventBodyOf, whenSent } from "../contract/event";
import { ATTEMPT_TIMEOUT_MS } from "../webhooks/schedule";
import { exampleOf, type Json, jsonSchema, type Schemas } from "./json-schema";

/** The `webhooks` of the OpenAPI document: for each event, the request that a receiver gets. */
export const openApiWebhooks = (schemas: Schemas): Json =>
  Object.fromEntries(EVENT_NAMES.map((event) => [event, { post: request(event, schemas) }]));

function request(event: EventName, schemas: Schemas): Json {
  const schema = jsonSchema(eventBodyOf(event), "input", schemas);
  return {
    operationId: `receive${event.replace(/(?:^|[._])(.)/g, (_, first) => first.toUpperCase())}`,
    tags: ["Webhooks"],
    summary: whenSent(event),
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
      "2XX": { description: "It arrived. The answer's body means nothing." },
      default: {
        description:
          "Anything else has failed, redirects included: they are not followed. It is sent again.",
      },
    },
  };
}

const HOW_TO_RECEIVE = `
The body is the same in both shapes. Answer with any 2xx status within ${ATTEMPT_TIMEOUT_MS / 1_000} seconds, name look-up and
TLS included, and do slow work afterwards. What fails is sent again after about 1, 5 and 30 minutes,
with the same body and id; after three such deliveries in a row the webhook is disabled, and what
follows is held for 30 days.

Events may arrive late, twice and in another order than they happened in. Drop an \`id\` that you have
seen, and where you keep a card's balance, also what has a lower \`sequence\` than the last you took.
Ignore fields that you don't know: more may be added.
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
    "The hex HMAC-SHA256 of the body exactly as it arrived, keyed with the webhook's secret as it is shown, its `whsec_` included. While a secret is replaced: made with the one in force.",
  ),
  header("webhook-id", { format: "uuid" }, "The event's id (Standard Webhooks)."),
  header(
    "webhook-timestamp",
    { pattern: "^[0-9]+$" },
    "Seconds since 1970, of this attempt: refuse one that is old, so that nobody can send it again.",
  ),
  header(
    "webhook-signature",
    { pattern: "^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$" },
    "`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes that stand in base64 behind `whsec_`. While a secret is replaced: two of them, apart by a space.",
  ),
];
