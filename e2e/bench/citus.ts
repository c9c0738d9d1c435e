import { dirname } from "node:path";
import { closePool } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { startCitusCluster } from "@/lib/testing/citus-cluster";
import { configure } from "@/lib/testing/configure";
import { startInstalledPostgres } from "../support/installed-postgres";
import { type BenchStore, makeBenchStores } from "./bench-stores";
import { ownerUrl } from "./history";
import {
  inRounds,
  percentile,
  type Ratio,
  ratioOf,
  report,
  type Sample,
  type Scenario,
} from "./report";
import { startApp, startLoad, withServers } from "./servers";

// Needs Debian's Postgres 15 with Citus. Both databases run on this machine.

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const ROUND_MS = Number(process.env.ROUND_MS ?? 2_000);
/** So many that movements share a commit. */
const CONNECTIONS = [16, 64];
/** As the guide recommends. */
const SETTINGS = { "citus.recover_2pc_interval": "5s" };

type Database = {
  variables: Record<string, string>;
  /** The folders of its nodes, the coordinator first. */
  homes: string[];
};

const variablesOf = (url: string, appUrl: string, citus: string) => ({
  CITUS: citus,
  DATABASE_URL: appUrl,
  MIGRATE_DATABASE_URL: url,
  DATABASE_NODE_URL: "",
});

/** Creates the tables of a database, and stores. */
async function fill(variables: Record<string, string>): Promise<BenchStore[]> {
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

/** What Citus costs of one number of connections, with calls that the coordinator delegates and with direct calls. */
const ratiosOf = (samples: Map<string, Sample[]>, connections: number): Ratio[] => [
  ...["delegated", "direct"].map((way) => ({
    name: `Postgres CPU per debit, Citus ÷ plain, ${way}, ${connections} conn.`,
    value: ratioOf(
      samples,
      [scenarioName(`Citus ${way}`, connections), scenarioName("plain", connections)],
      postgresRatio,
    ),
    most: 2.2,
  })),
  {
    name: `coordinator CPU per debit, ms, delegated, ${connections} conn.`,
    value: percentile(
      (samples.get(scenarioName("Citus delegated", connections)) ?? []).map(coordinatorMs),
      0.5,
    ),
    most: 0.06,
  },
];

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
const { url, appUrl, coordinator, workers, remove } = await startCitusCluster(1, SETTINGS);
try {
  const singleUrl = single.urlOf("owner", "postgres");
  const plain = variablesOf(singleUrl, singleUrl, "");
  const citus = variablesOf(url, appUrl, "true");
  const stock = { plain: await fill(plain), citus: await fill(citus) };
  const homes = [coordinator, ...workers].map(({ data }) => dirname(data));
  const nodeUrl = appUrl.replace(/@[^/]+/, "@{node}");
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
