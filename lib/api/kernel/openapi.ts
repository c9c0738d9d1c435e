import type { z } from "zod";
import { VERSION } from "@/lib/base/config/version";
import { type ApiShape, type RateLimit, SHAPES } from "@/lib/base/context";
import { API_SCOPES } from "@/lib/base/roles";
import { LIMITS } from "@/lib/domain/limits/rate-limits";
import type { Definition, RouteHandlers } from "./endpoint";
import { exampleOf, type Json, jsonSchema, type Schemas } from "./json-schema";
import { errorCodeSchema, errorResponses, errorSchema, isReplayable } from "./openapi-errors";
import {
  CONSUMER_HEADER,
  idempotencyHeader,
  RESPONSE_HEADERS,
  ref,
  shapeHeader,
} from "./openapi-headers";
import { OVERVIEW } from "./openapi-overview";
import { openApiWebhooks } from "./openapi-webhooks";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The shapes that a document describes, and the schemas that it named so far. */
type Context = { shapes: readonly ApiShape[]; schemas: Schemas };

/**
 * The OpenAPI 3.1 document of these routes in one shape, built from the same definitions that run them.
 * Without a shape it describes both, for pages that show one next to the other.
 */
export function openApi(routes: Record<string, RouteHandlers>, shape?: ApiShape): Json {
  const document = documentOf(routes, { shapes: shape ? [shape] : SHAPES, schemas: {} });
  if (!shape) return document;
  // A schema that each shape has of its own needs no suffix: CardA is the only Card.
  const text = JSON.stringify(document);
  return JSON.parse(text.replace(/("#\/components\/schemas\/\w+?)[AB]"/g, '$1"'), (key, value) =>
    key === "schemas" ? withoutSuffix(value) : value,
  );
}

const withoutSuffix = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name.replace(/[AB]$/, ""), schema]),
  );

function documentOf(routes: Record<string, RouteHandlers>, context: Context): Json {
  const { schemas } = context;
  const paths = Object.fromEntries(
    Object.entries(routes).map(([path, resource]) => [path, pathItem(path, resource, context)]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Scrip",
      version: VERSION,
      description: OVERVIEW,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api/v1" }],
    security: [{ apiKey: [] }],
    tags: [...new Map(Object.keys(routes).map(tagOf))].map(([name, description]) => ({
      name,
      description,
    })),
    paths,
    webhooks: openApiWebhooks(schemas),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: apiKeyDescription() },
      },
      headers: RESPONSE_HEADERS,
      schemas: { ...schemas, Error: errorSchema(), ErrorCode: errorCodeSchema() },
    },
  };
}

const apiKeyDescription = () =>
  `An API key from the dashboard under Settings → API keys. Scopes: ${API_SCOPES.join(", ")}.`;

/** Tags by the first folder of a path. */
const TAGS: Record<string, readonly [name: string, description: string]> = {
  cards: ["Cards", "Create, activate, redeem, top up and manage gift cards."],
  holds: ["Holds", "Reserve part of a balance, then capture or release it."],
  batches: ["Batches", "Create many cards at once, and add them to the online shop."],
  transactions: ["Transactions", "List movements of balances, and reverse them."],
  reversals: ["Transactions", "List movements of balances, and reverse them."],
  "idempotency-keys": ["Idempotency keys", "Look up the outcome of a request."],
  "store-credit": ["Store credit", "Give customers value that wasn't sold."],
  transfers: ["Transfers", "Move balances between stores with a transfer agreement."],
  webhooks: ["Webhooks", "Get notified when a card changes."],
  me: ["API keys", "Read what the current API key can do."],
  test: ["Test mode", "Move the clock of a test store, and read its events."],
};

/** Throws for a path without a tag. */
function tagOf(path: string): readonly [name: string, description: string] {
  const tag = TAGS[path.split("/")[1] ?? ""];
  if (!tag) throw new Error(`Add a tag for ${path} in lib/api/kernel/openapi.ts.`);
  return tag;
}

function pathItem(path: string, resource: RouteHandlers, context: Context): Json {
  const item: Json = {};
  for (const method of METHODS) {
    const spec = resource[method].spec;
    if (spec) item[method.toLowerCase()] = operation(path, method, spec, context);
  }
  return item;
}

function operation(path: string, method: string, spec: Definition, context: Context): Json {
  return {
    operationId: spec.operationId,
    tags: [tagOf(path)[0]],
    summary: spec.summary,
    description: operationDescription(spec),
    security: securityOf(spec),
    ...(limitsOf(spec).length > 0 ? { "x-limits": limitsOf(spec).map(limitView) } : {}),
    ...(spec.example?.query ? { "x-query-example": spec.example.query } : {}),
    parameters: [
      ...parametersIn("path", spec.params, context),
      ...parametersIn("query", spec.query, context),
      shapeHeader(context.shapes),
      ...(spec.consumer === "token" ? [CONSUMER_HEADER] : []),
      ...(isReplayable(method, spec) ? [idempotencyHeader(path)] : []),
    ],
    ...(spec.body ? { requestBody: requestBody(spec.body, spec, context) } : {}),
    responses: {
      [spec.status ?? 200]: successResponse(spec, method, context),
      ...otherSuccess(spec, method, context),
      ...errorResponses(spec, method),
    },
  };
}

function securityOf({ scope }: Definition): Json[] {
  if (scope === null) return [];
  return [{ apiKey: scope === "any" ? [] : [scope] }];
}

const limitsOf = ({ limit, limitOnActivation }: Definition): RateLimit[] =>
  [limit, limitOnActivation].flatMap((name) => (name ? [LIMITS[name]] : []));

const limitView = ({ name, max, windowMs }: RateLimit): Json => ({
  name,
  max,
  windowSeconds: windowMs / 1_000,
});

function operationDescription(spec: Definition): string {
  const { description, scope } = spec;
  return [
    description,
    scope && scope !== "any" && `Scope: \`${scope}\`.`,
    ...limitsOf(spec).map(
      ({ name, max, windowMs }) =>
        `Limit: ${max} requests in any ${windowMs / 1_000} seconds (${name}).`,
    ),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function parametersIn(
  where: "path" | "query",
  schema: z.ZodType | undefined,
  { schemas }: Context,
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
  context: Context,
): Json {
  const schemaIn = (shape: ApiShape) => jsonSchema(body[shape], "input", context.schemas);
  const isRequired = ({ required, oneOf }: Json) => Array.isArray(required) || Array.isArray(oneOf);
  return {
    required: context.shapes.map(schemaIn).some(isRequired),
    content: { "application/json": contentByShape(schemaIn, example?.body, context) },
  };
}

/** One schema and example if all shapes have the same, otherwise one for each shape. */
function contentByShape(
  schemaIn: (shape: ApiShape) => Json,
  examples: Record<ApiShape, unknown> | undefined,
  { shapes, schemas }: Context,
): Json {
  const bodies = shapes.map((shape) => {
    const schema = schemaIn(shape);
    return {
      shape,
      schema,
      example: { value: examples ? examples[shape] : exampleOf(schema, schemas) },
    };
  });
  const [first] = bodies;
  if (first && new Set(bodies.map(({ schema }) => JSON.stringify(schema))).size === 1) {
    return { schema: first.schema, examples: { example: first.example } };
  }
  return {
    schema: { anyOf: bodies.map(({ schema }) => schema) },
    examples: Object.fromEntries(bodies.map(({ shape, example }) => [`Shape ${shape}`, example])),
  };
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
function otherSuccess(spec: Definition, method: string, context: Context): Json {
  if (!spec.otherStatus) return {};
  const { status, description, example } = spec.otherStatus;
  const usual = successResponse(spec, method, context) as { content: Record<string, Json> };
  const { schema } = usual.content["application/json"] as { schema: Json };
  const examples = { example: { value: example } };
  return {
    [status]: { ...usual, description, content: { "application/json": { schema, examples } } },
  };
}

function successResponse(spec: Definition, method: string, context: Context): Json {
  const schemaIn = (shape: ApiShape) =>
    jsonSchema(spec.reply[shape].schema, "output", context.schemas);
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
    content: { "application/json": contentByShape(schemaIn, exampleReplies(spec), context) },
  };
}
