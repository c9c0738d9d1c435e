import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findProgram, installFromDebian, tryRun } from "./programs";

// Prefer the headless shell: tests need little more than half the CPU with it.
const BROWSER_PROGRAMS = [
  "chromium-headless-shell",
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
  "Google Chrome",
];
const MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS";

const findPlaywrightBrowser = () => {
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
};

const findSystemBrowser = () => findProgram(BROWSER_PROGRAMS, [MAC_CHROME]);

function download(): string | null {
  tryRun(process.execPath, "node_modules/@playwright/test/cli.js", "install", "chromium");
  return findPlaywrightBrowser();
}

function installFromPackages(): string | null {
  for (const name of ["chromium-headless-shell", "chromium"]) {
    installFromDebian(name);
    const path = findSystemBrowser();
    if (path) return path;
  }
  return null;
}

/** Returns the path of a Chromium to test with, and installs one if there is none. Throws if that fails. */
export function findBrowser(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH: there is no ${named}`);
  const path =
    named || findPlaywrightBrowser() || findSystemBrowser() || download() || installFromPackages();
  if (path) return path;
  throw new Error("The browser tests need Chromium: install it, or set CHROMIUM_PATH to its path.");
}
