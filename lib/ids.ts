import { v7 } from "uuid";

/** Creates a time-ordered id (UUID v7). Lists are paginated by these ids. */
export const newId = (): string => v7();

/** Creates a request id: random, which is faster than time-ordered. */
export const newRequestId = (): string => `req_${crypto.randomUUID()}`;

/** Smaller than every id: the start of an iteration by id. */
export const BEFORE_ALL_IDS = "00000000-0000-0000-0000-000000000000";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether `value` is a UUID of any version in its canonical form. */
export const isUuid = (value: string): boolean => UUID.test(value);

/** Formats 32 hex digits as a UUID in its canonical form. */
export const uuidOfHex = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** The smallest id of a point in time, to filter ids by time. */
export const firstIdAt = (epochMs: number): string => {
  const hex = Math.max(0, Math.ceil(epochMs)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** The creation time in a time-ordered id. */
export const instantOf = (id: string): Date =>
  new Date(Number.parseInt(id.slice(0, 13).replace("-", ""), 16));
