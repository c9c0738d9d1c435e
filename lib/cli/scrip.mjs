// `npm run -s scrip -- …`: installs and bundles changes, then runs the command.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBundle, ensureInstalled } from "../server/prepare.mjs";

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
try {
  ensureInstalled();
  await ensureBundle();
} catch (error) {
  process.stderr.write(`${JSON.stringify({ error: "not_ready", message: error.message })}\n`);
  process.exit(1);
}
const child = spawn(
  process.execPath,
  ["--enable-source-maps", join(".build", "scrip.mjs"), ...process.argv.slice(2)],
  { stdio: "inherit" },
);
// Ctrl-C signals both processes. This one waits until the command has ended.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.once("exit", (code) => process.exit(code ?? 1));
