import type { PendingQuery, Row, RowList, SerializableParameter, Sql } from "postgres";

export type Rows = readonly (object | undefined)[];
/** A query embedded in another query. */
type Fragment = { on: (connection: Sql) => unknown; hasUndefined: () => boolean };
export type Parameter = SerializableParameter<bigint> | Fragment;

/** Creates queries, which are sent when they are awaited. */
export type Queries = {
  <T extends Rows = Row[]>(text: TemplateStringsArray, ...parameters: Parameter[]): Query<T>;
  unsafe<T extends Rows = Row[]>(
    text: string,
    parameters?: Parameter[],
    options?: { prepare?: boolean },
  ): Query<T>;
};

type Send = <T extends Rows>(query: Query<T>) => Promise<RowList<T>>;

/** A query that is not bound to a connection; sent once, when it is first awaited. */
export class Query<T extends Rows> implements Promise<RowList<T>> {
  readonly [Symbol.toStringTag] = "Query";
  #result: Promise<RowList<T>> | undefined;

  constructor(
    private readonly send: Send,
    private readonly text: TemplateStringsArray | string,
    private readonly parameters: Parameter[],
    /** Creates the driver's query for a connection. */
    readonly on: (connection: Sql) => PendingQuery<T>,
  ) {}

  /** The SQL command and the first table or function, such as `select cards`. */
  get operation(): string {
    const text = [this.text].flat().join(" ");
    const command = /\w+/.exec(text)?.[0];
    const target = /\b(?<!epoch )(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1];
    return [command, target].filter(Boolean).join(" ").toLowerCase();
  }

  /** The same query with each row as an array of values, which Drizzle needs. */
  values() {
    return new Query<T>(
      this.send,
      this.text,
      this.parameters,
      (connection) => this.on(connection).values() as unknown as PendingQuery<T>,
    );
  }

  /** Whether a parameter is undefined. The driver would fail after sending half of the query. */
  hasUndefined(): boolean {
    return this.parameters.some((one) =>
      one instanceof Query ? one.hasUndefined() : [one].flat().includes(undefined as never),
    );
  }

  then<A = RowList<T>, B = never>(
    onFulfilled?: ((rows: RowList<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#result ??= this.hasUndefined() ? Promise.reject(undefinedValueError()) : this.send(this);
    return this.#result.then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((error: unknown) => B | PromiseLike<B>) | null) {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null) {
    return this.then().finally(onFinally);
  }
}

const undefinedValueError = () =>
  Object.assign(new TypeError("A query's value is undefined."), { code: "UNDEFINED_VALUE" });

/** Creates queries that are sent with `send`. */
export function queriesBy(send: Send): Queries {
  const template = <T extends Rows>(text: TemplateStringsArray, ...parameters: Parameter[]) =>
    new Query<T>(send, text, parameters, (connection) => {
      const values = parameters.map((one) => (one instanceof Query ? one.on(connection) : one));
      return connection<T>(text, ...(values as never[]));
    });
  const unsafe: Queries["unsafe"] = (text, parameters = [], options = {}) =>
    new Query(
      send,
      text,
      parameters,
      (connection) => connection.unsafe(text, parameters as never[], options) as never,
    );
  return Object.assign(template, { unsafe });
}

/** Oids of the array types. */
const TEXT_ARRAY_OIDS = { text: 1009, uuid: 2951, int8: 1016 };
const NUMBER_ARRAY_OIDS = { int4: 1007, float8: 1022 };

const writeElement = (one: unknown): string =>
  one === null ? "NULL" : `"${String(one).replaceAll(/[\\"]/g, "\\$&")}"`;

/** Serializes an array. A string is an array that Drizzle already serialized. */
const writeArray = (all: unknown[] | string): string =>
  typeof all === "string" ? all : `{${all.map(writeElement).join()}}`;

const parseArray = (text: string): (string | null)[] =>
  [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, "$1");
    return bare === "NULL" ? null : (bare ?? "");
  });

const parseNumberArray = (text: string): (number | null)[] =>
  parseArray(text).map((one) => (one === null ? null : Number(one)));

const arrayTypesOf = (oids: Record<string, number>, parse: (text: string) => unknown) =>
  Object.entries(oids).map(([name, oid]) => [
    `${name}Array`,
    { to: oid, from: [oid], serialize: writeArray, parse },
  ]);

/** The driver serializes values twice if a prepared statement is stale: unlike its own, these accept that. */
const IDEMPOTENT_TYPES = {
  bool: {
    to: 16,
    from: [16],
    serialize: (one: unknown) => (one === true || one === "t" ? "t" : "f"),
    parse: (text: string) => text === "t",
  },
  bytea: {
    to: 17,
    from: [17],
    serialize: (one: Uint8Array | string) =>
      typeof one === "string" ? one : `\\x${Buffer.from(one).toString("hex")}`,
    parse: (text: string) => Buffer.from(text.slice(2), "hex"),
  },
};

/**
 * Serializers and parsers for the driver. It lists the array types the queries use: otherwise the driver
 * fetches them on each new connection, and crashes if the connection is killed meanwhile.
 */
export const VALUE_TYPES = Object.fromEntries([
  ...Object.entries(IDEMPOTENT_TYPES),
  ...arrayTypesOf(TEXT_ARRAY_OIDS, parseArray),
  ...arrayTypesOf(NUMBER_ARRAY_OIDS, parseNumberArray),
]);

/** Formats bytes for Postgres. */
export const hex = (bytes: Uint8Array | undefined) =>
  bytes && `\\x${Buffer.from(bytes).toString("hex")}`;
