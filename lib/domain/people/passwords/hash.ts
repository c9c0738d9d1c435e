import { hash, verify } from "@node-rs/argon2";
import pLimit, { type LimitFunction } from "p-limit";
import { invalidField, unavailable } from "@/lib/base/errors";
import { refuseGuessable } from "./guessable";

export const MIN_PASSWORD_CHARS = 10;
export const MAX_PASSWORD_CHARS = 200;

// Above OWASP's minimum for argon2id (19 MiB, 2 passes): about 20 ms and 32 MiB per hash.
const COST = { memoryCost: 32_768, timeCost: 2, parallelism: 1 };
// Running three at a time leaves a thread for the rest of the process. Strangers get two, so that a flood of
// guesses never delays people who signed in before. With a full queue, requests are refused.
const MAX_RUNNING = 3;
const MAX_RUNNING_FOR_STRANGERS = 2;
const MAX_WAITING = 100;

/** Who is waiting: `known` if they proved themselves before, or in this request. */
export type HashCaller = "known" | "stranger";

type Queues = { all: LimitFunction; strangers: LimitFunction };
const QUEUES_SYMBOL = Symbol.for("scrip.password-queues");
const globals = globalThis as { [QUEUES_SYMBOL]?: Queues };

/** Runs work on a password when it's the caller's turn. Refuses: unavailable. */
export async function withHashLimit<T>(caller: HashCaller, work: () => Promise<T>): Promise<T> {
  globals[QUEUES_SYMBOL] ??= {
    all: pLimit(MAX_RUNNING),
    strangers: pLimit(MAX_RUNNING_FOR_STRANGERS),
  };
  const { all, strangers } = globals[QUEUES_SYMBOL];
  const queue = caller === "known" ? all : strangers;
  if (queue.pendingCount >= MAX_WAITING) throw unavailable();
  return caller === "known" ? all(work) : strangers(() => all(work));
}

/** Normalizes a password, so that it doesn't matter how the keyboard composed its characters. */
export const normalizePassword = (password: string): string => password.normalize("NFKC");

type NewPassword = {
  caller?: HashCaller;
  /** Words that the password must not be made of, such as the email and the store's name. */
  personal?: string[];
};

/**
 * The argon2id hash of a new password. Refuses: invalid_request (too short, too long or easy to guess),
 * unavailable.
 */
export async function hashPassword(
  password: string,
  { caller = "stranger", personal = [] }: NewPassword = {},
): Promise<string> {
  if ([...password].length < MIN_PASSWORD_CHARS) {
    throw invalidField("password", `must have at least ${MIN_PASSWORD_CHARS} characters`);
  }
  if (password.length > MAX_PASSWORD_CHARS) {
    throw invalidField("password", `must have at most ${MAX_PASSWORD_CHARS} characters`);
  }
  const normalized = normalizePassword(password);
  return withHashLimit(caller, async () => {
    await refuseGuessable(normalized, personal);
    return await hash(normalized, COST);
  });
}

/** Hashes a password that is already in use with today's cost. Refuses: unavailable. */
export const rehashPassword = (password: string): Promise<string> =>
  withHashLimit("known", () => hash(normalizePassword(password), COST));

/** Whether a hash was made with a cost that is no longer current. */
export const isOutdatedHash = (hashed: string): boolean =>
  !hashed.startsWith(
    `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`,
  );

// Hash of a random text, used for the comparison when there is no account.
const DUMMY_HASH =
  "$argon2id$v=19$m=32768,t=2,p=1$ah4pNk5dMR3r02eaxdmlVQ$2xg+L2Xc0dlWKqmOEYOivzfcSPRdsp3VawXq3HTfICU";

/**
 * Whether the password matches the hash. Takes as long without a hash (null), so that the time doesn't reveal
 * who has an account. Refuses: unavailable.
 */
export async function isPassword(
  password: string,
  hashed: string | null,
  caller: HashCaller = "stranger",
): Promise<boolean> {
  if (password.length > MAX_PASSWORD_CHARS) return false;
  const matches = await withHashLimit(caller, () =>
    verify(hashed ?? DUMMY_HASH, normalizePassword(password)),
  );
  return matches && hashed !== null;
}
