// `npm run build`: installs, builds, and writes what production needs into `dist`. `node dist/server.mjs` runs it.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { assemble } from "./assemble.mjs";
import { ensureBuild, ensureInstalled } from "./prepare.mjs";

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
try {
  ensureInstalled();
  await ensureBuild({ isToShip: true });
  await assemble("dist");
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
