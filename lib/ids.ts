import { v7 } from "uuid";

/** A time-ordered id (uuid v7), made by the app so that lists can page by it. */
export const newId = (): string => v7();

/** The name of one request. Nothing is ordered by it, and chance alone costs less than a clock. */
export const newRequestId = (): string => `req_${crypto.randomUUID()}`;

/** Before every id: where a walk in the order of ids begins. */
export const BEFORE_ALL_IDS = "00000000-0000-0000-0000-000000000000";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether `value` is a uuid in its one canonical spelling, of any version. */
export const isUuid = (value: string): boolean => UUID.test(value);

/** A uuid in its canonical spelling, of its 32 hex digits. */
export const uuidOfHex = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** The smallest id of an instant: a boundary for pages and filters cut by id. */
export const firstIdAt = (epochMs: number): string => {
  const hex = Math.max(0, Math.ceil(epochMs)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** The instant in a time-ordered id. */
export const instantOf = (id: string): Date =>
  new Date(Number.parseInt(id.slice(0, 13).replace("-", ""), 16));
