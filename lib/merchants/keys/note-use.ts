import { isPoolOpen, pg } from "../../db/client";
import { log, safeError } from "../../log";

/** Tills that begin at the same time share a commit. */
const GATHERED_FOR_MS = 50;

const used = new Set<string>();

/**
 * Notes the use of the key of this id within 50 ms, beside the request and at most once a minute. Throws
 * nothing; what a process that ends had not yet written is lost.
 */
export function noteUse(id: string): void {
  if (used.size === 0) setTimeout(writeDown, GATHERED_FOR_MS).unref();
  used.add(id);
}

function writeDown(): void {
  const ids = [...used];
  used.clear();
  if (!isPoolOpen()) return;
  // Who is locked is passed over: no instance waits for another, and the next use is noted instead.
  pg()`update api_keys set last_used_at = now() where id in (
    select id from api_keys where id = any(${ids}::uuid[])
      and (last_used_at is null or last_used_at <= now() - interval '1 minute')
      for no key update skip locked)`.catch((error) =>
    log().warn({ keyIds: ids, error: safeError(error) }, "the use of keys was not noted"),
  );
}
