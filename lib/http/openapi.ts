import type { z } from "zod";
import type { ApiShape, RateLimit } from "../context";
import { LIMITS } from "../limits/rate-limits";
import { API_SCOPES } from "../roles";
import type { Definition, RouteHandlers } from "./endpoint";
import { exampleOf, type Json, jsonSchema, type Schemas } from "./json-schema";
import { errorResponses, errorSchema, isReplayable, ref } from "./openapi-errors";
import { OVERVIEW } from "./openapi-overview";
import { openApiWebhooks } from "./openapi-webhooks";

const SHAPES: readonly ApiShape[] = ["A", "B"];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The OpenAPI 3.1 document of these routes, built from the same definitions that run them. */
export function openApi(routes: Record<string, RouteHandlers>): Json {
  const schemas: Schemas = {};
  const paths = Object.fromEntries(
    Object.entries(routes).map(([path, resource]) => [path, pathItem(path, resource, schemas)]),
  );
  return {
    openapi: "3.1.0",
    info: { title: "Scrip", version: "1.0.0", description: OVERVIEW },
    servers: [{ url: "/api/v1" }],
    security: [{ apiKey: [] }],
    tags: [...new Set(Object.keys(routes).map(tagOf))].map((name) => ({ name })),
    paths,
    webhooks: openApiWebhooks(schemas),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: apiKeyDescription() },
      },
      headers: RESPONSE_HEADERS,
      schemas: { ...schemas, Error: errorSchema() },
    },
  };
}

const apiKeyDescription = () =>
  `An API key from the dashboard under Settings → API keys. Scopes: ${API_SCOPES.join(", ")}.`;

const RESPONSE_HEADERS: Json = {
  Shape: { schema: { enum: SHAPES }, description: "The shape of this response." },
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

const tagOf = (path: string): string =>
  ({
    cards: "Cards",
    holds: "Holds",
    batches: "Batches",
    transactions: "Transactions",
    reversals: "Transactions",
    "idempotency-keys": "Idempotency keys",
    "store-credit": "Store credit",
    transfers: "Transfers",
    webhooks: "Webhooks",
    me: "API keys",
  })[path.split("/")[1] ?? ""] ?? "Other";

function pathItem(path: string, resource: RouteHandlers, schemas: Schemas): Json {
  const item: Json = {};
  for (const method of METHODS) {
    const spec = resource[method].spec;
    if (spec) item[method.toLowerCase()] = operation(path, method, spec, schemas);
  }
  return item;
}

function operation(path: string, method: string, spec: Definition, schemas: Schemas): Json {
  return {
    operationId: operationId(method, path),
    tags: [tagOf(path)],
    summary: spec.summary,
    description: operationDescription(spec),
    security: securityOf(spec),
    ...(limitsOf(spec).length > 0 ? { "x-limits": limitsOf(spec).map(limitView) } : {}),
    ...(spec.example?.query ? { "x-query-example": spec.example.query } : {}),
    parameters: [
      ...parametersIn("path", spec.params, schemas),
      ...parametersIn("query", spec.query, schemas),
      SHAPE_HEADER,
      ...(spec.consumer === "token" ? [CONSUMER_HEADER] : []),
      ...(isReplayable(method, spec) ? [idempotencyHeader(path)] : []),
    ],
    ...(spec.body ? { requestBody: requestBody(spec.body, spec, schemas) } : {}),
    responses: {
      [spec.status ?? 200]: successResponse(spec, method, schemas),
      ...otherSuccess(spec, method, schemas),
      ...errorResponses(spec, method),
    },
  };
}

const operationId = (method: string, path: string): string =>
  method.toLowerCase() + path.replace(/\W+(\w?)/g, (_, first) => first.toUpperCase());

function securityOf({ scope }: Definition): Json[] {
  if (scope === null) return [];
  return [{ apiKey: scope === "any" ? [] : [scope] }];
}

const limitsOf = ({ limit, limitOnActivation }: Definition): RateLimit[] =>
  [limit, limitOnActivation].flatMap((name) => (name ? [LIMITS[name]] : []));

const limitView = ({ bucket, max, windowMs }: RateLimit): Json => ({
  name: bucket,
  max,
  windowSeconds: windowMs / 1_000,
});

function operationDescription(spec: Definition): string {
  const { description, scope } = spec;
  return [
    description,
    scope && scope !== "any" && `Scope: \`${scope}\`.`,
    ...limitsOf(spec).map(
      ({ bucket, max, windowMs }) =>
        `Limit: ${max} requests in any ${windowMs / 1_000} seconds (${bucket}).`,
    ),
  ]
    .filter(Boolean)
    .join("\n\n");
}

const SHAPE_HEADER: Json = {
  name: "Scrip-Shape",
  in: "header",
  schema: { enum: SHAPES },
  description: "The response's shape. Overrides the key's default.",
};

const CONSUMER_HEADER: Json = {
  name: "Scrip-Consumer",
  in: "header",
  schema: { type: "string", pattern: "^Bearer [!-~]+$" },
  description:
    "`Bearer` followed by the consumer's token, an access code that they created in their wallet under Store access. " +
    "An invalid token returns 401 `consumer_unauthorized`.",
};

/** Each operation has its own key, so that examples don't collide. */
const idempotencyHeader = (path: string): Json => ({
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description:
    "Makes the request safe to retry. For 24 hours, the same request with the same key returns the first response without changing anything.",
  example: `${path.split("/").at(-1)}-10482`,
});

function parametersIn(
  where: "path" | "query",
  schema: z.ZodType | undefined,
  schemas: Schemas,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input", schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    ...(property.type === "object" ? { style: "deepObject", explode: true } : {}),
    ...(description ? { description } : {}),
    schema: property,
  }));
}

function requestBody(
  body: NonNullable<Definition["body"]>,
  { example }: Definition,
  schemas: Schemas,
): Json {
  const a = jsonSchema(body.A, "input", schemas);
  const b = jsonSchema(body.B, "input", schemas);
  return {
    required: Array.isArray(a.required) || Array.isArray(b.required),
    content: { "application/json": contentByShape(a, b, example?.body, schemas) },
  };
}

/** One schema and example if both shapes are the same, otherwise one for each shape. */
function contentByShape(
  a: Json,
  b: Json,
  given: Record<ApiShape, unknown> | undefined,
  schemas: Schemas,
): Json {
  const exampleA = { value: given ? given.A : exampleOf(a, schemas) };
  if (JSON.stringify(a) === JSON.stringify(b))
    return { schema: a, examples: { example: exampleA } };
  const exampleB = { value: given ? given.B : exampleOf(b, schemas) };
  return { schema: { anyOf: [a, b] }, examples: { "Shape A": exampleA, "Shape B": exampleB } };
}

const EXAMPLE_READER = { seesCodes: true };

/** The response to the operation's example in each shape, from that shape's presenter. */
function exampleReplies({ example, reply }: Definition): Record<ApiShape, unknown> | undefined {
  const result = example?.result();
  return result === undefined
    ? undefined
    : { A: reply.A.present(result, EXAMPLE_READER), B: reply.B.present(result, EXAMPLE_READER) };
}

/** The response with an operation's other status: the same schema with an example of its own. */
function otherSuccess(spec: Definition, method: string, schemas: Schemas): Json {
  if (!spec.otherStatus) return {};
  const { status, description, example } = spec.otherStatus;
  const usual = successResponse(spec, method, schemas) as { content: Record<string, Json> };
  const { schema } = usual.content["application/json"] as { schema: Json };
  const examples = { example: { value: example } };
  return {
    [status]: { ...usual, description, content: { "application/json": { schema, examples } } },
  };
}

function successResponse(spec: Definition, method: string, schemas: Schemas): Json {
  const a = jsonSchema(spec.reply.A.schema, "output", schemas);
  const b = jsonSchema(spec.reply.B.schema, "output", schemas);
  const headers: Json = {
    "Scrip-Shape": ref("Shape"),
    "Scrip-Request-Id": ref("RequestId"),
    "X-Request-Id": ref("ClientRequestId"),
  };
  if (spec.location) headers.Location = ref("Location");
  if (isReplayable(method, spec)) headers["Idempotent-Replayed"] = ref("Replayed");
  if (spec.limit) {
    Object.assign(headers, {
      RateLimit: ref("RateLimit"),
      "RateLimit-Policy": ref("RateLimitPolicy"),
    });
  }
  return {
    description: spec.status === 201 ? "Created." : "Success.",
    headers,
    content: { "application/json": contentByShape(a, b, exampleReplies(spec), schemas) },
  };
}
