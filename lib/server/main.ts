import { readFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Cron } from "croner";
import next from "next";
import { startDraining } from "@/lib/background/draining";
import { JOBS, runTick } from "@/lib/background/jobs";
import { env } from "@/lib/base/config/env";
import { isLoopbackHost } from "@/lib/base/networks";
import { bufferLog, log, safeError } from "@/lib/base/observe/log";
import { closePool } from "@/lib/db/client/client";
import { openInstance } from "@/lib/db/embedded/embedded-instance";
import { openServerDatabase } from "@/lib/db/embedded/open-database";
import { runDemo } from "@/lib/demo/live";
import { loadDemo, mayFill, refuseEmptyDatabase } from "@/lib/demo/seed";
import { batchWorker } from "@/lib/domain/batches/work";
import { mailWorker } from "@/lib/domain/mail/send-mails";
import { passWorker } from "@/lib/domain/passes/update-worker";
import { platformWorker } from "@/lib/domain/shops/sync-worker";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { announce } from "./announce";
import { directLane } from "./direct-lane";
import { CONNECTION_LIMITS, listen } from "./listen";
import { precompressed } from "./precompressed";
import { prepareRequest } from "./prepare-request";

type Stop = () => Promise<void>;

/** Ctrl-C and service managers signal start.mjs, which forwards signals, and this process too. */
const REPEATED_SIGNAL_MS = 500;

/** Stops everything in reverse order, even if one stop fails. */
async function stopAll(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) {
    await stop().catch((error) => log().error({ error: safeError(error) }, "a stop failed"));
  }
}

async function start(stops: Stop[], dev: boolean): Promise<void> {
  const instance = await openInstance();
  stops.push(instance.stop);
  bufferLog();
  const { production, port, hosts, onlyThisMachine, behindProxy, apiLane } = env();
  await refuseEmptyDatabase(instance.isEmbedded);
  stops.push(closePool);
  await openServerDatabase();
  const workers = [deliveryWorker, platformWorker, passWorker, mailWorker, batchWorker];
  stops.push(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
  const demo = production ? null : await loadDemo({ seeds: mayFill(instance.isEmbedded) });

  if (!dev) logPageErrors();
  const next = await nextHandler({ dev, port });
  const usePrecompressed = dev ? () => {} : precompressed();
  stops.push(next.close);
  // In development, Next reloads routes when they change.
  const direct = dev || apiLane === "next" ? () => false : directLane();
  const pages: RequestListener = (request, response) => {
    usePrecompressed(request, response);
    next.onRequest(request, response);
  };
  const onRequest = prepareRequest({ next: pages, direct, onlyThisMachine, dev });
  const sharesAddress = behindProxy || onlyThisMachine;
  const limits = { ...CONNECTION_LIMITS, ...(sharesAddress ? { perNetwork: Infinity } : {}) };
  const server = await listen({ port, hosts, onRequest, onUpgrade: next.onUpgrade, limits });
  stops.push(server.close);
  // Before the jobs, which total the days.
  if (demo?.storeId) stops.push((await runDemo(demo.storeId)).stop);
  stops.push(startTicker().stop);
  await announce(demo);
}

async function main(): Promise<void> {
  const stops: Stop[] = [];
  const started = start(stops, process.argv.includes("--dev"));
  const delay = new AbortController();
  let stoppedAtMs: number | undefined;

  /** Drains, then stops everything. A second signal ends the delay. */
  const stop = async () => {
    if (stoppedAtMs !== undefined) {
      if (performance.now() - stoppedAtMs > REPEATED_SIGNAL_MS) delay.abort();
      return;
    }
    stoppedAtMs = performance.now();
    startDraining();
    const isServing = await started.then(
      () => true,
      () => false,
    );
    if (isServing) await sleep(env().drainDelayMs, null, { signal: delay.signal }).catch(() => {});
    await stopAll(stops);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  // The IPC channel closes when start.mjs dies.
  process.on("disconnect", stop);
  // If start.mjs died, nobody reads the output, and writing must not fail.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  if (process.send && !process.connected) void stop();

  try {
    await started;
  } catch (error) {
    console.error(safeError(error).message ?? error);
    await stopAll(stops);
    process.exit(1);
  }
}

/** Runs the scheduled jobs in this process. `stop` waits for running ones. */
export function startTicker(): { stop: () => Promise<void> } {
  const running = new Set<Promise<unknown>>();
  const crons = Object.entries(JOBS).map(
    ([name, job]) =>
      new Cron((job.tick ?? job).schedule, { protect: true, unref: true }, async () => {
        try {
          const work = runTick(name, job);
          running.add(work);
          await work.finally(() => running.delete(work));
        } catch (error) {
          log().error({ job: name, error: safeError(error) }, "job failed");
        }
      }),
  );
  return {
    stop: async () => {
      for (const cron of crons) cron.stop();
      await Promise.allSettled(running);
    },
  };
}

/** Lets Next use its configuration as it was built, like the server that its own build writes. */
function applyBuiltConfig(): void {
  const built = readFileSync(join(".next", "required-server-files.json"), "utf8");
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(JSON.parse(built).config);
}

/** Logs the errors of pages, which Next prints with the parameters of queries, and each during an outage. */
function logPageErrors(): void {
  const print = console.error;
  console.error = (...printed: unknown[]) => {
    const error: (Error & { digest?: string }) | undefined = printed.find(
      (one) => one instanceof Error,
    );
    // The digest is the reference that the error page shows.
    if (error) log().error({ digest: error.digest, error: safeError(error) }, "unexpected error");
    else print(...printed);
  };
}

/** Next prints how long its configuration took, whatever it is asked to. */
async function withoutOutput(work: () => Promise<void>): Promise<void> {
  const print = console.log;
  console.log = () => {};
  await work().finally(() => {
    console.log = print;
  });
}

/** Next's request handler for pages and routes, and for its WebSocket in development. */
export async function nextHandler({ dev, port }: { dev: boolean; port: number }) {
  // Next listens for upgrades on this server, which only forwards them.
  const httpServer = createServer();
  if (!dev) applyBuiltConfig();
  const app = next({ dev, dir: process.cwd(), hostname: "localhost", port, httpServer });
  await (dev ? app.prepare() : withoutOutput(() => app.prepare()));
  const handle = app.getRequestHandler();
  return {
    onRequest: (request: IncomingMessage, response: ServerResponse) => {
      handle(request, response).catch((error: unknown) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    },
    onUpgrade: dev
      ? (request: IncomingMessage, socket: Duplex, head: Buffer) => {
          const isRefused = env().onlyThisMachine && !isLoopbackHost(request.headers.host ?? "");
          if (isRefused) return void socket.destroy();
          httpServer.emit("upgrade", request, socket, head);
        }
      : undefined,
    close: () => app.close(),
  };
}

void main();
