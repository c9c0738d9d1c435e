/** Oids of the array types. */
const TEXTS = { text: 1009, uuid: 2951, int8: 1016 };
const NUMBERS = { int4: 1007, float8: 1022 };

const writeElement = (one: unknown): string =>
  one === null ? "NULL" : `"${String(one).replaceAll(/[\\"]/g, "\\$&")}"`;

/** A string is an array already serialized by Drizzle. */
const writeArray = (all: unknown[] | string): string =>
  typeof all === "string" ? all : `{${all.map(writeElement).join()}}`;

const readArray = (text: string): (string | null)[] =>
  [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, "$1");
    return bare === "NULL" ? null : (bare ?? "");
  });

const readNumbers = (text: string): (number | null)[] =>
  readArray(text).map((one) => (one === null ? null : Number(one)));

const typesOf = (oids: Record<string, number>, parse: (text: string) => unknown) =>
  Object.entries(oids).map(([name, oid]) => [
    `${name}Array`,
    { to: oid, from: [oid], serialize: writeArray, parse },
  ]);

/**
 * When a prepared statement is stale, the driver serializes the already serialized values again. These
 * serializers accept their own output; the driver's don't.
 */
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
  ...typesOf(TEXTS, readArray),
  ...typesOf(NUMBERS, readNumbers),
]);
