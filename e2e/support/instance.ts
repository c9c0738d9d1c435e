import { type ChildProcess, spawn } from "node:child_process";
import { POLL_TIMEOUT_MS } from "@/lib/testing/patience";
import { hasEnded } from "./processes";
import { killOnExit } from "./programs";

const STOP_TIMEOUT_MS = 30_000;

/** Resolves when the server reports that it is running. Throws if it ends before, or isn't running after a minute. */
export function waitUntilRunning(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error("The server did not start in time.")),
      POLL_TIMEOUT_MS,
    );
    server.once("exit", (code) => {
      clearTimeout(timeout);
      reject(new Error(`The server ended with ${code}.`));
    });
    server.stdout?.on("data", (chunk: Buffer) => {
      if (!chunk.toString().includes("Scrip runs at")) return;
      clearTimeout(timeout);
      resolve();
    });
  });
}

/** Sends a signal, then kills the process if it hasn't ended after half a minute. */
export async function stopServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(server)) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const timeout = setTimeout(() => server.kill("SIGKILL"), STOP_TIMEOUT_MS);
  server.kill(signal);
  await ended;
  clearTimeout(timeout);
}

/** Another server than the repository's, the user that runs it, and modules that are loaded before it. */
type Program = { file: string; cwd: string; uid?: number; imports?: string[] };

/** Starts a built server like `npm start`, with this process's environment plus `variables`. */
export function spawnServer(
  variables: Record<string, string>,
  { file, imports = [], ...options }: Program,
): ChildProcess {
  const preloads = imports.flatMap((module) => ["--import", module]);
  const server = spawn(process.execPath, ["--enable-source-maps", ...preloads, file], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...variables, NODE_ENV: "production" },
    ...options,
  });
  killOnExit(server);
  return server;
}

/**
 * Starts the built server like `npm start`, with this process's environment plus `variables`. `output`
 * returns everything it has written so far.
 */
export async function startServer(
  variables: Record<string, string> = {},
  program: Program = { file: ".build/server.mjs", cwd: "." },
) {
  const server = spawnServer(variables, program);
  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  server.stderr?.pipe(process.stderr);
  const stop = (signal: NodeJS.Signals = "SIGTERM") => stopServer(server, signal);
  try {
    await waitUntilRunning(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: server.pid ?? 0, stop, output: () => output };
}
