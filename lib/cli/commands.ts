import type { Shape } from "../context";
import { migrate } from "../db/migrate";
import { seedDemo } from "../db/seed";
import { env } from "../env";
import { Refusal } from "../errors";
import { JOBS } from "../http/jobs";
import { isUuid } from "../ids";
import { verify } from "../ledger/verify";
import { createMerchant } from "../merchants/create";
import { findMerchant, listMerchants } from "../merchants/find";
import { revokeKey } from "../merchants/keys/change";
import { createKey } from "../merchants/keys/create";
import { listKeys, merchantOfKey } from "../merchants/keys/read";
import { operatorContext } from "../merchants/operator";
import { turnOffTotpFor } from "../merchants/totp/turn-off";
import { API_SCOPES, type ApiScope } from "../roles";
import { readFlags, required, UsageError } from "./arguments";

/** Parses the arguments and returns the work, which needs the database. Throws a UsageError. */
export type Command = (words: string[]) => () => Promise<object>;

const MAX_LIMIT_PER_WINDOW = 1_000;

export const USAGE = `scrip: the command for operators. Prints JSON; errors go to stderr as {error, message}.

  scrip merchant create --name NAME --email EMAIL --password PASSWORD [--currency USD]
      creates a store and its owner
  scrip merchant list
      lists the stores with their ids and slugs
  scrip key create --merchant ID|SLUG --name NAME [--shape A|B] [--scopes SCOPE,…]
                   [--limit N | --no-limits]
      creates an API key, shown only once; by default with all scopes and the standard rate limits
  scrip key list --merchant ID|SLUG
      lists the store's keys with their ids
  scrip key revoke --id ID
      revokes an API key within one second
  scrip user two-step off --email EMAIL
      turns off two-step sign-in for a person who lost their device and recovery codes; recorded in
      the audit log, and the person gets an email
  scrip ledger verify
      recalculates all balances and totals of the ledger; exits with 1 if something differs
  scrip cron JOB
      runs a scheduled job: ${Object.keys(JOBS).join(", ")}
  scrip db migrate
      updates the database
  scrip db seed
      creates the demo store if there are no stores
  scrip help

Scopes: ${API_SCOPES.join(", ")}.`;

const merchantCreate: Command = (words) => {
  const flags = readFlags(words, {
    name: { type: "string" },
    email: { type: "string" },
    password: { type: "string" },
    currency: { type: "string" },
  });
  const store = {
    name: required("name", flags.name),
    email: required("email", flags.email),
    password: required("password", flags.password),
    currency: flags.currency,
  };
  return () => createMerchant(store);
};

function shapeOf(value = "A"): Shape {
  if (value === "A" || value === "B") return value;
  throw new UsageError("--shape must be A or B");
}

function scopesOf(value: string | undefined): ApiScope[] {
  if (value === undefined) return [...API_SCOPES];
  return value.split(",").map((word) => {
    const scope = API_SCOPES.find((known) => known === word.trim());
    if (!scope) throw new UsageError(`--scopes takes ${API_SCOPES.join(", ")}; not "${word}"`);
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

const keyCreate: Command = (words) => {
  const flags = readFlags(words, {
    merchant: { type: "string" },
    name: { type: "string" },
    shape: { type: "string" },
    scopes: { type: "string" },
    limit: { type: "string" },
    "no-limits": { type: "boolean" },
  });
  const merchant = required("merchant", flags.merchant);
  const wanted = {
    name: required("name", flags.name),
    shape: shapeOf(flags.shape),
    scopes: scopesOf(flags.scopes),
    expiresAt: null,
    limitPerWindow: limitOf(flags.limit, flags["no-limits"]),
  };
  return async () => {
    const { key, secret } = await createKey(operatorContext(await idOf(merchant)), wanted);
    return { id: key.id, key: secret };
  };
};

const merchantList: Command = (words) => {
  readFlags(words, {});
  return async () => ({ merchants: await listMerchants() });
};

const keyList: Command = (words) => {
  const merchant = required(
    "merchant",
    readFlags(words, { merchant: { type: "string" } }).merchant,
  );
  return async () => ({ keys: await listKeys(operatorContext(await idOf(merchant))) });
};

async function idOf(merchant: string): Promise<string> {
  const merchantId = await findMerchant(merchant);
  if (merchantId) return merchantId;
  throw new Refusal("not_found", { message: `There is no store ${merchant}.` });
}

const keyRevoke: Command = (words) => {
  const id = required("id", readFlags(words, { id: { type: "string" } }).id);
  return async () => {
    const merchantId = isUuid(id) ? await merchantOfKey(id) : null;
    if (!merchantId) throw new Refusal("not_found", { message: `There is no key ${id}.` });
    const { key } = await revokeKey(operatorContext(merchantId), { keyId: id });
    return { id: key.id, revokedAt: key.revokedAt };
  };
};

const userTwoStepOff: Command = (words) => {
  const email = required("email", readFlags(words, { email: { type: "string" } }).email);
  return async () => ({ ...(await turnOffTotpFor(email)), twoStep: false });
};

const ledgerVerify: Command = (words) => {
  readFlags(words, {});
  return verify;
};

const cron: Command = (words) => {
  const [name = "", ...rest] = words;
  const job = Object.hasOwn(JOBS, name) ? JOBS[name] : undefined;
  if (!job) throw new UsageError(`cron takes one of: ${Object.keys(JOBS).join(", ")}`);
  readFlags(rest, {});
  return async () => ({ job: name, ...(await job.run()) });
};

const dbMigrate: Command = (words) => {
  readFlags(words, {});
  return async () => {
    await migrate(env().databaseUrl);
    return { migrated: true };
  };
};

const dbSeed: Command = (words) => {
  readFlags(words, {});
  return async () => {
    const demo = await seedDemo();
    return { seeded: demo !== null, ...demo };
  };
};

/** The commands by name. */
export const COMMANDS: Record<string, Command> = {
  "merchant create": merchantCreate,
  "merchant list": merchantList,
  "key create": keyCreate,
  "key list": keyList,
  "key revoke": keyRevoke,
  "user two-step off": userTwoStepOff,
  "ledger verify": ledgerVerify,
  cron,
  "db migrate": dbMigrate,
  "db seed": dbSeed,
};
