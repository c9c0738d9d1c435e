import postgres, { type Sql } from "postgres";
import { FIRST_BUCKET } from "@/lib/db/client/buckets";
import { type CitusCluster, startCitusCluster } from "@/lib/testing/citus-cluster";
import type { Database } from "./parts";

/** Whether instances call the nodes directly, not only the coordinator. */
export type CitusOptions = { directCalls: boolean };

const WORKERS = 2;
const BUCKETS = [FIRST_BUCKET, "bucket_2", "bucket_3"];

/** As the operations guide recommends. */
const SETTINGS = { "citus.recover_2pc_interval": "5s" };

const onlyOnPair = (): never => {
  throw new Error("There is no standby, disk or PgBouncer of the run on Citus.");
};

/** Owner's connections to the coordinator whose queries go to one bucket. The driver opens them again after a kill. */
const connectTo = (url: string, bucket: string): Sql =>
  postgres(url, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { search_path: `${bucket}, public` },
  });

const sqlsOf = ({ url }: CitusCluster) => BUCKETS.map((bucket) => connectTo(url, bucket));

/**
 * Starts a Citus cluster of a coordinator and two workers in temporary folders, as the database of a run. Its buckets
 * come with the first migration. Throws if Citus isn't installed.
 */
export async function startCitusDatabase({
  directCalls,
}: CitusOptions): Promise<Database & { cluster: CitusCluster }> {
  const cluster = await startCitusCluster(WORKERS, SETTINGS);
  const { coordinator, workers, url, appUrl, nodeUrl } = cluster;
  const sqls = sqlsOf(cluster);
  return {
    cluster,
    variables: { CITUS: "true", ...(directCalls && { DATABASE_NODE_URL: nodeUrl }) },
    admin: () => sqls[0] ?? onlyOnPair(),
    buckets: () => sqls,
    ownerUrl: () => url,
    appUrl: () => appUrl,
    port: () => coordinator.port,
    kill: coordinator.kill,
    start: coordinator.start,
    freeze: (on) => {
      for (const node of [coordinator, ...workers]) node.signalAll(on ? "SIGSTOP" : "SIGCONT");
    },
    canFillDisk: false,
    fillDisk: onlyOnPair,
    failOver: onlyOnPair,
    rebuildStandby: onlyOnPair,
    killStandby: onlyOnPair,
    startStandby: onlyOnPair,
    stop: async () => {
      for (const sql of sqls) await sql.end({ timeout: 0 });
      await cluster.remove();
    },
  };
}
