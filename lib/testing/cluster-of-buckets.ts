import { afterAll, beforeAll, test } from "vitest";
import { FIRST_BUCKET } from "@/lib/db/client/buckets";
import { closePool } from "@/lib/db/client/client";
import { migrate } from "@/lib/db/migrate/migrate";
import {
  type CitusCluster,
  type CitusNode,
  isCitusInstalled,
  startCitusCluster,
} from "./citus-cluster";
import { configure } from "./configure";

/** The buckets of the cluster: two of them are on one worker. */
export const BUCKETS = [FIRST_BUCKET, "bucket_2", "bucket_3"];

/** Why a test file that needs a cluster is skipped; undefined where it can run. */
export const WITHOUT_CITUS = isCitusInstalled()
  ? undefined
  : "Postgres 15 with Citus isn't installed in /usr/lib/postgresql/15.";

/** A test of at most 2 minutes. Its title says why, if it is skipped. */
export const testOnCitus = (title: string, work: () => Promise<void>) =>
  test.skipIf(WITHOUT_CITUS)(
    WITHOUT_CITUS ? `${title} (skipped: ${WITHOUT_CITUS})` : title,
    work,
    120_000,
  );

/** Gives a test file a migrated Citus cluster of a coordinator and two workers, with BUCKETS. */
export function useClusterOfBuckets(): () => CitusCluster {
  let cluster: CitusCluster | undefined;
  const { CITUS = "" } = process.env;
  beforeAll(async () => {
    if (WITHOUT_CITUS) return;
    configure({ CITUS: "true" });
    cluster = await startCitusCluster(2);
    const { url, appUrl } = cluster;
    for (const bucket of BUCKETS)
      await migrate(url, { appUrl, ...(bucket !== FIRST_BUCKET && { newBucket: bucket }) });
    configure({ DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: url });
    await closePool();
  }, 180_000);
  afterAll(async () => {
    await closePool();
    configure({ CITUS });
    await cluster?.remove();
  });
  return () => {
    if (!cluster) throw new Error("There is no cluster outside tests.");
    return cluster;
  };
}

/** The worker that has a bucket, and another one. */
export async function workersOf(
  { coordinator, workers }: CitusCluster,
  bucket: string,
): Promise<[own: CitusNode, other: CitusNode]> {
  const [row] = await coordinator.query(
    (sql) => sql<{ port: number }[]>`select nodeport as port from citus_shards
      where table_name = ${`${bucket}.cards`}::regclass`,
  );
  const [own, other] = workers.toSorted((one) => (one.port === row?.port ? -1 : 1));
  if (!own || !other) throw new Error("The cluster has fewer than two workers.");
  return [own, other];
}
