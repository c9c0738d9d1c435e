import { invalid } from "./errors";
import { uuidOfHex } from "./ids";
import { keyedHash, sameSecret } from "./secrets";

/** What a caller asks for: a window by number, or the page that follows a cursor. */
export type PageRequest = { limit: number; offset: number; cursor?: string | undefined };

export type Page<T> = {
  items: T[];
  total: number;
  limit: number;
  offset: number;
  nextCursor: string | null;
};

const TAG_BYTES = 12;

// A cursor is the last id that was shown and a tag that binds it to the list and its filters.
const tagOf = (id: string, list: string) =>
  keyedHash("cursor", `${id}:${list}`).subarray(0, TAG_BYTES);

const makeCursor = (id: string, list: string): string =>
  Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), tagOf(id, list)]).toString(
    "base64url",
  );

/** The id in a cursor. Refuses: invalid_request for one that is malformed or of another list. */
function openCursor(cursor: string, list: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  const id = uuidOfHex(bytes.subarray(0, 16).toString("hex"));
  if (bytes.toString("base64url") !== cursor || !sameSecret(bytes.subarray(16), tagOf(id, list))) {
    throw invalid("cursor", "is not a cursor of this list with these filters");
  }
  return id;
}

/**
 * One page of a list ordered by descending time-ordered id. `filters` names the list, the merchant
 * and everything that narrows it; `read` gets the id to start after, and gives up to `limit` rows.
 * Refuses: invalid_request (the cursor).
 */
export async function pageOf<T extends { id: string }>(
  request: PageRequest,
  filters: Record<string, unknown>,
  read: (after: string | null, limit: number, offset: number) => Promise<T[]>,
  count: () => Promise<number>,
): Promise<Page<T>> {
  const { limit, offset, cursor } = request;
  const list = JSON.stringify(filters);
  const after = cursor === undefined ? null : openCursor(cursor, list);
  const [rows, total] = await Promise.all([read(after, limit + 1, offset), count()]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = last && rows.length > limit ? makeCursor(last.id, list) : null;
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
  const { rows, stoppedAt } = await look(after, limit + 1);
  const items = rows.slice(0, limit);
  const goOnAfter = rows.length > limit ? items.at(-1)?.id : stoppedAt;
  return { items, nextCursor: goOnAfter ? makeCursor(goOnAfter, list) : null, stoppedAt };
}

const EXPORT_BATCH = 1_000;

/** A whole list, a batch at a time; `read` gets the id to start after, and gives up to `limit` rows. */
export async function* batchesOf<T extends { id: string }>(
  read: (after: string | null, limit: number) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let after: string | null = null;
  do {
    const rows: T[] = await read(after, EXPORT_BATCH);
    yield rows;
    after = rows.length === EXPORT_BATCH ? (rows.at(-1)?.id ?? null) : null;
  } while (after !== null);
}
