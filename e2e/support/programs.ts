import { type ChildProcess, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where one of these programs is, in the PATH or in further folders; null when nowhere. */
export function findProgram(names: string[], furtherFolders: string[] = []): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...furtherFolders];
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Runs a program, its output where errors go; whether it ended well. */
export const ends = (command: string, ...args: string[]) =>
  spawnSync(command, args, {
    stdio: ["ignore", 2, 2],
    // A package's own service is not to be started: the runlevel of one person says so.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  }).status === 0;

/** Installs a package of Debian's where this process may. */
export function installFromDebian(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const install = ["install", "-y", "--no-install-recommends", name];
  if (!ends("apt-get", ...install)) ends("apt-get", "update") && ends("apt-get", ...install);
}

/** A program that does not outlive this process: a test runner that is stopped undoes nothing. */
export function endWithThisProcess(child: ChildProcess): void {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}
