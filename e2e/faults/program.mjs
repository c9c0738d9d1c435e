import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { bundle } from "../../lib/server/prepare.mjs";

/** Other than that of a program that failed. */
export const EXIT_WITH_VIOLATIONS = 2;

/** With SIGTERM, this process goes on until the program has removed what it started. */
const STOPS = ["SIGTERM", "exit"];
const OUT = join(".build", "faults");

/** Bundles the program like the server. */
export const bundleProgram = () => bundle({ main: "e2e/faults/main.ts" }, OUT);

/** Runs the bundled program on the product in `folder`, to its end. Returns its exit code. */
export async function runProgram(/** @type {string[]} */ args, folder = ".") {
  const program = join(OUT, "main.mjs");
  const child = spawn(process.execPath, ["--enable-source-maps", program, ...args], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      // The certificate of receivers and the shop. Node reads this when a process starts.
      NODE_EXTRA_CA_CERTS: resolve("e2e/support/receiver-cert.pem"),
    },
  });
  const stop = () => child.kill("SIGTERM");
  for (const event of STOPS) process.once(event, stop);
  const [code] = await once(child, "exit");
  for (const event of STOPS) process.off(event, stop);
  return Number(code);
}
