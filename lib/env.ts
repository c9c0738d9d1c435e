import { z } from "zod";

type Source = Record<string, string | undefined>;

const ECB_DAILY_URL = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
const REQUIRED = ["DATABASE_URL", "AUTH_SECRET", "ENCRYPTION_KEY", "CRON_SECRET"] as const;
const REQUIRED_IN_PRODUCTION = [...REQUIRED, "SMTP_URL"] as const;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

const flag = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((value) => value === "true" || value === "1");

const url = (protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    );

const secret = (length: number) =>
  z.string().min(length, `must have at least ${length} characters`);

/** 32 bytes written as 64 hex digits or as base64; anything else gives null. */
function bytesOfKey(text: string): Buffer | null {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64");
  return bytes.length === 32 ? bytes : null;
}

const key = z.string().transform((text, context) => {
  const bytes = bytesOfKey(text);
  if (bytes) return bytes;
  context.addIssue("must be 32 bytes, as 64 hex digits or base64");
  return z.NEVER;
});

const Variables = z.object({
  DATABASE_URL: url(["postgres:", "postgresql:"]),
  DATABASE_POOL_MAX: integer(1, 1_000).optional(),
  DATABASE_PREPARE: flag.optional(),
  SCRIP_DATA_DIR: z.string().optional(),
  PORT: integer(1, 65_535).optional(),
  API_LANE: z.enum(["direct", "next"], "must be direct or next").optional(),
  APP_URL: url(["http:", "https:"]).optional(),
  AUTH_SECRET: secret(32),
  ENCRYPTION_KEY: key,
  CRON_SECRET: secret(16),
  SMTP_URL: url(["smtp:", "smtps:"]).optional(),
  MAIL_FROM: z.string().optional(),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag.optional(),
  FX_FEED_URL: url(["http:", "https:"]).optional(),
  FX_ALLOW_STALE_RATES: flag.optional(),
  SHOPIFY_ORIGIN: url(["http:", "https:"]).optional(),
  TRUSTED_PROXY_HOPS: integer(0, 16).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).optional(),
});

const IN_PRODUCTION = {
  SMTP_URL: Variables.shape.SMTP_URL.unwrap(),
  FX_FEED_URL: url(["https:"]).optional(),
  // Access tokens go to Shopify alone.
  SHOPIFY_ORIGIN: z.never("must not be set in production").optional(),
};

/** The name of every variable that is read. */
export const VARIABLES = Object.keys(Variables.shape);

/** An empty variable counts as unset. */
const present = (source: Source): Source =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));

/** Whether this is a production instance: APP_URL begins with https://. */
export const isProduction = (source: Source = process.env): boolean =>
  source.APP_URL?.trim().startsWith("https://") ?? false;

/** Where a local instance keeps its secrets and its database. */
export const dataDirectory = (source: Source = process.env): string =>
  source.SCRIP_DATA_DIR?.trim() || ".scrip";

/** Says everything that is wrong with the configuration at once, naming each variable. */
function complaint(variables: Source, error: z.ZodError): Error {
  const production = isProduction(variables);
  const required = production ? REQUIRED_IN_PRODUCTION : REQUIRED;
  const missing = required.filter((name) => variables[name] === undefined);
  const lines = error.issues
    .map((issue) => ({ name: String(issue.path[0]), message: issue.message }))
    .filter(({ name }) => variables[name] !== undefined)
    .map(({ name, message }) => `${name} ${message}`);
  if (missing.length > 0) {
    const where = production ? " in production (APP_URL begins with https://)" : "";
    lines.unshift(`Missing${where}: ${missing.join(", ")}`);
  }
  return new Error(`The configuration is not complete or not valid.\n  ${lines.join("\n  ")}`);
}

/** Reads the configuration of `source`; throws one error that names all that is missing or wrong. */
export function parseEnv(source: Source) {
  const variables = present(source);
  const production = isProduction(variables);
  const parsed = Variables.extend(production ? IN_PRODUCTION : {}).safeParse(variables);
  if (!parsed.success) throw complaint(variables, parsed.error);

  const values = parsed.data;
  const port = values.PORT ?? 3000;
  const appUrl = new URL(values.APP_URL ?? `http://localhost:${port}`);
  return {
    production,
    /** Without an APP_URL the instance is local: it listens on localhost only. */
    local: values.APP_URL === undefined,
    databaseUrl: values.DATABASE_URL,
    databasePoolMax: values.DATABASE_POOL_MAX ?? 10,
    /** False behind PgBouncer in transaction mode, where prepared statements hang. */
    databasePrepare: values.DATABASE_PREPARE ?? true,
    /**
     * In production migrating is a step of the deployment, and behind PgBouncer a local instance can't:
     * the session that holds the lock is not its own.
     */
    migratesItself: !isProduction(variables) && (values.DATABASE_PREPARE ?? true),
    dataDir: dataDirectory(variables),
    port,
    /** What answers below /api/v1: the endpoints themselves, or Next's routes of them. */
    apiLane: values.API_LANE ?? "direct",
    /** Scheme, host and port, without a slash at the end. */
    appUrl: appUrl.origin,
    authSecret: values.AUTH_SECRET,
    encryptionKey: values.ENCRYPTION_KEY,
    cronSecret: values.CRON_SECRET,
    smtpUrl: values.SMTP_URL === undefined ? null : String(values.SMTP_URL),
    mailFrom: values.MAIL_FROM ?? `Scrip <no-reply@${appUrl.hostname}>`,
    webhookAllowPrivateNetworks: values.WEBHOOK_ALLOW_PRIVATE_NETWORKS ?? false,
    fxFeedUrl: values.FX_FEED_URL ?? ECB_DAILY_URL,
    /** Whether money may move at rates older than four days; outside production it always may. */
    fxAllowStaleRates: values.FX_ALLOW_STALE_RATES ?? false,
    /** What stands in for Shopify, outside production; null when it is Shopify itself. */
    shopifyOrigin:
      values.SHOPIFY_ORIGIN === undefined ? null : new URL(values.SHOPIFY_ORIGIN).origin,
    /** How many proxies in front of the app write X-Forwarded-For. */
    trustedProxyHops: values.TRUSTED_PROXY_HOPS ?? 0,
    logLevel: values.LOG_LEVEL ?? "info",
  };
}

export type Env = ReturnType<typeof parseEnv>;

let parsed: Env | undefined;

/** The configuration of this process, read from its environment at the first call. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}
