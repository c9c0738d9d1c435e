import { keyedHashes, sameSecret } from "@/lib/base/config/secrets";
import { invalidField } from "./errors";
import { uuidOfHex } from "./ids";

/** A request for a page, by offset or after a cursor. */
export type PageRequest = { limit: number; offset: number; cursor?: string | undefined };

/** `total` is null in lists that can't count their matches. */
export type Page<T, Total extends number | null = number> = {
  items: T[];
  total: Total;
  limit: number;
  offset: number;
  nextCursor: string | null;
};

/** The value a list is sorted by before the id; null if it is sorted by id only. */
export type SortKey = string | number | null;

const ID_BYTES = 16;
const TAG_BYTES = 12;

// A cursor is the last id of the page, a tag that binds it to the list and its filters, and the last
// sort key, if any.
const tagsOf = (id: string, key: SortKey, list: string): Buffer[] =>
  keyedHashes("cursor", `${id}:${key === null ? "" : JSON.stringify(key)}:${list}`).map((hash) =>
    hash.subarray(0, TAG_BYTES),
  );

/** Encodes a position in a list as a cursor that is valid only for this list. */
export const encodeCursor = (id: string, key: SortKey, list: string): string =>
  Buffer.concat([
    Buffer.from(id.replaceAll("-", ""), "hex"),
    ...tagsOf(id, key, list).slice(0, 1),
    Buffer.from(key === null ? "" : JSON.stringify(key)),
  ]).toString("base64url");

type Position = { id: string; key: SortKey };

/** Decodes a cursor. Refuses: invalid_request, which names `field`, if it is malformed or belongs to another list. */
export function decodeCursor(cursor: string, list: string, field = "cursor"): Position {
  const bytes = Buffer.from(cursor, "base64url");
  const id = uuidOfHex(bytes.subarray(0, ID_BYTES).toString("hex"));
  const tag = bytes.subarray(ID_BYTES, ID_BYTES + TAG_BYTES);
  const key = parseKey(bytes.subarray(ID_BYTES + TAG_BYTES).toString());
  // A cursor from before ENCRYPTION_KEY was changed has a former key's tag.
  const isOurs = tagsOf(id, key, list).some((ours) => sameSecret(tag, ours));
  if (bytes.toString("base64url") !== cursor || !isOurs) {
    throw invalidField(field, "is not valid for this list and these filters");
  }
  return { id, key };
}

/** Parses the sort key. Returns invalid JSON as is, for the tag check to reject it. */
function parseKey(text: string): SortKey {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

type ReadRows<T> = (
  after: string | null,
  limit: number,
  offset: number,
  afterKey: SortKey,
) => Promise<T[]>;

/**
 * One page of a list sorted by id, or by `keyOf` and then the id. `filters` identifies the list, the
 * merchant, the filters and the sort order. `read` returns up to `limit` rows after an id (and key).
 * `count` runs at the same time and can wait for the rows. Refuses: invalid_request (the cursor).
 */
export async function pageOf<T extends { id: string }, Total extends number | null = number>(
  request: PageRequest,
  filters: Record<string, unknown>,
  read: ReadRows<T>,
  count: (rows: Promise<T[]>) => Promise<Total>,
  keyOf: (row: T) => SortKey = () => null,
): Promise<Page<T, Total>> {
  const { limit, offset, cursor } = request;
  const list = JSON.stringify(filters);
  const after = cursor === undefined ? null : decodeCursor(cursor, list);
  const reading = read(after?.id ?? null, limit + 1, offset, after?.key ?? null);
  const [rows, counted] = await Promise.all([reading, count(reading)]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  // The count is a separate query, and rows can change between the two.
  const isWhole = after === null && offset === 0 && rows.length <= limit;
  const total = isWhole && counted !== null ? (rows.length as Total) : counted;
  const nextCursor = last && rows.length > limit ? encodeCursor(last.id, keyOf(last), list) : null;
  return { items, total, limit, offset, nextCursor };
}

/** The results of a search, and the last id it checked if it stopped before the end. */
export type SearchResult<T> = { rows: T[]; stoppedAt: string | null };

/**
 * One page of a list sorted by id. `look` returns up to `limit` rows after an id. A search can stop early;
 * `nextCursor` continues from there. Refuses: invalid_request (the cursor).
 */
export async function searchPageOf<T extends { id: string }>(
  { limit, cursor }: Pick<PageRequest, "limit" | "cursor">,
  filters: Record<string, unknown>,
  look: (after: string | null, limit: number) => Promise<T[] | SearchResult<T>>,
): Promise<{ items: T[]; nextCursor: string | null; stoppedAt: string | null }> {
  const list = JSON.stringify(filters);
  const after = cursor === undefined ? null : decodeCursor(cursor, list);
  const looked = await look(after?.id ?? null, limit + 1);
  const { rows, stoppedAt } = Array.isArray(looked) ? { rows: looked, stoppedAt: null } : looked;
  const items = rows.slice(0, limit);
  const continueAfter = rows.length > limit ? items.at(-1)?.id : stoppedAt;
  return {
    items,
    nextCursor: continueAfter ? encodeCursor(continueAfter, null, list) : null,
    stoppedAt,
  };
}

const EXPORT_BATCH_SIZE = 1_000;

/**
 * A complete list in batches. `read` returns up to `limit` rows after an id (and key). No connection is
 * held between batches.
 */
export async function* batchesOf<T extends { id: string }>(
  read: (after: string | null, limit: number, afterKey: SortKey) => Promise<T[]>,
  keyOf: (row: T) => SortKey = () => null,
  batch = EXPORT_BATCH_SIZE,
): AsyncGenerator<T[]> {
  let last: T | undefined;
  do {
    const rows: T[] = await read(last?.id ?? null, batch, last ? keyOf(last) : null);
    yield rows;
    last = rows.length === batch ? rows.at(-1) : undefined;
  } while (last);
}
