import { batchWorker } from "../batches/work";
import { closePool } from "../db/client";
import { openInstance } from "../db/embedded-instance";
import { migrate } from "../db/migrate";
import { env } from "../env";
import { safeError } from "../log";
import { mailWorker } from "../outbox/send-mails";
import { platformWorker } from "../platforms/sync-worker";
import { deliveryWorker } from "../webhooks/deliver";
import { announce } from "./announce";
import { loadDemo } from "./demo";
import { directLane } from "./direct-lane";
import { listen } from "./listen";
import { nextHandler } from "./next-handler";
import { prepareRequest } from "./prepare-request";
import { startTicker } from "./ticker";

type Stop = () => Promise<void>;

/** Stops everything in reverse order, even if one stop fails. */
async function stopAll(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) {
    await stop().catch((error) => console.error(error));
  }
}

async function start(stops: Stop[], dev: boolean): Promise<void> {
  const instance = await openInstance();
  stops.push(instance.stop);
  const { production, local, port, databaseUrl, migratesItself, apiLane } = env();
  if (migratesItself) await migrate(databaseUrl);
  stops.push(closePool);
  const workers = [deliveryWorker, platformWorker, mailWorker, batchWorker];
  stops.push(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
  const demo = production ? null : await loadDemo();

  const next = await nextHandler({ dev, port });
  stops.push(next.close);
  // In development, Next reloads routes when they change.
  const direct = dev || apiLane === "next" ? () => false : directLane();
  const onRequest = prepareRequest({ next: next.onRequest, direct });
  const server = await listen({ port, local, onRequest, onUpgrade: next.onUpgrade });
  stops.push(server.close);
  stops.push(startTicker().stop);
  await announce(demo);
}

async function main(): Promise<void> {
  const stops: Stop[] = [];
  let stopping = false;
  const started = start(stops, process.argv.includes("--dev"));

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await started.catch(() => {});
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

void main();
