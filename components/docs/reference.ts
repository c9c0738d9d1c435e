import type { Shape } from "@/lib/context";

// The parts of an OpenAPI document that a reader is shown, in the order in which they are read.

export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

type Example = { value: unknown };
type MediaType = { schema: Schema; examples: Record<string, Example> };
type Content = { "application/json": MediaType };
type Header = { $ref?: string; description?: string };

type RawParameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema & { example?: unknown };
};

type RawOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: { apiKey: string[] }[];
  "x-limits"?: Limit[];
  "x-query-example"?: Record<string, string>;
  parameters: RawParameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<
    string,
    { description: string; headers: Record<string, Header>; content: Content }
  >;
};

export type Document = {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, Header> };
};

export type Limit = { name: string; max: number; windowSeconds: number };
export type Parameter = Omit<RawParameter, "example"> & { example: string | null };
export type Failure = { status: string; code: string; message: string; example: unknown };

/** A body in both shapes; one and the same where `same`. */
export type Body = { same: boolean } & Record<Shape, { schema: Schema; example: unknown }>;

export type Operation = {
  /** Its place under /docs/api. */
  slug: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  /** Paragraphs. */
  notes: string[];
  scope: string | null;
  limits: Limit[];
  parameters: Parameter[];
  /** Of the query, in an example. */
  queryExample: Record<string, string>;
  request: (Body & { required: boolean }) | null;
  answer: Body & { status: string; headers: { name: string; description: string }[] };
  failures: Failure[];
};

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Every operation of a document, as it is read. */
export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method];
      return raw ? [operationOf(document, path, method, raw)] : [];
    }),
  );

function operationOf(
  document: Document,
  path: string,
  method: string,
  raw: RawOperation,
): Operation {
  const [status = "200", success] =
    Object.entries(raw.responses).find(([code]) => code.startsWith("2")) ?? [];
  if (!success) throw new Error(`${method} ${path} has no answer`);
  return {
    slug: `${method}${path}`.replace(/\W+/g, "-").replace(/-$/, ""),
    method: method.toUpperCase(),
    path,
    tag: raw.tags[0] ?? "Other",
    summary: raw.summary,
    notes: notesOf(raw.description),
    scope: raw.security[0]?.apiKey[0] ?? null,
    limits: raw["x-limits"] ?? [],
    parameters: raw.parameters.map((parameter) => ({
      ...parameter,
      example: exampleOf(parameter),
    })),
    queryExample: raw["x-query-example"] ?? {},
    request: raw.requestBody
      ? { ...bodyOf(raw.requestBody.content), required: raw.requestBody.required }
      : null,
    answer: {
      ...bodyOf(success.content),
      status,
      headers: Object.entries(success.headers).map(([name, header]) => ({
        name,
        description: headerOf(document, header).description ?? "",
      })),
    },
    failures: Object.entries(raw.responses)
      .filter(([code]) => !code.startsWith("2"))
      .flatMap(([code, { description, content }]) => failuresOf(code, description, content)),
  };
}

// Scope and limits are told in fields of their own.
const notesOf = (description: string): string[] =>
  description.split("\n\n").filter((part) => part !== "" && !/^(Scope|Limit): /.test(part));

function exampleOf({ example, schema }: RawParameter): string | null {
  const given = example ?? schema.example ?? null;
  return given === null ? null : String(given);
}

function bodyOf(content: Content): Body {
  const { schema, examples } = content["application/json"];
  const { example } = examples;
  if (example) {
    const both = { schema, example: example.value };
    return { same: true, A: both, B: both };
  }
  const of = (shape: Shape, index: number) => ({
    schema: schema.anyOf?.[index] ?? schema,
    example: examples[`Shape ${shape}`]?.value,
  });
  return { same: false, A: of("A", 0), B: of("B", 1) };
}

function failuresOf(status: string, description: string, content: Content): Failure[] {
  const meanings = new Map(
    description.split("\n\n").map((line): [string, string] => {
      const [, code = "", message = ""] = line.match(/^`(\w+)`: (.*)$/s) ?? [];
      return [code, message];
    }),
  );
  return Object.entries(content["application/json"].examples).map(([code, { value }]) => ({
    status,
    code,
    message: meanings.get(code) ?? "",
    example: value,
  }));
}

const headerOf = ({ components }: Document, header: Header): Header =>
  components.headers[header.$ref?.split("/").at(-1) ?? ""] ?? header;

/** A schema with what it refers to in its place. */
export function resolved(schema: Schema, schemas: Record<string, Schema>): Schema {
  const named = schema.$ref && schemas[schema.$ref.split("/").at(-1) ?? ""];
  return named ? { ...named, ...schema } : schema;
}
