import { sameSecret, sha256 } from "@/lib/base/config/secrets";
import type { ApiShape, KeyPrincipal } from "@/lib/base/context";
import { parseNetwork } from "@/lib/base/networks";
import { log, safeError } from "@/lib/base/observe/log";
import type { Scope } from "@/lib/base/roles";
import { isPoolOpen, pg, reservedPool } from "@/lib/db/client/client";
import { type AmountLimitColumns, amountLimitsOf } from "./amount-limits";
import { isTestKey, readKeyId } from "./format";

/** A revocation takes effect in every process within this time. */
const MAX_AGE_MS = 1_000;
/** Older entries are refreshed in the background, and still used up to MAX_AGE_MS. */
const REFRESH_AFTER_MS = 500;
/** Entries older than this join a refresh, so that one query serves all keys in use. */
const JOINS_REFRESH_AFTER_MS = 250;
/** Entries unused for this long are dropped instead of refreshed. */
const UNUSED_AFTER_MS = 10_000;
/** Keeps a lookup query at a millisecond or two. */
const MAX_KEYS_A_LOOKUP = 500;
const MAX_CACHED = 10_000;

type StoredKey = {
  secretHash: Uint8Array;
  principal: KeyPrincipal;
  /** Whether a use within the last minute is already recorded. */
  noted: boolean;
};

type KeyRow = AmountLimitColumns & {
  id: string;
  merchantId: string;
  secretHash: Uint8Array;
  shape: ApiShape;
  scopes: Scope[];
  limitPerWindow: number | null;
  prefix: string;
  addressRanges: string[];
  noted: boolean;
};

type CachedKey = { startedAtMs: number; usedAtMs: number; key: Promise<StoredKey | null> };

// On globalThis, because routes and the server may each load their own copy of this module.
const CACHE_SYMBOL = Symbol.for("scrip.api-keys");
const globals = globalThis as { [CACHE_SYMBOL]?: Map<string, CachedKey> };

function cache(): Map<string, CachedKey> {
  globals[CACHE_SYMBOL] ??= new Map();
  return globals[CACHE_SYMBOL];
}

/**
 * The principal of an API key; null if the key is unknown, mistyped, expired or revoked. Costs at most one
 * indexed query, cached for a second from its start.
 */
export async function authenticateKey(presented: string): Promise<KeyPrincipal | null> {
  const id = readKeyId(presented);
  if (id === null) return null;
  const key = await lookUp(id);
  if (!key || !sameSecret(key.secretHash, sha256(presented))) return null;
  if (!key.noted) {
    key.noted = true;
    recordKeyUse(id);
  }
  return key.principal;
}

/** Drops a key from the cache, so that its next use reads the database. */
export const dropCachedKey = (id: string): void => void cache().delete(id);

function lookUp(id: string): Promise<StoredKey | null> {
  const nowMs = performance.now();
  const cached = cache().get(id);
  if (cached) cached.usedAtMs = nowMs;
  const ageMs = cached ? nowMs - cached.startedAtMs : Infinity;
  if (ageMs >= REFRESH_AFTER_MS) readTogether(id, nowMs);
  // While the refresh runs, an entry past its refresh age is still used.
  if (cached && ageMs < MAX_AGE_MS) return cached.key;
  return cache().get(id)?.key ?? Promise.resolve(null);
}

/** Reads a key, together with the keys in use that are due for a refresh soon. */
function readTogether(id: string, nowMs: number): void {
  const ids = [id, ...keysDueForRefresh(nowMs).filter((other) => other !== id)];
  const keys = readKeys(ids);
  for (const one of ids) keepInCache(one, nowMs, keys);
  trim();
}

/** Recently used keys that join a refresh. Drops unused ones from the cache. */
function keysDueForRefresh(nowMs: number): string[] {
  const ids: string[] = [];
  // The map is ordered by lookup time.
  for (const [id, { startedAtMs, usedAtMs }] of cache()) {
    if (nowMs - startedAtMs < JOINS_REFRESH_AFTER_MS || ids.length === MAX_KEYS_A_LOOKUP) break;
    if (nowMs - usedAtMs < UNUSED_AFTER_MS) ids.push(id);
    else cache().delete(id);
  }
  return ids;
}

function keepInCache(id: string, startedAtMs: number, keys: Promise<Map<string, StoredKey>>): void {
  const key = keys.then((found) => found.get(id) ?? null);
  const usedAtMs = cache().get(id)?.usedAtMs ?? startedAtMs;
  const own = { startedAtMs, usedAtMs, key };
  // Delete first, so that the entry moves to the end of the map.
  cache().delete(id);
  cache().set(id, own);
  const drop = () => {
    if (cache().get(id) === own) cache().delete(id);
  };
  // Unknown ids are not cached, so that made-up ones can't push out real ones.
  key.then((found) => found ?? drop(), drop);
}

function trim(): void {
  for (const oldest of cache().keys()) {
    if (cache().size <= MAX_CACHED) return;
    cache().delete(oldest);
  }
}

async function readKeys(ids: string[]): Promise<Map<string, StoredKey>> {
  // Not on the connections of reads: however many are under way, debits don't wait for their key.
  const keys = await reservedPool()<KeyRow[]>`
    select id, merchant_id as "merchantId", secret_hash as "secretHash", prefix, shape, scopes,
      limit_per_window as "limitPerWindow", address_ranges as "addressRanges",
      max_movement_in_cents::float8 as "maxMovementInCents",
      max_movement_out_cents::float8 as "maxMovementOutCents",
      max_day_in_cents::float8 as "maxDayInCents", max_day_out_cents::float8 as "maxDayOutCents",
      coalesce(last_used_at > now() - interval '1 minute', false) as noted
    from api_keys
    where id = any(${ids}::uuid[]) and revoked_at is null
      and (expires_at is null or expires_at > now())`;
  return new Map(keys.map((row) => [row.id, storedKeyOf(row)]));
}

function storedKeyOf(row: KeyRow): StoredKey {
  const { id, merchantId, secretHash, prefix, shape, scopes, limitPerWindow, noted } = row;
  const amountLimits = amountLimitsOf(row);
  const networks = row.addressRanges.map(parseNetwork).filter((network) => network !== null);
  const principal: KeyPrincipal = {
    kind: "key",
    merchantId,
    isTest: isTestKey(prefix),
    actor: `key:${id}`,
    scopes,
    shape,
    limitPerWindow,
    // Left out if there are none, so that other keys pay nothing for them.
    ...(amountLimits ? { amountLimits } : {}),
    ...(row.addressRanges.length > 0 ? { networks } : {}),
  };
  return { secretHash, principal, noted };
}

/** Uses within this time are written in one commit. */
const USE_WRITE_DELAY_MS = 50;

const usedKeyIds = new Set<string>();

/**
 * Records the use of a key within 50 ms, outside the request and at most once a minute. Never throws. If the
 * process ends first, the use is lost.
 */
export function recordKeyUse(id: string): void {
  if (usedKeyIds.size === 0) setTimeout(writeUses, USE_WRITE_DELAY_MS).unref();
  usedKeyIds.add(id);
}

function writeUses(): void {
  const ids = [...usedKeyIds];
  usedKeyIds.clear();
  if (!isPoolOpen()) return;
  // Skip locked rows, so that instances don't wait for each other. The key's next use is recorded instead.
  pg()`update api_keys set last_used_at = now() where id in (
    select id from api_keys where id = any(${ids}::uuid[])
      and (last_used_at is null or last_used_at <= now() - interval '1 minute')
      for no key update skip locked)`.catch((error) =>
    log().warn({ keyIds: ids, error: safeError(error) }, "the use of keys was not recorded"),
  );
}
