import type { Principal, Scope, Shape } from "../../context";
import { isPoolOpen, pg } from "../../db/client";
import { log, safeError } from "../../log";
import { sameSecret, sha256 } from "../../secrets";
import { readKeyId } from "./format";

/** A revocation is in force everywhere this long after it. */
const MAX_AGE_MS = 1_000;
/** At this age a key is looked up again, while what was found before still counts. */
const OLD_AFTER_MS = 500;
/** Keys of this age join that look-up: one for all tills. */
const JOINS_AFTER_MS = 250;
/** A key that was not used for so long is forgotten instead. */
const IN_USE_MS = 10_000;
/** A look-up stays a matter of a millisecond or two. */
const MOST_AT_ONCE = 500;
const MAX_KEPT = 10_000;

type StoredKey = {
  merchantId: string;
  secretHash: Uint8Array;
  shape: Shape;
  scopes: Scope[];
  limitPerWindow: number | null;
  /** Whether its use within the last minute is written down already. */
  noted: boolean;
};

type LookUp = { startedAtMs: number; usedAtMs: number; key: Promise<StoredKey | null> };

// On globalThis, since routes and the server may each hold a copy of this module.
const CACHE = Symbol.for("scrip.api-keys");
const store = globalThis as { [CACHE]?: Map<string, LookUp> };

function cache(): Map<string, LookUp> {
  store[CACHE] ??= new Map();
  return store[CACHE];
}

/**
 * Who presents this API key; null when it is unknown, mistyped, expired or revoked. Costs at most
 * one indexed look-up, remembered for a second from its start.
 */
export async function authenticateKey(presented: string): Promise<Principal | null> {
  const id = readKeyId(presented);
  if (id === null) return null;
  const key = await lookUp(id);
  if (!key || !sameSecret(key.secretHash, sha256(presented))) return null;
  if (!key.noted) {
    key.noted = true;
    noteUse(id);
  }
  const { merchantId, scopes, shape, limitPerWindow } = key;
  return { kind: "key", merchantId, actor: `key:${id}`, scopes, shape, limitPerWindow };
}

/** Makes the next use of a key look it up again. */
export const forgetKey = (id: string): void => void cache().delete(id);

function lookUp(id: string): Promise<StoredKey | null> {
  const nowMs = performance.now();
  const kept = cache().get(id);
  if (kept) kept.usedAtMs = nowMs;
  const ageMs = kept ? nowMs - kept.startedAtMs : Infinity;
  if (ageMs >= OLD_AFTER_MS) readTogether(id, nowMs);
  // What is old but not too old is taken once more, while its next look-up is under way.
  if (kept && ageMs < MAX_AGE_MS) return kept.key;
  return cache().get(id)?.key ?? Promise.resolve(null);
}

/** Looks up a key, and with it those in use that will soon have to be. */
function readTogether(id: string, nowMs: number): void {
  const ids = [id, ...inUse(nowMs).filter((other) => other !== id)];
  const keys = readKeys(ids);
  for (const one of ids) keep(one, nowMs, keys);
  trim();
}

/** Keys used of late whose look-up is not new. Those that were not used are forgotten. */
function inUse(nowMs: number): string[] {
  const ids: string[] = [];
  // The map's order is that of the look-ups.
  for (const [id, { startedAtMs, usedAtMs }] of cache()) {
    if (nowMs - startedAtMs < JOINS_AFTER_MS || ids.length === MOST_AT_ONCE) break;
    if (nowMs - usedAtMs < IN_USE_MS) ids.push(id);
    else cache().delete(id);
  }
  return ids;
}

function keep(id: string, startedAtMs: number, keys: Promise<Map<string, StoredKey>>): void {
  const key = keys.then((found) => found.get(id) ?? null);
  const usedAtMs = cache().get(id)?.usedAtMs ?? startedAtMs;
  const own = { startedAtMs, usedAtMs, key };
  // Deleted first, so that it comes last in the map's order.
  cache().delete(id);
  cache().set(id, own);
  const drop = () => {
    if (cache().get(id) === own) cache().delete(id);
  };
  // What is not a key is not remembered: made-up ids must not push out real ones.
  key.then((found) => found ?? drop(), drop);
}

function trim(): void {
  for (const oldest of cache().keys()) {
    if (cache().size <= MAX_KEPT) return;
    cache().delete(oldest);
  }
}

async function readKeys(ids: string[]): Promise<Map<string, StoredKey>> {
  const keys = await pg()<(StoredKey & { id: string })[]>`
    select id, merchant_id as "merchantId", secret_hash as "secretHash", shape, scopes,
      limit_per_window as "limitPerWindow",
      coalesce(last_used_at > now() - interval '1 minute', false) as noted
    from api_keys
    where id = any(${ids}::uuid[]) and revoked_at is null
      and (expires_at is null or expires_at > now())`;
  return new Map(keys.map((key) => [key.id, key]));
}

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
