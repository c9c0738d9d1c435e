// `npm run clients [-- folder]`: generates the TypeScript client's types and the Postman collection from the
// OpenAPI document, by default in place.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, ensureInstalled } from "../lib/server/prepare.mjs";

const PROGRAM = join(".build", "clients", "generate.mjs");

process.chdir(resolve(fileURLToPath(import.meta.url), "../.."));
ensureInstalled();
await bundle({ generate: "clients/generate.ts" }, join(".build", "clients"));
const { status } = spawnSync(
  process.execPath,
  ["--import", "./clients/typescript-5.mjs", PROGRAM, ...process.argv.slice(2)],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      // The document's examples include codes, which are encrypted and decrypted. Nothing connects anywhere.
      DATABASE_URL: "postgres://localhost:1/none",
      AUTH_SECRET: "of the examples, thirty-two characters or more",
      ENCRYPTION_KEY: "00".repeat(32),
      CRON_SECRET: "of the examples, too",
    },
  },
);
process.exit(status ?? 1);
