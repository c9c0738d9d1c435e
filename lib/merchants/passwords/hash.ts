import { hash, verify } from "@node-rs/argon2";
import pLimit, { type LimitFunction } from "p-limit";
import { invalidField, Refusal } from "../../errors";

export const MIN_PASSWORD_CHARS = 10;
export const MAX_PASSWORD_CHARS = 200;

// OWASP's minimum for argon2id: about 18 ms and 19 MiB per hash.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Running two at a time leaves threads for the rest of the process. With a full queue, requests are refused.
const MAX_RUNNING = 2;
const MAX_WAITING = 100;

const LIMIT_SYMBOL = Symbol.for("scrip.password-limit");
const globals = globalThis as { [LIMIT_SYMBOL]?: LimitFunction };

async function withHashLimit<T>(work: () => Promise<T>): Promise<T> {
  globals[LIMIT_SYMBOL] ??= pLimit(MAX_RUNNING);
  if (globals[LIMIT_SYMBOL].pendingCount < MAX_WAITING) return globals[LIMIT_SYMBOL](work);
  throw new Refusal("unavailable", { headers: { "Retry-After": "1" } });
}

/** Normalizes a password, so that it doesn't matter how the keyboard composed its characters. */
const normalizePassword = (password: string): string => password.normalize("NFKC");

/** The password's argon2id hash. Refuses: invalid_request (too short or too long), unavailable. */
export async function hashPassword(password: string): Promise<string> {
  if ([...password].length < MIN_PASSWORD_CHARS) {
    throw invalidField("password", `must have at least ${MIN_PASSWORD_CHARS} characters`);
  }
  if (password.length > MAX_PASSWORD_CHARS) {
    throw invalidField("password", `must have at most ${MAX_PASSWORD_CHARS} characters`);
  }
  return withHashLimit(() => hash(normalizePassword(password), COST));
}

// Hash of a random text, used for the comparison when there is no account.
const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$RkIWFIuDlSOScIIf54U97Q$ZILf9IpQbWUcm+WY3tzO86ZG6Qh9gVd01IOrPAbtbgA";

/**
 * Whether the password matches the hash. Takes as long without a hash (null), so that the time doesn't reveal
 * who has an account. Refuses: unavailable.
 */
export async function isPassword(password: string, hashed: string | null): Promise<boolean> {
  if (password.length > MAX_PASSWORD_CHARS) return false;
  const matches = await withHashLimit(() =>
    verify(hashed ?? DUMMY_HASH, normalizePassword(password)),
  );
  return matches && hashed !== null;
}
