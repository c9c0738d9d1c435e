import { invalid } from "./errors";
import { uuidOfHex } from "./ids";
import { keyedHash, sameSecret } from "./secrets";

/** What a caller asks for: a window by number, or the page that follows a cursor. */
export type PageRequest = { limit: number; offset: number; cursor?: string | undefined };

/** `total` is null only in a list that says so: where nothing counts what matches. */
export type Page<T, Total extends number | null = number> = {
  items: T[];
  total: Total;
  limit: number;
  offset: number;
  nextCursor: string | null;
};

/** What a list is ordered by before the id; null in one that is ordered by the id alone. */
export type SortKey = string | number | null;

const ID_BYTES = 16;
const TAG_BYTES = 12;

// A cursor is the last id that was shown, a tag that binds it to the list and its filters, and the
// last sort key where there is one.
const tagOf = (id: string, key: SortKey, list: string) =>
  keyedHash("cursor", `${id}:${key === null ? "" : JSON.stringify(key)}:${list}`).subarray(
    0,
    TAG_BYTES,
  );

const makeCursor = (id: string, key: SortKey, list: string): string =>
  Buffer.concat([
    Buffer.from(id.replaceAll("-", ""), "hex"),
    tagOf(id, key, list),
    Buffer.from(key === null ? "" : JSON.stringify(key)),
  ]).toString("base64url");

type Place = { id: string; key: SortKey };

/** The place in a cursor. Refuses: invalid_request for one that is malformed or of another list. */
function openCursor(cursor: string, list: string): Place {
  const bytes = Buffer.from(cursor, "base64url");
  const id = uuidOfHex(bytes.subarray(0, ID_BYTES).toString("hex"));
  const tag = bytes.subarray(ID_BYTES, ID_BYTES + TAG_BYTES);
  const key = keyIn(bytes.subarray(ID_BYTES + TAG_BYTES).toString());
  if (bytes.toString("base64url") !== cursor || !sameSecret(tag, tagOf(id, key, list))) {
    throw invalid("cursor", "is not a cursor of this list with these filters");
  }
  return { id, key };
}

/** Anything that was not made here fails at the tag. */
function keyIn(text: string): SortKey {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

type Read<T> = (
  after: string | null,
  limit: number,
  offset: number,
  afterKey: SortKey,
) => Promise<T[]>;

/**
 * One page of a list ordered by time-ordered id, or by what `keyOf` gives and then the id.
 * `filters` names the list, the merchant and everything that narrows or orders it; `read` gets the
 * id (and key) to start after, and gives up to `limit` rows; `count`, which runs beside it, may wait
 * for them. Refuses: invalid_request (the cursor).
 */
export async function pageOf<T extends { id: string }, Total extends number | null = number>(
  request: PageRequest,
  filters: Record<string, unknown>,
  read: Read<T>,
  count: (rows: Promise<T[]>) => Promise<Total>,
  keyOf: (row: T) => SortKey = () => null,
): Promise<Page<T, Total>> {
  const { limit, offset, cursor } = request;
  const list = JSON.stringify(filters);
  const after = cursor === undefined ? null : openCursor(cursor, list);
  const reading = read(after?.id ?? null, limit + 1, offset, after?.key ?? null);
  const [rows, counted] = await Promise.all([reading, count(reading)]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  // Counted by another query, between which and this one something may have changed.
  const isWhole = after === null && offset === 0 && rows.length <= limit;
  const total = isWhole && counted !== null ? (rows.length as Total) : counted;
  const nextCursor = last && rows.length > limit ? makeCursor(last.id, keyOf(last), list) : null;
  return { items, total, limit, offset, nextCursor };
}

/** What a search found, and the id down to which it looked when it stopped before the end. */
export type Looked<T> = { rows: T[]; stoppedAt: string | null };

/**
 * One page of what is looked for rather than listed: `look` gets the id to start after, gives up to
 * `limit` rows, and may stop early, from where `nextCursor` then goes on.
 * Refuses: invalid_request (the cursor).
 */
export async function searchOf<T extends { id: string }>(
  { limit, cursor }: Pick<PageRequest, "limit" | "cursor">,
  filters: Record<string, unknown>,
  look: (after: string | null, limit: number) => Promise<Looked<T>>,
): Promise<{ items: T[]; nextCursor: string | null; stoppedAt: string | null }> {
  const list = JSON.stringify(filters);
  const after = cursor === undefined ? null : openCursor(cursor, list);
  const { rows, stoppedAt } = await look(after?.id ?? null, limit + 1);
  const items = rows.slice(0, limit);
  const goOnAfter = rows.length > limit ? items.at(-1)?.id : stoppedAt;
  return { items, nextCursor: goOnAfter ? makeCursor(goOnAfter, null, list) : null, stoppedAt };
}

const EXPORT_BATCH = 1_000;

/**
 * A whole list, a batch at a time; `read` gets the id (and key) to start after, and gives up to
 * `limit` rows. No connection is held while a batch is on its way.
 */
export async function* batchesOf<T extends { id: string }>(
  read: (after: string | null, limit: number, afterKey: SortKey) => Promise<T[]>,
  keyOf: (row: T) => SortKey = () => null,
  batch = EXPORT_BATCH,
): AsyncGenerator<T[]> {
  let last: T | undefined;
  do {
    const rows: T[] = await read(last?.id ?? null, batch, last ? keyOf(last) : null);
    yield rows;
    last = rows.length === batch ? rows.at(-1) : undefined;
  } while (last);
}
