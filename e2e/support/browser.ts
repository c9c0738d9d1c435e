import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const PROGRAMS = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
const MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

const playwrightsOwn = () => {
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
};

function systems(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
  return [...paths, MAC_CHROME].find((path) => existsSync(path)) ?? null;
}

const ends = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: ["ignore", 2, 2] }).status === 0;

function download(): string | null {
  ends(process.execPath, "node_modules/@playwright/test/cli.js", "install", "chromium");
  return playwrightsOwn();
}

function fromDebian(): string | null {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  const install = ["install", "-y", "--no-install-recommends", "chromium"];
  if (!ends("apt-get", ...install)) ends("apt-get", "update") && ends("apt-get", ...install);
  return systems();
}

/** The path of a Chromium to test with, installed when there is none. Throws when that fails. */
export function findBrowser(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no ${named}`);
  const path = named || playwrightsOwn() || systems() || download() || fromDebian();
  if (path) return path;
  throw new Error("The browser tests need Chromium: install it, or set CHROMIUM_PATH to its path.");
}
