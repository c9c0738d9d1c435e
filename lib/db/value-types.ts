/** By the oid of the type of array. */
const TEXTS = { text: 1009, uuid: 2951, int8: 1016 };
const NUMBERS = { int4: 1007, float8: 1022 };

const writeElement = (one: unknown): string =>
  one === null ? "NULL" : `"${String(one).replaceAll(/[\\"]/g, "\\$&")}"`;

/** A text is an array already, as the query builder writes it. */
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
 * Values that the driver writes differently the second time: it writes a statement's values again, from
 * what it wrote the first time, when the statement has become stale.
 */
const WRITTEN_TWICE = {
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
 * How the driver writes and reads values. The arrays are those that the queries use: the driver would ask
 * each new connection for them and does not survive that it is killed meanwhile.
 */
export const VALUE_TYPES = Object.fromEntries([
  ...Object.entries(WRITTEN_TWICE),
  ...typesOf(TEXTS, readArray),
  ...typesOf(NUMBERS, readNumbers),
]);
