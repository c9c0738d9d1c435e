import type { ApiShape } from "@/lib/base/context";

// The parts of the OpenAPI document that the pages use.

export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  /** Objects that differ in a field, of which a request has exactly one. */
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  /** The values of an object whose keys are free. */
  additionalProperties?: Schema | false;
  maxProperties?: number;
  required?: string[];
};

export type Schemas = Record<string, Schema>;

type MediaType = { schema: Schema; examples: Record<string, { value: unknown }> };
type Content = { "application/json": MediaType };
type Header = { $ref?: string; description?: string };

type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  example?: unknown;
  /** A parameter for each key: `metadata[order]=10482`. */
  style?: "deepObject";
  schema: Schema;
};

type RawOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: { apiKey: string[] }[];
  "x-limits"?: { name: string; max: number; windowSeconds: number }[];
  "x-query-example"?: Record<string, string>;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<
    string,
    { description: string; headers: Record<string, Header>; content: Content }
  >;
};

export type Document = {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Schemas; headers: Record<string, Header> };
};

export type Operation = ReturnType<typeof toOperation>;

const METHODS = ["get", "post", "put", "patch", "delete"];

/** The operations of an OpenAPI document, prepared for display. */
export const operationsOf = ({ paths, components }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method];
      return raw ? [toOperation(path, method, raw, components)] : [];
    }),
  );

function toOperation(
  path: string,
  method: string,
  raw: RawOperation,
  components: Document["components"],
) {
  const responses = Object.entries(raw.responses);
  // The last: an operation that does nothing when there is nothing to do returns 200 then.
  const [status, success] = responses.findLast(([code]) => code.startsWith("2")) ?? [];
  if (!status || !success) throw new Error(`${method} ${path} has no success response`);
  const request = raw.requestBody && {
    ...bodyOf(raw.requestBody.content),
    required: raw.requestBody.required,
  };
  const response = {
    ...bodyOf(success.content),
    status,
    headers: Object.entries(success.headers).map(([name, header]) => ({
      name,
      description: dereference(header, components.headers).description ?? "",
    })),
  };
  return {
    id: raw.operationId,
    /** The URL slug under /docs/api. */
    slug: `${method}${path}`.replace(/\W+/g, "-").replace(/-$/, ""),
    method: method.toUpperCase(),
    path,
    tag: raw.tags[0] ?? "Other",
    summary: raw.summary,
    notes: notesOf(raw.description),
    scope: raw.security[0] ? (raw.security[0].apiKey[0] ?? "any") : null,
    limits: raw["x-limits"] ?? [],
    parameters: raw.parameters.map(({ description, ...parameter }) => ({
      ...parameter,
      schema: description ? { ...parameter.schema, description } : parameter.schema,
      example: parameter.example ?? parameter.schema.example,
    })),
    queryExample: raw["x-query-example"] ?? {},
    request,
    response,
    /** Whether the request or response body differs between the shapes. */
    differs: !response.same || request?.same === false,
    errors: responses.filter(([code]) => !code.startsWith("2")).flatMap(errorsOf),
  };
}

/** The paragraphs of a description, except scope and limit: the page shows those as facts. */
const notesOf = (description: string): string[] =>
  description.split("\n\n").filter((part) => part !== "" && !/^(Scope|Limit): /.test(part));

/** A body in shape A and shape B. `same` if both are identical. */
function bodyOf(content: Content) {
  const { schema, examples } = content["application/json"];
  const same = examples.example !== undefined;
  const of = (shape: ApiShape, index: number) => ({
    schema: same ? schema : (schema.anyOf?.[index] ?? schema),
    example: (examples.example ?? examples[`Shape ${shape}`])?.value,
  });
  return { same, A: of("A", 0), B: of("B", 1) };
}

function errorsOf([status, { description, content }]: [string, RawOperation["responses"][string]]) {
  const messages = new Map(
    description.split("\n\n").map((line) => {
      const [, code = "", message = ""] = line.match(/^`(\w+)`: (.*)$/s) ?? [];
      return [code, message] as const;
    }),
  );
  return Object.entries(content["application/json"].examples).map(([code, { value }]) => ({
    status,
    code,
    message: messages.get(code) ?? "",
    example: value,
  }));
}

/** The object that a `$ref` points to, or the object itself if it has no `$ref`. */
const dereference = <T extends { $ref?: string }>(object: T, all: Record<string, T>): T =>
  all[object.$ref?.split("/").at(-1) ?? ""] ?? object;

/** A schema merged with the one that its `$ref` points to, and with its alternatives. */
export const resolveSchema = (schema: Schema, schemas: Schemas): Schema => ({
  ...dereference(schema, schemas),
  ...(schema.oneOf ? mergedAlternatives(schema.oneOf) : {}),
  ...schema,
});

/** All fields of these objects. Required are those that each object requires. */
const mergedAlternatives = (objects: Schema[]): Schema => ({
  ...objects[0],
  properties: Object.assign({}, ...objects.map(({ properties }) => properties)),
  required: objects
    .map(({ required = [] }) => required)
    .reduce((common, required) => common.filter((name) => required.includes(name))),
});
