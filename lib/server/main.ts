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
import { beforeLanes } from "./before-lanes";
import { openDemo } from "./demo";
import { directLane } from "./direct-lane";
import { listen } from "./listen";
import { nextHandler } from "./next-handler";
import { startTicker } from "./ticker";

type Stop = () => Promise<void>;

/** Undoes what was started, last first; one failure does not keep the rest from being undone. */
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
  const demo = production ? null : await openDemo();

  const next = await nextHandler({ dev, port });
  stops.push(next.close);
  // In development the routes change under the server, and Next loads them anew.
  const direct = dev || apiLane === "next" ? () => false : directLane();
  const onRequest = beforeLanes({ next: next.onRequest, direct });
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
  // The launcher's end of the channel closes when it dies.
  process.on("disconnect", stop);
  // It may have died before this; nobody reads the output then, and to write it must not fail.
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
