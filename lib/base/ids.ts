import { v7 } from "uuid";

const ID_BYTES = 16;
const randomBytes = new Uint8Array(256 * ID_BYTES);
let usedBytes = randomBytes.length;
let last = { msecs: 0, seq: 0 };

/** Random bytes for one id. Generated for many ids at once, because each call costs more than an id. */
function randomForId(): Uint8Array {
  if (usedBytes === randomBytes.length) {
    crypto.getRandomValues(randomBytes);
    usedBytes = 0;
  }
  usedBytes += ID_BYTES;
  return randomBytes.subarray(usedBytes - ID_BYTES, usedBytes);
}

let history: (() => number | undefined) | null = null;

/**
 * Makes new ids by the clock of a history (epoch ms), which may go back, where it has a time: undefined is now. Only
 * for the demo store. Null ends it.
 */
export function setIdClock(clock: (() => number | undefined) | null): void {
  history = clock;
}

/** Returns a function that creates an id later: with the time of then, but in a history with the time of this call. */
export function laterId(): () => string {
  const msecs = history?.();
  if (msecs === undefined) return newId;
  return () => v7({ random: randomForId(), msecs });
}

/** Creates a time-ordered id (UUID v7), greater than all earlier ones. Lists are paginated by these ids. */
export function newId(): string {
  const random = randomForId();
  const past = history?.();
  if (past !== undefined) return v7({ random, msecs: past });
  const msecs = Date.now();
  if (msecs > last.msecs) {
    // 31 random bits of 32, which leaves room to count up within the millisecond.
    const seq = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
    last = { msecs, seq };
  } else last.seq++;
  return v7({ random, ...last });
}

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
