// `npm start` and `npm run dev`: installs, builds what changed, then runs the server as a child.
import { spawn, spawnSync } from "node:child_process";
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

function runServer(/** @type {boolean} */ dev) {
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", join(".build", "server.mjs"), ...(dev ? ["--dev"] : [])],
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
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  const pids = launchers();
  const watch = setInterval(() => {
    if (process.ppid === pids[0] && pids.every(isAlive)) return;
    // Once: a second signal ends the server's draining.
    clearInterval(watch);
    child.kill("SIGTERM");
  }, WATCH_EVERY_MS).unref();
  child.once("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 1)));
}

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
try {
  const dev = process.argv.includes("--dev");
  ensureInstalled();
  await (dev ? ensureBundle() : ensureBuild());
  runServer(dev);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
