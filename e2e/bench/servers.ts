import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "@/lib/db/embedded/free-port";
import { startServer } from "../support/instance";
import { hasEnded } from "../support/processes";
import type { BenchStore } from "./bench-stores";
import type { LoadRequest, LoadResult } from "./load";

/** A server's port and process. */
export type Server = { port: number; pid: number; stop: () => Promise<void> };

/** How the API is served: directly by the server, or by Next's handler of the same routes. */
export const LANES = ["direct", "next"] as const;
export type Lane = (typeof LANES)[number];

// Stops the delivery worker: deliveries are queued but not sent.
const IDLE_WORKER_OPTION = `--import=${pathToFileURL(resolve(".build/bench/idle.mjs"))}`;

/** Starts the production build like `npm start`, in one lane, with the delivery worker stopped. */
export async function startApp(
  lane: Lane,
  { NODE_OPTIONS = "", ...variables }: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort();
  const { pid, stop } = await startServer({
    PORT: String(port),
    API_LANE: lane,
    LOG_LEVEL: process.env.LOG_LEVEL ?? "info",
    NODE_OPTIONS: `${IDLE_WORKER_OPTION} ${NODE_OPTIONS}`,
    ...variables,
  });
  return { port, pid, stop: () => stop() };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
}

/** Starts one of the benchmark's own servers. It ends with this process. */
export async function startBenchServer(name: "noop" | "bare"): Promise<Server> {
  const port = await freePort();
  const child = fork(`.build/bench/${name}.mjs`, {
    env: { ...process.env, PORT: String(port), NODE_ENV: "production" },
    execArgv: ["--enable-source-maps"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return { port, pid: child.pid ?? 0, stop: () => stopProcess(child) };
}

/** Starts the load generator in its own process. It runs one load at a time. */
export function startLoad(stock: Record<string, BenchStore[]>) {
  const child = fork(".build/bench/load.mjs");
  child.send({ stock });
  return {
    run: async (load: LoadRequest): Promise<LoadResult> => {
      const response = once(child, "message");
      child.send({ load });
      const [result] = await response;
      if (result.failed) throw new Error(`${load.call}: ${result.failed}`);
      return result;
    },
    stop: () => stopProcess(child),
  };
}

export type LoadGenerator = ReturnType<typeof startLoad>;

type Stoppable = { stop: () => Promise<void> };

type KeepServer = <S extends Stoppable>(starting: S | Promise<S>) => Promise<S>;

/** Runs a measurement, then always stops the servers it started, in reverse order. */
export async function withServers<T>(work: (keep: KeepServer) => Promise<T>): Promise<T> {
  const kept: Stoppable[] = [];
  const keep: KeepServer = async (starting) => {
    const server = await starting;
    kept.push(server);
    return server;
  };
  try {
    return await work(keep);
  } finally {
    for (const { stop } of kept.reverse()) await stop().catch(console.error);
  }
}
