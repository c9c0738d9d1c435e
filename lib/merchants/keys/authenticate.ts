import type { Principal, Scope, Shape } from "../../context";
import { pg } from "../../db/client";
import { log, safeError } from "../../log";
import { sameSecret, sha256 } from "../../secrets";
import { readKeyId } from "./format";

/** A revocation is in force everywhere this long after it. */
const MAX_AGE_MS = 1_000;
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

type LookUp = { startedAtMs: number; key: Promise<StoredKey | null> };

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
  const startedAtMs = performance.now();
  const kept = cache().get(id);
  if (kept && startedAtMs - kept.startedAtMs < MAX_AGE_MS) return kept.key;

  const key = readKey(id);
  const own = { startedAtMs, key };
  // Deleted first, so that the map's order stays that of the look-ups.
  cache().delete(id);
  cache().set(id, own);
  trim();
  const drop = () => {
    if (cache().get(id) === own) cache().delete(id);
  };
  // What is not a key is not remembered: made-up ids must not push out real ones.
  key.then((found) => found ?? drop(), drop);
  return key;
}

function trim(): void {
  for (const oldest of cache().keys()) {
    if (cache().size <= MAX_KEPT) return;
    cache().delete(oldest);
  }
}

async function readKey(id: string): Promise<StoredKey | null> {
  const [key] = await pg()<StoredKey[]>`
    select merchant_id as "merchantId", secret_hash as "secretHash", shape, scopes,
      limit_per_window as "limitPerWindow",
      coalesce(last_used_at > now() - interval '1 minute', false) as noted
    from api_keys
    where id = ${id} and revoked_at is null and (expires_at is null or expires_at > now())`;
  return key ?? null;
}

/** Writes down that a key is used, beside the request and at most once a minute. */
function noteUse(id: string): void {
  pg()`update api_keys set last_used_at = now() where id = ${id}
    and (last_used_at is null or last_used_at <= now() - interval '1 minute')`.catch((error) =>
    log().warn({ keyId: id, error: safeError(error) }, "the use of a key was not noted"),
  );
}
