// Object ids of the array types in Postgres.
const TEXTS = { text: 1009, uuid: 2951, int8: 1016 };
const NUMBERS = { int4: 1007, float8: 1022 };

const writeElement = (value: unknown): string =>
  value === null ? "NULL" : `"${String(value).replaceAll(/[\\"]/g, "\\$&")}"`;

// Drizzle passes arrays that are already serialized as strings.
const writeArray = (values: unknown[] | string): string =>
  typeof values === "string" ? values : `{${values.map(writeElement).join()}}`;

const readArray = (text: string): (string | null)[] =>
  [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(([, quoted, bare]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, "$1");
    return bare === "NULL" ? null : (bare ?? "");
  });

const readNumbers = (text: string): (number | null)[] =>
  readArray(text).map((value) => (value === null ? null : Number(value)));

const typesOf = (oids: Record<string, number>, parse: (text: string) => unknown) =>
  Object.entries(oids).map(([name, oid]) => [
    `${name}Array`,
    { to: oid, from: [oid], serialize: writeArray, parse },
  ]);

/**
 * The array types that queries use. Without them, the driver asks each new connection for all types, and
 * the process dies if that connection is killed meanwhile.
 */
export const ARRAY_TYPES = Object.fromEntries([
  ...typesOf(TEXTS, readArray),
  ...typesOf(NUMBERS, readNumbers),
]);
