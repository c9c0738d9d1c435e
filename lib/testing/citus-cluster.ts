import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { type Cluster, clusterIn } from "@/e2e/support/installed-postgres";
import { chooseOwner, makeFolder } from "@/lib/db/embedded/embedded-binaries";
import { APP_ROLE, BINARIES, CITUS_SETTINGS, HOST, OWNER, setCoordinator } from "./citus-postgres";
import { makeDataDir } from "./throwaway-postgres";

/** The database of the tests, of the same name on every node. */
const DATABASE = "scrip";

const { "citus.enable_unsafe_triggers": _, ...NODE_SETTINGS } = CITUS_SETTINGS;

const SETTINGS = {
  ...NODE_SETTINGS,
  max_connections: "200",
  // Each transaction that writes on two nodes is prepared on them.
  max_prepared_transactions: "200",
  // A bucket is moved by logical replication.
  wal_level: "logical",
  max_wal_senders: "20",
  max_replication_slots: "20",
  max_logical_replication_workers: "10",
  // Transactions that a crash left prepared.
  "citus.recover_2pc_interval": "1s",
  // A commit outlives the kill of a node, though not a crash of the machine.
  fsync: "off",
  full_page_writes: "off",
};

export type CitusNode = Cluster & {
  /** As the owner of the database. */
  url: string;
  /** Runs queries as the owner, in a session of its own on this node. */
  query: <T>(work: (sql: Sql) => PromiseLike<T>) => Promise<T>;
};

export type CitusCluster = {
  /** The coordinator's URL, as the owner of the database. */
  url: string;
  /** The coordinator's URL, as the app's role. */
  appUrl: string;
  /** The URL of every node for DATABASE_NODE_URL, as the app's role. */
  nodeUrl: string;
  coordinator: CitusNode;
  workers: CitusNode[];
  /** Stops and deletes it. */
  remove: () => Promise<void>;
};

/** Whether Postgres 15 with Citus is installed. */
export const isCitusInstalled = (): boolean =>
  existsSync("/usr/share/postgresql/15/extension/citus.control") &&
  existsSync(join(BINARIES, "bin", "initdb"));

const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} });

const urlAt = (user: string, node: string, database = DATABASE) =>
  `postgres://${user}:unused@${node}/${database}`;

const urlOf = (user: string, port: number, database = DATABASE) =>
  urlAt(user, `${HOST}:${port}`, database);

/** Creates and starts a node, with the app's role and an empty database that has the extension. */
async function createNode(
  parent: string,
  name: string,
  settings: Record<string, string>,
): Promise<CitusNode> {
  const owner = chooseOwner(parent);
  const home = join(parent, name);
  makeFolder(owner, home);
  const data = join(home, "data");
  const cluster = await clusterIn(
    { binaries: BINARIES, owner, home, data },
    { ...SETTINGS, ...settings },
  );
  const encoding = ["--encoding=UTF8", "--locale=C", "--no-sync"];
  await cluster.run("initdb", "-D", data, "-U", OWNER, "--auth=trust", ...encoding);
  await cluster.start();
  const url = urlOf(OWNER, cluster.port);
  const query: CitusNode["query"] = async (work) => {
    const sql = connect(url);
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  const admin = connect(urlOf(OWNER, cluster.port, "postgres"));
  await admin.unsafe(`create database ${DATABASE}`);
  // As in the guide: Citus doesn't know that it is the same role on all nodes.
  await admin.unsafe(`create role ${APP_ROLE} login`);
  await admin.end();
  await query((sql) => sql`create extension citus`);
  return { ...cluster, url, query };
}

/** Makes the nodes one cluster whose coordinator has no buckets. */
const joinNodes = (coordinator: CitusNode, workers: CitusNode[]) =>
  coordinator.query(async (sql) => {
    await setCoordinator(sql, coordinator.port, false);
    for (const { port } of workers) await sql`select citus_add_node(${HOST}, ${port}::int)`;
  });

/** The names of the transactions that are prepared on the nodes that run, neither committed nor rolled back yet. */
export async function preparedTransactions({ coordinator, workers }: CitusCluster) {
  const found = await Promise.all(
    [coordinator, ...workers]
      .filter(({ isRunning }) => isRunning())
      .map(({ query }) =>
        query((sql) => sql<{ gid: string }[]>`select gid from pg_prepared_xacts`),
      ),
  );
  return found.flat().map(({ gid }) => gid);
}

/**
 * Starts a Citus cluster of a coordinator and `workers` nodes on this machine, with an empty database and with `settings`
 * added on each node. Its nodes can be killed and started again. Call `remove` in the end; the end of this process does
 * the same.
 */
export async function startCitusCluster(
  workers: number,
  settings: Record<string, string> = {},
): Promise<CitusCluster> {
  const parent = makeDataDir();
  const nodes: CitusNode[] = [];
  const abandon = () => {
    for (const { killNow } of nodes) killNow();
    rmSync(parent, { recursive: true, force: true });
  };
  process.once("exit", abandon);
  const remove = async () => {
    for (const { end } of nodes) await end();
    process.off("exit", abandon);
    abandon();
  };
  try {
    const add = async (name: string) => {
      const node = await createNode(parent, name, settings);
      nodes.push(node);
      return node;
    };
    const coordinator = await add("coordinator");
    for (let n = 1; n <= workers; n++) await add(`worker-${n}`);
    await joinNodes(coordinator, nodes.slice(1));
    return {
      url: coordinator.url,
      appUrl: urlOf(APP_ROLE, coordinator.port),
      nodeUrl: urlAt(APP_ROLE, "{node}"),
      coordinator,
      workers: nodes.slice(1),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
