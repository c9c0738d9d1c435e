import { dirname } from "node:path";
import { closePool } from "@/lib/db/client/client";
import { migrate } from "@/lib/db/migrate/migrate";
import { startCitusCluster } from "@/lib/testing/citus-cluster";
import { configure } from "@/lib/testing/configure";
import { startInstalledPostgres } from "../support/installed-postgres";
import { type BenchStore, makeBenchStores } from "./bench-stores";
import { ownerUrl } from "./history";
import { inRounds, type Ratio, ratioOf, report, type Sample, type Scenario } from "./report";
import { startApp, startLoad, withServers } from "./servers";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const ROUND_MS = Number(process.env.ROUND_MS ?? 2_000);
/** Enough for movements to share a commit. */
const CONNECTIONS = [16, 64];
/** As docs/operations/citus.md recommends. */
const SETTINGS = { "citus.recover_2pc_interval": "5s" };

type Database = {
  variables: Record<string, string>;
  /** The folders of its nodes, the coordinator first. */
  homes: string[];
};

/** Migrates a database and adds stores to it. */
async function makeStores(variables: Record<string, string>): Promise<BenchStore[]> {
  console.log("making stores, keys and cards …");
  configure(variables);
  await migrate(ownerUrl(), { appUrl: variables.DATABASE_URL });
  const { tills } = await makeBenchStores();
  await closePool();
  return tills;
}

const scenarioName = (way: string, connections: number) => `debit, ${way}, ${connections} conn.`;
const postgresRatio = (above: Sample, below: Sample) => above.postgresMs / below.postgresMs;
const coordinatorMs = ({ clustersMs: [coordinator = 0] }: Sample) => coordinator;

/** What a debit costs on Citus, with calls that the coordinator delegates and with direct calls. */
function ratiosOf(samples: Map<string, Sample[]>, connections: number): Ratio[] {
  const plain = scenarioName("plain", connections);
  const delegated = scenarioName("Citus delegated", connections);
  const direct = scenarioName("Citus direct", connections);
  return [
    {
      name: `Postgres CPU per debit, Citus ÷ plain, delegated, ${connections} conn.`,
      value: ratioOf(samples, [delegated, plain], postgresRatio),
      most: 2.2,
    },
    {
      name: `Postgres CPU per debit, Citus ÷ plain, direct, ${connections} conn.`,
      value: ratioOf(samples, [direct, plain], postgresRatio),
      most: 2.2,
    },
    {
      name: `coordinator CPU per debit, ms, delegated, ${connections} conn.`,
      value: ratioOf(samples, [delegated, delegated], coordinatorMs),
      most: 0.06,
    },
  ];
}

/** Measures debits on each database, in turn. */
async function measure(
  ways: Record<string, Database>,
  stock: Record<string, BenchStore[]>,
  urls: string[],
): Promise<void> {
  await withServers(async (keep) => {
    const load = await keep(startLoad(stock));
    const scenarios: Scenario[] = [];
    for (const [way, { variables, homes }] of Object.entries(ways)) {
      const { pid, port } = await keep(startApp("direct", variables));
      const among = variables.CITUS ? "citus" : "plain";
      for (const connections of CONNECTIONS)
        scenarios.push({
          name: scenarioName(way, connections),
          pids: [pid],
          homes,
          run: (ms) => load.run({ call: "debit", among, ports: [port], connections, ms }),
        });
    }
    const samples = await inRounds(scenarios, { urls, rounds: ROUNDS, ms: ROUND_MS });
    await report("citus", {
      samples,
      ratios: CONNECTIONS.flatMap((connections) => ratiosOf(samples, connections)),
    });
  });
}

Object.assign(process.env, {
  DATABASE_POOL_MAX: "10",
  AUTH_SECRET: "a secret of the measurement, long enough",
  ENCRYPTION_KEY: "5e".repeat(32),
  CRON_SECRET: "a secret of the measurement",
});
const single = await startInstalledPostgres();
if (!single) throw new Error("Postgres 15 isn't installed.");
const { url, appUrl, nodeUrl, coordinator, workers, remove } = await startCitusCluster(1, SETTINGS);
try {
  const singleUrl = single.urlOf("owner", "postgres");
  const plain = { CITUS: "", DATABASE_URL: singleUrl, MIGRATE_DATABASE_URL: singleUrl };
  const citus = { CITUS: "true", DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: url };
  const stock = { plain: await makeStores(plain), citus: await makeStores(citus) };
  const homes = [coordinator, ...workers].map(({ data }) => dirname(data));
  await measure(
    {
      plain: { variables: plain, homes: [single.home] },
      "Citus delegated": { variables: citus, homes },
      "Citus direct": { variables: { ...citus, DATABASE_NODE_URL: nodeUrl }, homes },
    },
    stock,
    [singleUrl, ...workers.map((worker) => worker.url)],
  );
} finally {
  await closePool();
  await single.remove();
  await remove();
}
