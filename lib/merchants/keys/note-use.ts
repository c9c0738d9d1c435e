import { pg } from "../../db/client";
import { log, safeError } from "../../log";

/** Tills that begin at the same time share a commit. */
const GATHERED_FOR_MS = 50;

const used = new Set<string>();

/** Writes down that a key is used: beside the request, soon, and at most once a minute. */
export function noteUse(id: string): void {
  if (used.size === 0) setTimeout(writeDown, GATHERED_FOR_MS).unref();
  used.add(id);
}

function writeDown(): void {
  const ids = [...used];
  used.clear();
  // In one order, so that two instances never wait for each other.
  pg()`update api_keys set last_used_at = now() where id in (
    select id from api_keys where id = any(${ids}::uuid[])
      and (last_used_at is null or last_used_at <= now() - interval '1 minute')
      order by id for no key update skip locked)`.catch((error) =>
    log().warn({ keyIds: ids, error: safeError(error) }, "the use of keys was not noted"),
  );
}
