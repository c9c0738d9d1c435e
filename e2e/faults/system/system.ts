import { resolve } from "node:path";
import { lastingPort } from "@/e2e/support/lasting-port";
import { PRODUCTION_VARIABLES } from "@/e2e/support/new-database";
import { type Release, runToEnd, scripOf, thisRelease } from "@/e2e/support/releases";
import type { History } from "../history";
import { type CitusOptions, startCitusDatabase } from "./citus";
import { sample, startInstance } from "./instance";
import { startMail } from "./mail";
import type { Database, Instance, Link, System } from "./parts";
import { startBouncer } from "./pgbouncer";
import { startDatabase } from "./postgres";
import { startProxy } from "./proxy";
import { startReceiver } from "./receivers";
import { startShop } from "./shop";

type Options = { history: History; seed: number; onCitus: CitusOptions | null };

const HEAP_MB = 320;
const INSTANCES = ["one", "two"];
const RECEIVERS = ["alpha", "beta", "gamma"];

/** The same URL, at another port of this machine. */
const atPort = (url: string, port: number): string => {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
};

const variablesOf = (database: Database) => ({
  ...PRODUCTION_VARIABLES,
  ...database.variables,
  DATABASE_URL: database.appUrl(),
  MIGRATE_DATABASE_URL: database.ownerUrl(),
});

/** Runs the `scrip` command on the current primary of the database, and reads what it prints. */
function operator(database: Database) {
  const scrip = (...words: string[]) => scripOf(thisRelease(), variablesOf(database))(...words);
  return {
    scrip,
    migrate: async (release: Release) => {
      await scripOf(release, variablesOf(database))("db", "migrate");
    },
    // With problems it exits with 1, and prints them.
    verify: async () => {
      const { folder, scrip: file } = thisRelease();
      const words = ["ledger", "verify"];
      const { output, error } = await runToEnd({ folder, file }, words, variablesOf(database));
      if (!output) throw new Error(`scrip ledger verify: ${error}`);
      return JSON.parse(output);
    },
  };
}

/** Like Promise.all(), but waits for each before it throws: what runs then can be stopped. */
async function all<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return await Promise.all(promises);
}

/** What has started, to be stopped in reverse. */
function makeStops() {
  const stops: (() => Promise<void>)[] = [];
  return {
    /** Starts a part, and remembers how to stop it. */
    started: async <Part>(starting: Promise<Part>, stop: (part: Part) => Promise<void>) => {
      const part = await starting;
      stops.push(() => stop(part));
      return part;
    },
    /** Stops everything, also if a stop fails. Throws the first failure then. */
    stopAll: async () => {
      const failures: unknown[] = [];
      for (const stop of stops.splice(0).reverse())
        await stop().catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}

type Stops = ReturnType<typeof makeStops>;

/** Starts proxies and keeps the list of them. */
function proxyStarter({ started }: Stops) {
  const proxies: Link[] = [];
  const proxyTo = async (name: string, port: number) => {
    const proxy = await started(startProxy(name, port), (one) => one.close());
    proxies.push(proxy);
    return proxy;
  };
  return { proxies, proxyTo };
}

type ProxyTo = ReturnType<typeof proxyStarter>["proxyTo"];

/** Starts what instances send requests to: receivers, a shop and a mail server, each behind a proxy. */
async function startOthers({ history, seed }: Options, { started }: Stops, proxyTo: ProxyTo) {
  const receivers = [];
  for (const [index, name] of RECEIVERS.entries()) {
    const starting = startReceiver({ name, seed: seed + index, history });
    const { port, ...receiver } = await started(starting, (one) => one.stop());
    const proxy = await proxyTo(`instances > receiver ${name}`, port);
    receivers.push({ ...receiver, url: atPort(receiver.url, proxy.port) });
  }
  const shop = await started(startShop("shop", seed + RECEIVERS.length), (one) => one.stop());
  const toShop = await proxyTo("instances > shop", shop.port);
  const mail = await started(startMail(), (one) => one.stop());
  const toMail = await proxyTo("instances > mail", mail.port);
  const address = atPort(shop.address, toShop.port);
  return {
    receivers,
    shop: { ...shop, address },
    mail,
    smtpUrl: `smtp://127.0.0.1:${toMail.port}`,
  };
}

/** What instances connect to: `port` is that of PgBouncer, or of the coordinator on Citus. */
type Backend = Pick<System, "database" | "cluster" | "bouncer" | "pointToPrimary"> & {
  port: number;
  variables: Record<string, string>;
};

/** Starts a pair of Postgres servers, and PgBouncer. */
async function startPair({ started }: Stops, proxies: Link[], proxyTo: ProxyTo): Promise<Backend> {
  const database = await started(startDatabase(), (one) => one.stop());
  proxies.push(database.replication);
  const toPostgres = await proxyTo("pgbouncer > postgres", database.port());
  const port = await lastingPort();
  const startingBouncer = startBouncer({ targetPort: toPostgres.port, port });
  const bouncer = await started(startingBouncer, (one) => one.stop());
  return {
    database,
    bouncer,
    port,
    cluster: null,
    variables: { DATABASE_PREPARE: "false" },
    pointToPrimary: ({ endOld } = {}) => toPostgres.retarget(database.port(), endOld),
  };
}

/** Starts a Citus cluster. */
async function startCluster({ started }: Stops, options: CitusOptions): Promise<Backend> {
  const { cluster, ...database } = await started(startCitusDatabase(options), (one) => one.stop());
  return {
    database,
    cluster,
    bouncer: null,
    port: database.port(),
    variables: database.variables,
    pointToPrimary: () => {},
  };
}

/**
 * Starts the service as an operator runs it: two instances behind proxies, PgBouncer, a pair of Postgres servers, and
 * receivers, a shop and a mail server. With `onCitus`, a Citus cluster with three buckets instead of the pair and
 * PgBouncer. Instances run the background work themselves. Throws, with everything stopped, if a part doesn't start.
 */
export async function startSystem(options: Options): Promise<System> {
  const stops = makeStops();
  const { started, stopAll } = stops;
  const { proxies, proxyTo } = proxyStarter(stops);
  try {
    const backend = await (options.onCitus
      ? startCluster(stops, options.onCitus)
      : startPair(stops, proxies, proxyTo));
    const { database } = backend;
    const commands = operator(database);
    await commands.migrate(thisRelease());
    for (const _ of database.buckets().slice(1)) await commands.scrip("bucket", "create");
    const { smtpUrl, ...others } = await startOthers(options, stops, proxyTo);

    const startOne = async (name: string): Promise<Instance> => {
      const port = await lastingPort();
      const part = backend.bouncer ? "pgbouncer" : "coordinator";
      const toDatabase = await proxyTo(`${name} > ${part}`, backend.port);
      const front = await proxyTo(`clients > ${name}`, port);
      const variables = {
        ...PRODUCTION_VARIABLES,
        ...backend.variables,
        DATABASE_URL: atPort(database.appUrl(), toDatabase.port),
        PORT: String(port),
        API_LANE: "direct",
        SMTP_URL: smtpUrl,
        WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true",
        NODE_EXTRA_CA_CERTS: resolve("e2e/support/receiver-cert.pem"),
        LOG_LEVEL: "warn",
        MAIL_PER_STORE_DAILY: "100000",
        // As in a small container: what is not used any more is collected before it takes the whole machine.
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
      };
      const starting = startInstance({ name, variables, front, history: options.history });
      return await started(starting, (one) => one.stop());
    };
    const instances = await all(INSTANCES.map(startOne));
    return {
      ...others,
      ...backend,
      instances,
      // In an order that a seed can rely on.
      proxies: proxies.sort((a, b) => (a.name < b.name ? -1 : 1)),
      ...commands,
      sample: () => {
        for (const one of instances.map(sample)) if (one) options.history.write(one);
      },
      stop: stopAll,
    };
  } catch (error) {
    await stopAll().catch(() => {});
    throw error;
  }
}
