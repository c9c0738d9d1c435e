// `npm run release -- 1.2.0 [--dry-run]`: builds, tests, packs, commits and tags a version.
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { release } from "./release.mjs";

const runScript = (/** @type {string} */ path) =>
  void execFileSync(process.execPath, [path], { stdio: "inherit" });

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
const words = process.argv.slice(2);
try {
  await release({
    version: words.find((word) => !word.startsWith("-")) ?? "",
    dryRun: words.includes("--dry-run"),
    date: new Date().toISOString().slice(0, 10),
    print: console.log,
    build: () => runScript(join("lib", "server", "build.mjs")),
    test: () => runScript(join("e2e", "run", "release.mjs")),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
