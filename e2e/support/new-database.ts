import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { freePort } from "@/lib/db/embedded/free-port";
import { IMPATIENT } from "@/lib/testing/patience";

export const KEY = "5e".repeat(32);

/** What production needs, but a database and a port. */
export const PRODUCTION_VARIABLES = {
  APP_URL: "https://cards.example",
  AUTH_SECRET: "a secret of at least 32 characters, or so",
  ENCRYPTION_KEY: KEY,
  CRON_SECRET: "a secret of the tests",
  SMTP_URL: "smtp://127.0.0.1:1",
  TRUSTED_PROXY_HOPS: "0",
  SHOPIFY_ORIGIN: "",
  DRAIN_DELAY_SECONDS: "0",
  ...IMPATIENT,
};

const ownerUrl = process.env.DATABASE_URL ?? "";
const urlTo = (url: string, database: string) => {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
};

/** Creates an empty database, and the variables of production instances and commands that use it as a role of their own. */
export async function newDatabase() {
  const name = `state_${randomBytes(6).toString("hex")}`;
  const admin = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await admin.unsafe(`create role ${name} login password 'of the app'`);
  const owner = urlTo(ownerUrl, name);
  const app = new URL(owner);
  app.username = name;
  app.password = "of the app";
  const variables = {
    ...PRODUCTION_VARIABLES,
    DATABASE_URL: app.href,
    MIGRATE_DATABASE_URL: owner,
    PORT: String(await freePort()),
    LOG_LEVEL: "warn",
  };
  const sql = postgres(owner, { max: 1, onnotice: () => {} });
  const remove = async () => {
    await sql.end();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.unsafe(`drop role ${name}`);
    await admin.end();
  };
  return { variables, sql, remove };
}
