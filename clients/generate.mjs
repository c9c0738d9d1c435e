// `npm run clients`: generates the TypeScript client's types and the Postman collection from the OpenAPI
// document, and builds the client. With a folder it only generates, there.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, ensureInstalled } from "../lib/server/prepare.mjs";

const PROGRAM = join(".build", "clients", "generate.mjs");

process.chdir(resolve(fileURLToPath(import.meta.url), "../.."));
ensureInstalled();
await bundle({ generate: "clients/generate.ts" }, join(".build", "clients"));
const folder = process.argv[2];
run("--import", "./clients/typescript-5.mjs", PROGRAM, ...(folder ? [folder] : []));
if (!folder) run("node_modules/typescript/bin/tsc", "-p", "clients/typescript");

/** Runs Node with these arguments. Ends with its exit code if it fails. */
function run(/** @type {string[]} */ ...args) {
  const { status } = spawnSync(process.execPath, args, {
    stdio: "inherit",
    env: {
      ...process.env,
      // The document's examples include codes, which are encrypted and decrypted. Nothing connects anywhere.
      DATABASE_URL: "postgres://localhost:1/none",
      AUTH_SECRET: "of the examples, thirty-two characters or more",
      ENCRYPTION_KEY: "00".repeat(32),
      CRON_SECRET: "of the examples, too",
    },
  });
  if (status !== 0) process.exit(status ?? 1);
}
