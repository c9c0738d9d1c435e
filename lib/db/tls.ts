import { env } from "../env";

type Tls = { ssl?: false | "require" | "verify-full" };

const SSL_BY_MODE = { verify: "verify-full", "no-verify": "require", off: false } as const;

// An encoded slash begins the folder of a Unix socket.
const LOCAL_HOST = /^(|localhost|\[::1\]|127\.\d+\.\d+\.\d+|%2f.*)$/i;

const isRemote = (url: string): boolean => !LOCAL_HOST.test(new URL(url).hostname);

/**
 * The driver's TLS option for a database: in production, the certificate of a remote Postgres and its name
 * are verified unless DATABASE_TLS says otherwise. Outside production, the URL's `sslmode` decides.
 */
export function tlsFor(url: string): Tls {
  if (!isRemote(url)) return {};
  const { databaseTls } = env();
  return databaseTls === null ? {} : { ssl: SSL_BY_MODE[databaseTls] };
}
