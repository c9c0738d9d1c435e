import { parseArgs } from "node:util";
import type { ApiShape } from "../context";
import { migrate } from "../db/migrate";
import { seedDemo } from "../demo/seed";
import { env } from "../env";
import { Refusal } from "../errors";
import { recordRun } from "../http/job-runs";
import { JOBS } from "../http/jobs";
import { isUuid } from "../ids";
import { verify } from "../ledger/verify";
import { createMerchant } from "../merchants/create";
import { findMerchant, listMerchants } from "../merchants/find";
import { revokeKey } from "../merchants/keys/change";
import { createKey, expiryInDays } from "../merchants/keys/create";
import { listKeys, merchantOfKey } from "../merchants/keys/read";
import { operatorContext } from "../merchants/operator";
import { removeSecondFactorsOf } from "../merchants/totp/turn-off";
import { testStoreOf } from "../merchants/twin";
import { API_SCOPES, type ApiScope } from "../roles";
import { rotateSecrets, secretsStatus } from "./rotate-secrets";

/** A mistake in the arguments of a command. */
export class UsageError extends Error {}

/** Parses the arguments and returns the work, which needs the database. Throws a UsageError. */
export type Command = (words: string[]) => () => Promise<object>;

type Flags = Record<string, { type: "string" | "boolean" }>;
type Values<T extends Flags> = {
  [Name in keyof T]?: T[Name] extends typeof TEXT ? string : boolean;
};
const TEXT = { type: "string" } as const;
const SWITCH = { type: "boolean" } as const;

/** A command with these flags, as `--name value`. `prepare` checks the values and returns the work. */
const command =
  <T extends Flags>(flags: T, prepare: (values: Values<T>) => () => Promise<object>): Command =>
  (words) =>
    prepare(readFlags(words, flags) as Values<T>);

function readFlags(args: string[], options: Flags) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function requireFlag<Name extends string>(values: { [N in Name]?: string }, name: Name): string {
  const value = values[name];
  if (!value?.trim()) throw new UsageError(`--${name} is required`);
  return value;
}

const MAX_LIMIT_PER_WINDOW = 1_000;

export const USAGE = `scrip: the operator's command line. Prints JSON. Errors go to stderr as {error, message}.

  scrip merchant create --name NAME --email EMAIL --password PASSWORD [--currency USD]
      Creates a store and its owner.
  scrip merchant list
      Lists all stores with their IDs and short names (slugs).
  scrip key create --merchant ID|SLUG --name NAME [--shape A|B] [--scopes SCOPE,…]
                   [--limit N | --no-limits] [--expires DAYS|never] [--test]
      Creates an API key and prints it once. By default, the key has all scopes and the standard rate
      limits, and expires in a year. --test creates a key for the store's test store.
  scrip key list --merchant ID|SLUG
      Lists the store's API keys with their IDs.
  scrip key revoke --id ID
      Revokes an API key. The key stops working within 1 second.
  scrip user two-step off --email EMAIL
      Turns off two-step sign-in and removes all passkeys for someone who lost their device. They get
      an email, and the audit log records the change.
  scrip ledger verify
      Recalculates all balances and totals of the ledger. Exits with 1 if anything doesn't match.
  scrip cron JOB
      Runs a scheduled job: ${Object.keys(JOBS).join(", ")}.
  scrip secrets rotate
      Re-encrypts all encrypted values with ENCRYPTION_KEY while the service runs. List former keys in
      ENCRYPTION_KEYS_OLD. If the command is interrupted, run it again.
  scrip secrets status
      Counts encrypted values by the fingerprint of their key, and shows until when links in sent emails
      need the former keys.
  scrip db migrate
      Migrates the database. Connects with MIGRATE_DATABASE_URL if it's set.
  scrip db seed
      Creates the demo store if there are no stores.
  scrip help
      Prints this text.

Scopes: ${API_SCOPES.join(", ")}.`;

function shapeOf(value = "A"): ApiShape {
  if (value === "A" || value === "B") return value;
  throw new UsageError("--shape must be A or B");
}

function scopesOf(value: string | undefined): ApiScope[] {
  if (value === undefined) return [...API_SCOPES];
  return value.split(",").map((word) => {
    const scope = API_SCOPES.find((known) => known === word.trim());
    if (!scope)
      throw new UsageError(
        `--scopes contains "${word}", which is not a scope. Use ${API_SCOPES.join(", ")}`,
      );
    return scope;
  });
}

function limitOf(limit: string | undefined, none: boolean | undefined): number | null {
  if (limit === undefined) return none ? 0 : null;
  if (none) throw new UsageError("--limit and --no-limits can't be combined");
  if (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MAX_LIMIT_PER_WINDOW) {
    return Number(limit);
  }
  throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LIMIT_PER_WINDOW}`);
}

const MAX_EXPIRY_DAYS = 3_650;

/** When the key expires; in a year by default. */
function expiryOf(days: string | undefined): Date | null {
  if (days === undefined) return expiryInDays();
  if (days === "never") return null;
  if (/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_EXPIRY_DAYS) {
    return expiryInDays(Number(days));
  }
  throw new UsageError(
    `--expires must be "never", or a number of days from 1 to ${MAX_EXPIRY_DAYS}`,
  );
}

async function requireMerchantId(merchant: string): Promise<string> {
  const merchantId = await findMerchant(merchant);
  if (merchantId) return merchantId;
  throw new Refusal("not_found", { message: `No store has the ID or short name ${merchant}.` });
}

const cron: Command = ([name = "", ...rest]) => {
  const job = Object.hasOwn(JOBS, name) ? JOBS[name] : undefined;
  if (!job) throw new UsageError(`cron requires a job: ${Object.keys(JOBS).join(", ")}`);
  return command({}, () => async () => ({ job: name, ...(await recordRun(name, job.run)) }))(rest);
};

const PROGRESS_EVERY_MS = 1_000;
let printedMs = performance.now();

/** Prints at most once a second, on stderr, because stdout has only the result. */
function printProgress(progress: object): void {
  if (performance.now() - printedMs < PROGRESS_EVERY_MS) return;
  printedMs = performance.now();
  process.stderr.write(`${JSON.stringify(progress)}\n`);
}

const KEY_FLAGS = {
  merchant: TEXT,
  name: TEXT,
  shape: TEXT,
  scopes: TEXT,
  limit: TEXT,
  "no-limits": SWITCH,
  expires: TEXT,
  test: SWITCH,
};

/** The commands by name. */
export const COMMANDS: Record<string, Command> = {
  "merchant create": command(
    { name: TEXT, email: TEXT, password: TEXT, currency: TEXT },
    (flags) => {
      const [name, email] = [requireFlag(flags, "name"), requireFlag(flags, "email")];
      const store = {
        name,
        email,
        password: requireFlag(flags, "password"),
        currency: flags.currency,
      };
      return () => createMerchant(store);
    },
  ),
  "merchant list": command({}, () => async () => ({ merchants: await listMerchants() })),
  "key create": command(KEY_FLAGS, (flags) => {
    const merchant = requireFlag(flags, "merchant");
    const wanted = {
      name: requireFlag(flags, "name"),
      shape: shapeOf(flags.shape),
      scopes: scopesOf(flags.scopes),
      expiresAt: expiryOf(flags.expires),
      limitPerWindow: limitOf(flags.limit, flags["no-limits"]),
    };
    return async () => {
      const live = await requireMerchantId(merchant);
      const merchantId = flags.test ? await testStoreOf(live) : live;
      const { key, secret } = await createKey(operatorContext(merchantId), wanted);
      return { id: key.id, key: secret, expiresAt: key.expiresAt };
    };
  }),
  "key list": command({ merchant: TEXT }, (flags) => {
    const merchant = requireFlag(flags, "merchant");
    return async () => ({
      keys: await listKeys(operatorContext(await requireMerchantId(merchant))),
    });
  }),
  "key revoke": command({ id: TEXT }, (flags) => {
    const id = requireFlag(flags, "id");
    return async () => {
      const merchantId = isUuid(id) ? await merchantOfKey(id) : null;
      if (!merchantId) throw new Refusal("not_found", { message: `No API key has the ID ${id}.` });
      const { key } = await revokeKey(operatorContext(merchantId), { keyId: id });
      return { id: key.id, revokedAt: key.revokedAt };
    };
  }),
  "user two-step off": command({ email: TEXT }, (flags) => {
    const email = requireFlag(flags, "email");
    return async () => ({ ...(await removeSecondFactorsOf(email)), twoStep: false });
  }),
  "ledger verify": command({}, () => verify),
  cron,
  "secrets rotate": command({}, () => () => rotateSecrets(printProgress)),
  "secrets status": command({}, () => secretsStatus),
  "db migrate": command({}, () => async () => {
    const { migrateDatabaseUrl, databaseUrl } = env();
    await migrate(migrateDatabaseUrl, { appUrl: databaseUrl });
    return { migrated: true };
  }),
  "db seed": command({}, () => async () => {
    const demo = await seedDemo();
    return { seeded: demo !== null, ...demo };
  }),
};
