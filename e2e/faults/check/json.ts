type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null;

/** The value at a path of names in a JSON body; undefined if there is none. */
export function field(body: unknown, ...names: string[]): unknown {
  let value = body;
  for (const name of names) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** The text at a path; undefined if there is none. */
export const text = (body: unknown, ...names: string[]): string | undefined => {
  const value = field(body, ...names);
  return typeof value === "string" ? value : undefined;
};

/** The number at a path; undefined if there is none. */
export const number = (body: unknown, ...names: string[]): number | undefined => {
  const value = field(body, ...names);
  return typeof value === "number" ? value : undefined;
};

/** The array at a path; empty if there is none. */
export const list = (body: unknown, ...names: string[]): unknown[] => {
  const value = field(body, ...names);
  return Array.isArray(value) ? value : [];
};
