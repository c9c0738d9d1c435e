import { recordRun } from "@/lib/background/job-runs";
import { JOBS } from "@/lib/background/jobs";
import { env } from "@/lib/base/config/env";
import type { ApiShape } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { isUuid } from "@/lib/base/ids";
import { API_SCOPES } from "@/lib/base/roles";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import { migrate } from "@/lib/db/migrate/migrate";
import { seedDemo } from "@/lib/demo/seed";
import { revokeKey } from "@/lib/domain/api-keys/change";
import { createKey, expiryInDays } from "@/lib/domain/api-keys/create";
import { listKeys, merchantOfKey } from "@/lib/domain/api-keys/read";
import { createMerchant } from "@/lib/domain/people/create-merchant";
import { operatorContext } from "@/lib/domain/people/operator";
import { removeSecondFactorsOf } from "@/lib/domain/people/totp/turn-off";
import { findMerchant, listMerchants } from "@/lib/domain/stores/find";
import { testStoreOf } from "@/lib/domain/stores/twin";
import { verify } from "@/lib/ledger/verify/verify";
import { BUCKET_COMMANDS } from "./bucket-commands";
import { type Command, command, listOf, UsageError } from "./command";
import { rotateSecrets, secretsStatus } from "./rotate-secrets";

const MAX_LIMIT_PER_WINDOW = 1_000;

function shapeOf(value = "A"): ApiShape {
  if (value === "A" || value === "B") return value;
  throw new UsageError("--shape must be A or B");
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

/** The jobs of lib/background/jobs.ts. */
const ABOUT_JOBS: Record<string, string> = {
  webhooks: "Sends webhook deliveries that are due.",
  outbox: "Sends emails, and syncs cards to online shops.",
  batches: "Creates the cards of batches and imports.",
  platforms: "Checks online shops for redemptions.",
  fx: "Downloads the day's exchange rates.",
  housekeeping:
    "Closes days, checks the ledger, sends reports and reminders, and deletes expired data.",
};

const PROGRESS_EVERY_MS = 1_000;
let printedMs = performance.now();

/** Prints at most once a second, on stderr, because stdout has only the result. */
function printProgress(progress: object): void {
  if (performance.now() - printedMs < PROGRESS_EVERY_MS) return;
  printedMs = performance.now();
  process.stderr.write(`${JSON.stringify(progress)}\n`);
}

const MERCHANT = { value: "ID|SLUG", required: true, about: "The store." } as const;
const EMAIL = { value: "EMAIL", required: true } as const;

const createKeyCommand = command({
  summary: "Creates an API key and prints it once",
  details:
    "By default, the key has all scopes and the standard rate limits, and expires in a year.",
  flags: {
    merchant: MERCHANT,
    name: { value: "NAME", required: true, about: "The key's name in the dashboard." },
    shape: { value: "A|B", about: "The shape of responses. Default: A." },
    scopes: { value: "SCOPE,…", about: `Some of ${API_SCOPES.join(", ")}. Default: all.` },
    limit: {
      value: "N",
      about: `Requests per window for each rate limit, from 1 to ${MAX_LIMIT_PER_WINDOW}.`,
    },
    "no-limits": { about: "Turns rate limits off for this key." },
    expires: {
      value: "DAYS|never",
      about: `The days until it expires, from 1 to ${MAX_EXPIRY_DAYS}. Default: 365.`,
    },
    test: { about: "Creates the key for the store's test store." },
  },
  examples: ['--merchant cafe --name "Till 1"', "--merchant cafe --name Development --test"],
  needs: "stores",
  prepare: ({ merchant, name, shape, scopes, limit, expires, test, ...flags }) => {
    const newKey = {
      name,
      shape: shapeOf(shape),
      scopes: listOf("scopes", scopes ?? API_SCOPES.join(), API_SCOPES, "a scope"),
      expiresAt: expiryOf(expires),
      limitPerWindow: limitOf(limit, flags["no-limits"]),
    };
    return async () => {
      const live = await requireMerchantId(merchant);
      const merchantId = test ? await testStoreOf(live) : live;
      const { key, secret } = await inBucketOf(merchantId, () =>
        createKey(operatorContext(merchantId), newKey),
      );
      return { id: key.id, key: secret, expiresAt: key.expiresAt };
    };
  },
});

async function revokeKeyById(id: string): Promise<object> {
  const merchantId = isUuid(id) ? await merchantOfKey(id) : null;
  if (!merchantId) throw new Refusal("not_found", { message: `No API key has the ID ${id}.` });
  const { key } = await inBucketOf(merchantId, () =>
    revokeKey(operatorContext(merchantId), { keyId: id }),
  );
  return { id: key.id, revokedAt: key.revokedAt };
}

const peopleAndKeys: Record<string, Command> = {
  "merchant create": command({
    summary: "Creates a store and its owner",
    flags: {
      name: { value: "NAME", required: true, about: "The store's name." },
      email: { ...EMAIL, about: "The owner's email." },
      password: { value: "PASSWORD", required: true, about: "The owner's password." },
      currency: { value: "CODE", about: "The store's currency. Default: USD." },
    },
    examples: ['--name "Café" --email owner@example.com --password … --currency EUR'],
    needs: "stores",
    prepare:
      ({ name, email, password, currency }) =>
      () =>
        createMerchant({ name, email, password, currency }),
  }),
  "merchant list": command({
    summary: "Lists all stores with their IDs and short names (slugs)",
    flags: {},
    needs: "stores",
    prepare: () => async () => ({ merchants: await listMerchants() }),
  }),
  "key create": createKeyCommand,
  "key list": command({
    summary: "Lists a store's API keys with their IDs",
    flags: { merchant: MERCHANT },
    examples: ["--merchant cafe"],
    needs: "stores",
    prepare:
      ({ merchant }) =>
      async () => {
        const merchantId = await requireMerchantId(merchant);
        return { keys: await inBucketOf(merchantId, () => listKeys(operatorContext(merchantId))) };
      },
  }),
  "key revoke": command({
    summary: "Revokes an API key, which stops working within 1 second",
    flags: { id: { value: "ID", required: true, about: "The key's ID, as in key list." } },
    needs: "stores",
    prepare:
      ({ id }) =>
      () =>
        revokeKeyById(id),
  }),
  "user two-step off": command({
    summary: "Turns off two-step sign-in for someone who lost their device",
    details:
      "Also removes all passkeys. The person gets an email, and the audit log records the change.",
    flags: { email: { ...EMAIL, about: "The person's email." } },
    examples: ["--email owner@example.com"],
    needs: "stores",
    prepare:
      ({ email }) =>
      async () => ({ ...(await removeSecondFactorsOf(email)), twoStep: false }),
  }),
};

/** The commands that work on the instance's database, by name. */
export const OPERATOR_COMMANDS: Record<string, Command> = {
  ...peopleAndKeys,
  "ledger verify": command({
    summary: "Recalculates all balances and totals of the ledger",
    details: "Exits with 1 if anything doesn't match.",
    flags: {},
    needs: "stores",
    prepare: () => verify,
  }),
  cron: command({
    summary: "Runs a scheduled job",
    argument: {
      name: "JOB",
      words: Object.fromEntries(Object.keys(JOBS).map((job) => [job, ABOUT_JOBS[job] ?? ""])),
    },
    flags: {},
    examples: ["webhooks"],
    needs: "stores",
    prepare: (_, name) => async () => {
      const job = JOBS[name];
      return { job: name, ...(job && (await recordRun(name, job.run))) };
    },
  }),
  "secrets rotate": command({
    summary: "Re-encrypts all encrypted values with ENCRYPTION_KEY",
    details:
      "The service can keep running. List former keys in ENCRYPTION_KEYS_OLD. If the command is interrupted, run it again.",
    flags: {},
    needs: "stores",
    prepare: () => () => rotateSecrets(printProgress),
  }),
  "secrets status": command({
    summary: "Counts encrypted values by the fingerprint of their key",
    details: "Also shows how long links in sent emails need the former keys.",
    flags: {},
    needs: "stores",
    prepare: () => secretsStatus,
  }),
  "db migrate": command({
    summary: "Migrates the database",
    details: "Connects with MIGRATE_DATABASE_URL if it's set.",
    flags: {},
    needs: "database",
    prepare: () => async () => {
      const { migrateDatabaseUrl, databaseUrl } = env();
      await migrate(migrateDatabaseUrl, { appUrl: databaseUrl });
      return { migrated: true };
    },
  }),
  "db seed": command({
    summary: "Creates the demo store if there are no stores",
    flags: {},
    needs: "tables",
    prepare: () => async () => {
      const demo = await seedDemo();
      return { seeded: demo !== null, ...demo };
    },
  }),
  ...BUCKET_COMMANDS,
};
