import { env } from "@/lib/base/config/env";

type Tls = { ssl?: false | "require" | "verify-full" };

const SSL_BY_MODE = { verify: "verify-full", "no-verify": "require", off: false } as const;

// An encoded slash begins the folder of a Unix socket.
const LOCAL_HOST = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+|%2f.*|\/.*)(:\d*)?$/i;

/**
 * Whether one of the URL's hosts is another machine. A URL may name several, separated by commas, or none:
 * the driver then uses PGHOST.
 */
function isRemote(url: string): boolean {
  const [, hosts = ""] = /^[a-z]+:\/\/(?:[^@/?#]*@)?([^/?#]*)/i.exec(url) ?? [];
  const named = hosts || process.env.PGHOST || "localhost";
  return named.split(",").some((host) => !LOCAL_HOST.test(host));
}

/**
 * The driver's TLS option for a database: in production, the certificate of a remote Postgres and its name
 * are verified unless DATABASE_TLS says otherwise. Outside production, the URL's `sslmode` decides.
 */
export function tlsFor(url: string): Tls {
  if (!isRemote(url)) return {};
  const { databaseTls } = env();
  return databaseTls === null ? {} : { ssl: SSL_BY_MODE[databaseTls] };
}
