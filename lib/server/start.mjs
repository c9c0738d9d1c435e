// `npm start` and `npm run dev`: installs, builds what changed, then runs the server as a child. In production it
// only runs what `npm run build` wrote.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuild, ensureBundle, ensureInstalled } from "./prepare.mjs";

const WATCH_EVERY_MS = 1_000;

/** The processes that started this one. npm does not forward SIGTERM, so its exit must stop the server. */
function launchers() {
  const pids = [process.ppid];
  if (process.env.npm_lifecycle_event && process.platform !== "win32") {
    const ps = spawnSync("ps", ["-o", "ppid=,comm=", "-p", String(process.ppid)], {
      encoding: "utf8",
    });
    const [parent, name] = ps.stdout?.trim().split(/\s+/) ?? [];
    // npm may run scripts in a shell.
    if (name && /(^|\/)(ba|da|z)?sh$/.test(name)) pids.push(Number(parent));
  }
  return pids;
}

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Whether the environment or a file of it says so (lib/base/config/env.ts). */
function isProduction() {
  for (const file of [".env.local", ".env"]) if (existsSync(file)) process.loadEnvFile(file);
  return process.env.APP_URL?.trim().startsWith("https://") ?? false;
}

/** The server's program, built if need be. */
async function prepareServer(/** @type {boolean} */ dev) {
  if (!dev && isProduction()) {
    const built = join("dist", "server.mjs");
    if (!existsSync(built)) throw new Error("There is no build for production. Run: npm run build");
    return built;
  }
  ensureInstalled();
  await (dev ? ensureBundle() : ensureBuild());
  return join(".build", "server.mjs");
}

function runServer(/** @type {string} */ program, /** @type {boolean} */ dev) {
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", program, ...(dev ? ["--dev"] : [])],
    {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: dev ? "development" : "production",
        ...(process.argv.includes("--demo") ? { SCRIP_SEED_DEMO: "yes" } : {}),
        NEXT_TELEMETRY_DISABLED: "1",
      },
    },
  );
  const pids = launchers();
  const watch = setInterval(() => {
    if (process.ppid === pids[0] && pids.every(isAlive)) return;
    // Once: a second signal ends the server's draining.
    clearInterval(watch);
    child.kill("SIGTERM");
  }, WATCH_EVERY_MS).unref();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // Whoever stops this process may stop npm too.
      clearInterval(watch);
      child.kill(signal);
    });
  }
  child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 1)));
}

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
try {
  const dev = process.argv.includes("--dev");
  runServer(await prepareServer(dev), dev);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
