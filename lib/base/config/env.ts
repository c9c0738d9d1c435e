import { z } from "zod";
import { isLoopbackHost, LOOPBACK_NETWORKS, type Network, parseNetwork } from "@/lib/base/networks";
import { PASS_VARIABLES, passesOf } from "./env-passes";

type Source = Record<string, string | undefined>;

const ECB_DAILY_URL = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
const REQUIRED = ["DATABASE_URL", "AUTH_SECRET", "ENCRYPTION_KEY", "CRON_SECRET"] as const;
const REQUIRED_IN_PRODUCTION = [...REQUIRED, "SMTP_URL", "TRUSTED_PROXY_HOPS"] as const;

/** Who gets an account: anyone, people whom a store invites, or only people whom the operator adds. */
const SIGN_UP_MODES = ["open", "invited", "closed"] as const;
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

const postgresUrl = url(["postgres:", "postgresql:"]);

const secret = (length: number) =>
  z.string().min(length, `must have at least ${length} characters`);

/** Decodes 32 bytes from 64 hex digits or base64; null if invalid. */
function decodeKey(text: string): Buffer | null {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64");
  return bytes.length === 32 ? bytes : null;
}

const key = z.string().transform((text, context) => {
  const bytes = decodeKey(text);
  if (bytes) return bytes;
  context.addIssue("must be 32 bytes, as 64 hex digits or base64");
  return z.NEVER;
});

/** Networks in CIDR notation, or single addresses, separated by commas. */
const networks = z.string().transform((text, context) => {
  const parsed = text.split(",").map((one) => parseNetwork(one.trim()));
  if (parsed.every((one): one is Network => one !== null)) return parsed;
  context.addIssue("must be IP addresses or networks such as 10.0.0.0/8, separated by commas");
  return z.NEVER;
});
/** A comma-separated list of former values of a secret. */
const list = <T>(item: z.ZodType<T, string>) =>
  z
    .string()
    .transform((text) => text.split(",").map((one) => one.trim()))
    .pipe(z.array(item));

const DATABASE_TLS = ["verify", "no-verify", "off"] as const;
const DATABASE_ROLES = ["app", "owner"] as const;

const Variables = z.object({
  DATABASE_URL: postgresUrl,
  MIGRATE_DATABASE_URL: postgresUrl.optional(),
  DATABASE_TLS: z.enum(DATABASE_TLS, `must be one of ${DATABASE_TLS.join(", ")}`).optional(),
  DATABASE_ROLE: z.enum(DATABASE_ROLES, `must be ${DATABASE_ROLES.join(" or ")}`).optional(),
  DATABASE_POOL_MAX: integer(1, 1_000).optional(),
  DATABASE_PREPARE: flag.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_NODE_URL: postgresUrl.includes("{node}", "must contain {node}").optional(),
  CITUS: flag.optional(),
  SCRIP_DATA_DIR: z.string().optional(),
  SCRIP_SEED_DEMO: z.enum(["yes", "no"], "must be yes or no").optional(),
  PORT: integer(1, 65_535).optional(),
  HOST: z.string().optional(),
  API_LANE: z.enum(["direct", "next"], "must be direct or next").optional(),
  APP_URL: url(["http:", "https:"]).optional(),
  AUTH_SECRET: secret(32),
  AUTH_SECRETS_OLD: list(secret(32)).optional(),
  ENCRYPTION_KEY: key,
  ENCRYPTION_KEYS_OLD: list(key).optional(),
  CRON_SECRET: secret(16),
  SMTP_URL: url(["smtp:", "smtps:"]).optional(),
  MAIL_FROM: z.string().optional(),
  MAIL_PER_STORE_DAILY: integer(1, 100_000).optional(),
  KEY_RATE_LIMIT_MAX: integer(1, 1_000).optional(),
  MAIL_UNSUBSCRIBE_TO: z.email("must be an email address").optional(),
  SUPPORT_EMAIL: z.email("must be an email address").optional(),
  MAIL_EVENTS_SECRET: secret(16).optional(),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag.optional(),
  FX_FEED_URL: url(["http:", "https:"]).optional(),
  FX_ALLOW_STALE_RATES: flag.optional(),
  SIGN_UP: z.enum(SIGN_UP_MODES, `must be one of ${SIGN_UP_MODES.join(", ")}`).optional(),
  ...PASS_VARIABLES,
  SHOPIFY_ORIGIN: url(["http:", "https:"]).optional(),
  APPLE_PUSH_ORIGIN: url(["https:"]).optional(),
  GOOGLE_WALLET_ORIGIN: url(["http:", "https:"]).optional(),
  TRUSTED_PROXY_HOPS: integer(0, 16).optional(),
  TRUSTED_PROXIES: networks.optional(),
  DRAIN_DELAY_SECONDS: integer(0, 300).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).optional(),
});

const PRODUCTION_SCHEMAS = {
  SMTP_URL: Variables.shape.SMTP_URL.unwrap(),
  FX_FEED_URL: url(["https:"]).optional(),
  // Access tokens must only be sent to Shopify and Google, and what passes show only to Apple.
  SHOPIFY_ORIGIN: z.never("must not be set in production").optional(),
  APPLE_PUSH_ORIGIN: z.never("must not be set in production").optional(),
  GOOGLE_WALLET_ORIGIN: z.never("must not be set in production").optional(),
};

const WITHOUT_CITUS = { DATABASE_NODE_URL: z.never("must be unset without CITUS=true").optional() };

/** The names of all variables. */
export const VARIABLE_NAMES = Object.keys(Variables.shape);

/** An empty variable counts as unset. */
const withoutEmpty = (source: Source): Source =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));

/** Whether this is a production instance: APP_URL starts with https://. */
export const isProduction = (source: Source = process.env): boolean =>
  source.APP_URL?.trim().startsWith("https://") ?? false;

/** Whether the database is on Citus: CITUS=true. */
export const isOnCitus = (source: Source = process.env): boolean =>
  ["true", "1"].includes(source.CITUS?.trim() ?? "");

/** The folder for the secrets and the database of a local instance. */
export const dataDirectory = (source: Source = process.env): string =>
  source.SCRIP_DATA_DIR?.trim() || ".scrip";

/** TRUSTED_PROXIES replaces TRUSTED_PROXY_HOPS, so it counts as a value of both. */
const effectiveValue = (variables: Source, name: string): string | undefined =>
  variables[name] ?? (name === "TRUSTED_PROXY_HOPS" ? variables.TRUSTED_PROXIES : undefined);

/** The problem with the trusted proxies, if there is one. */
function checkProxies(variables: Source): z.core.$ZodIssue[] {
  const { TRUSTED_PROXY_HOPS: hops, TRUSTED_PROXIES: trusted } = variables;
  const problem =
    isProduction(variables) && hops === undefined && trusted === undefined
      ? "must be set in production. Without a proxy, set it to 0"
      : hops !== undefined && trusted !== undefined
        ? "must not be set together with TRUSTED_PROXIES"
        : null;
  return problem ? [customIssue({ path: "TRUSTED_PROXY_HOPS", message: problem })] : [];
}

const customIssue = ({ path, message }: { path: string; message: string }): z.core.$ZodIssue => ({
  code: "custom",
  path: [path],
  message,
  input: undefined,
});

/** Creates one error that lists every missing and invalid variable. */
function configurationError(variables: Source, issues: z.core.$ZodIssue[]): Error {
  const production = isProduction(variables);
  const required = production ? REQUIRED_IN_PRODUCTION : REQUIRED;
  const missing = required.filter((name) => effectiveValue(variables, name) === undefined);
  const lines = issues
    .map((issue) => ({ name: String(issue.path[0]), message: issue.message }))
    .filter(({ name }) => variables[name] !== undefined)
    .map(({ name, message }) => `${name} ${message}`);
  if (missing.length > 0) {
    const where = production ? " in production (APP_URL starts with https://)" : "";
    lines.unshift(`Missing${where}: ${missing.join(", ")}`);
  }
  return new Error(`The configuration is incomplete or invalid.\n  ${lines.join("\n  ")}`);
}

/** HOST, else only this machine (IPv4 and IPv6) if nothing else should connect, else every address. */
function listenHosts(host: string | undefined, onlyThisMachine: boolean): (string | null)[] {
  if (host !== undefined) return [host];
  return onlyThisMachine ? ["127.0.0.1", "::1"] : [null];
}

const originOf = (url: string | undefined): string | null =>
  url === undefined ? null : new URL(url).origin;

/** Parses the configuration. Throws one error that lists everything missing or invalid. */
export function parseEnv(source: Source) {
  const variables = withoutEmpty(source);
  const production = isProduction(variables);
  const parsed = Variables.extend(production ? PRODUCTION_SCHEMAS : {})
    .extend(isOnCitus(variables) ? {} : WITHOUT_CITUS)
    .safeParse(variables);
  const passes = passesOf(parsed.data ?? {});
  const issues = [
    ...(parsed.error?.issues ?? []),
    ...checkProxies(variables),
    ...passes.issues.map(customIssue),
  ];
  if (!parsed.success || issues.length > 0) throw configurationError(variables, issues);

  const values = parsed.data;
  const port = values.PORT ?? 3000;
  const appUrl = new URL(values.APP_URL ?? `http://localhost:${port}`);
  const trustedProxyHops = values.TRUSTED_PROXY_HOPS ?? 0;
  // Behind named proxies the server listens on loopback, so the last one is often this machine.
  const named = values.TRUSTED_PROXIES;
  const trustedProxies = named ? [...named, ...LOOPBACK_NETWORKS] : [];
  const local = values.APP_URL === undefined;
  const behindProxy = trustedProxyHops > 0 || trustedProxies.length > 0;
  return {
    production,
    /** Without an APP_URL, the instance is for this machine only. */
    local,
    /** The database as the app's own role, with a `{bucket}` in it if a pooler sets the search path. */
    databaseUrl: values.DATABASE_URL,
    /** The database as the role that owns its tables, for migrations; the app's own role by default. */
    migrateDatabaseUrl: (values.MIGRATE_DATABASE_URL ?? values.DATABASE_URL).replaceAll(
      "{bucket}",
      "bucket_1",
    ),
    /** How connections to a remote Postgres are encrypted; null leaves it to the URL. */
    databaseTls: values.DATABASE_TLS ?? (production ? ("verify" as const) : null),
    /** Whether production may run with a role that owns the tables. */
    mayOwnTables: values.DATABASE_ROLE === "owner",
    databasePoolMax: values.DATABASE_POOL_MAX ?? 10,
    /** False behind PgBouncer in transaction mode, where prepared statements hang. */
    databasePrepare: values.DATABASE_PREPARE ?? true,
    /** A hot standby of it that serves lists, reports and exports, maybe with a `{bucket}`; null if there is none. */
    databaseReplicaUrl: values.DATABASE_REPLICA_URL ?? null,
    /** The nodes of Citus for direct calls, with a `{node}` and maybe a `{bucket}`; null if there are none. */
    databaseNodeUrl: values.DATABASE_NODE_URL ?? null,
    /** False in production, where a deployment step migrates, and behind PgBouncer, without session locks. */
    migratesItself: !isProduction(variables) && (values.DATABASE_PREPARE ?? true),
    dataDir: dataDirectory(variables),
    port,
    /** Whether only programs of this machine should connect: localhost is the public name. */
    onlyThisMachine: isLoopbackHost(appUrl.host),
    /** The addresses to listen on; null is every address. */
    hosts: listenHosts(values.HOST, local || behindProxy),
    /** Whether connections come from a proxy, so that many clients share an address. */
    behindProxy,
    /** Whether a start may fill an empty database of DATABASE_URL with a demo store. */
    seedDemo: values.SCRIP_SEED_DEMO === "yes",
    /** How /api/v1 is served: by calling the endpoints directly, or by Next's route handlers. */
    apiLane: values.API_LANE ?? "direct",
    /** Scheme, host and port, without a trailing slash. */
    appUrl: appUrl.origin,
    /** AUTH_SECRET, which signs, then the former secrets, whose sessions stay valid. */
    authSecrets: [values.AUTH_SECRET, ...(values.AUTH_SECRETS_OLD ?? [])],
    /** ENCRYPTION_KEY, which encrypts, then the former keys, which only decrypt. */
    encryptionKeys: [values.ENCRYPTION_KEY, ...(values.ENCRYPTION_KEYS_OLD ?? [])],
    cronSecret: values.CRON_SECRET,
    smtpUrl: values.SMTP_URL === undefined ? null : String(values.SMTP_URL),
    mailFrom: values.MAIL_FROM ?? `Scrip <no-reply@${appUrl.hostname}>`,
    /** Emails per day that a store can send to people outside its team. */
    mailPerStoreDaily: values.MAIL_PER_STORE_DAILY ?? 1_000,
    /** Requests per window that a store's owners can set for a key. */
    keyRateLimitMax: values.KEY_RATE_LIMIT_MAX ?? 200,
    /** An address for unsubscribe requests by email; null if there is none. */
    mailUnsubscribeTo: values.MAIL_UNSUBSCRIBE_TO ?? null,
    supportEmail: values.SUPPORT_EMAIL ?? null,
    /** For POST /api/mail-events; null turns it off. */
    mailEventsSecret: values.MAIL_EVENTS_SECRET ?? null,
    webhookAllowPrivateNetworks: values.WEBHOOK_ALLOW_PRIVATE_NETWORKS ?? false,
    fxFeedUrl: values.FX_FEED_URL ?? ECB_DAILY_URL,
    /** Allows transfers in production with exchange rates older than four days. */
    fxAllowStaleRates: values.FX_ALLOW_STALE_RATES ?? false,
    signUp: values.SIGN_UP ?? (production ? ("invited" as const) : ("open" as const)),
    /** The URL of a fake Shopify for tests; null for Shopify itself. */
    shopifyOrigin: originOf(values.SHOPIFY_ORIGIN),
    /** What signs passes for Apple Wallet; null if there are none. */
    applePasses: passes.apple,
    /** What signs passes for Google Wallet; null if there are none. */
    googlePasses: passes.google,
    /** The URL of a fake push service for tests; null for Apple's. */
    applePushOrigin: originOf(values.APPLE_PUSH_ORIGIN),
    /** The URL of a fake Google for tests; null for Google itself. */
    googleWalletOrigin: originOf(values.GOOGLE_WALLET_ORIGIN),
    /** Number of trusted proxies that append to X-Forwarded-For. */
    trustedProxyHops,
    /** The networks of trusted proxies, instead of their number; with this machine, if any is named. */
    trustedProxies,
    /** How long a stopping server still serves requests while it isn't ready, so that load balancers notice. */
    drainDelayMs: (values.DRAIN_DELAY_SECONDS ?? (production ? 5 : 0)) * 1_000,
    logLevel: values.LOG_LEVEL ?? "info",
  };
}

export type Env = ReturnType<typeof parseEnv>;

let parsed: Env | undefined;

/** The configuration of this process, parsed at the first call. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}
