import { setTimeout as sleep } from "node:timers/promises";
import type { CitusNode } from "@/lib/testing/citus-cluster";
import type { Injected, Injection, Target } from "./injection";

function clusterOf({ system }: Pick<Target, "system">) {
  if (!system.cluster) throw new Error("The database isn't on Citus.");
  return system.cluster;
}

async function killNode(name: string, node: CitusNode): Promise<Injected> {
  await node.kill();
  return { detail: { node: name }, end: node.start };
}

/** The coordinator and all of its sessions are killed. Ends when it has recovered. */
export const killCoordinator: Injection = (target) =>
  killNode("coordinator", clusterOf(target).coordinator);

/** The same for a worker: the stores of its buckets are away meanwhile. */
export const killWorker: Injection = (target) => {
  const { workers } = clusterOf(target);
  const node = target.pick(workers);
  return killNode(`worker ${workers.indexOf(node) + 1}`, node);
};

const POLL_EVERY_MS = 500;

/** Resolves when Citus has dropped what earlier moves left on nodes: until then, the bucket can't move back. */
async function untilCleanedUp({ query }: CitusNode): Promise<void> {
  const left = () => query((sql) => sql`select from pg_dist_cleanup limit 1`);
  while ((await left()).length > 0) await sleep(POLL_EVERY_MS);
}

/** A bucket is moved to the other worker. Ends when it could move back. */
export const moveBucket: Injection = async (target) => {
  const { system, pick } = target;
  const { coordinator, workers } = clusterOf(target);
  const nodes = workers.map(({ port }) => `127.0.0.1:${port}`);
  const { buckets } = await system.scrip("bucket", "list");
  const { bucket, node: from } = pick<{ bucket: string; node: string }>(buckets);
  const to = pick(nodes.filter((node) => node !== from));
  const startedMs = performance.now();
  await system.scrip("bucket", "move", "--bucket", bucket, "--node", to);
  const seconds = Math.round(performance.now() - startedMs) / 1_000;
  return { detail: { bucket, from, to, seconds }, end: () => untilCleanedUp(coordinator) };
};
