import { type ChildProcess, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first of these programs found in PATH or in `furtherFolders`, or null. */
export function findProgram(names: string[], furtherFolders: string[] = []): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...furtherFolders];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Runs a program with its output on stderr. Returns whether it succeeded. */
export const tryRun = (command: string, ...args: string[]) =>
  spawnSync(command, args, {
    stdio: ["ignore", 2, 2],
    // Single-user runlevel: the package does not start its own service.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  }).status === 0;

/** Installs a Debian package if this process has the rights to. */
export function installFromDebian(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const install = ["install", "-y", "--no-install-recommends", name];
  if (!tryRun("apt-get", ...install)) tryRun("apt-get", "update") && tryRun("apt-get", ...install);
}

/** Kills a child process when this process exits: a test runner that is stopped does not clean up. */
export function killOnExit(child: ChildProcess): void {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}
