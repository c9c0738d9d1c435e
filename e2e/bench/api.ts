import { checkedBooks } from "./books";
import type { CallName } from "./calls";
import { onInstance } from "./instance";
import { barePgbench, makeBareTables } from "./pgbench";
import type { Scenario } from "./report";
import { inRounds, printTable, type Ratio, ratioOf, report, type Sample, summary } from "./report";
import {
  LANES,
  type LoadGenerator,
  type Server,
  startApp,
  startLoad,
  startOwn,
  withServers,
} from "./servers";
import { makeTills } from "./tills";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const ROUND_MS = Number(process.env.ROUND_MS ?? 1_500);
/** Those whose name this matches, where one looks at a few of them. */
const SCENARIOS = new RegExp(process.env.SCENARIOS ?? "");
const BOTH = [1, 16];
/** And so many that full groups of movements overlap. */
const UP_TO_64 = [...BOTH, 64];
const MANY = [16];

type Servers = Record<(typeof LANES)[number] | "noop" | "bare", Server>;

/** Calls of the API that are measured in both lanes. */
const CALLS_OF_A_LANE: [title: string, call: CallName, among: string, connections: number[]][] = [
  ["debit", "debit", "tills", UP_TO_64],
  ["debit of one hot card", "debit", "hot", BOTH],
  ["credit", "credit", "tills", MANY],
  ["balance", "balance", "tills", BOTH],
  ["list of 50 cards", "list", "tills", MANY],
  ["create", "create", "tills", MANY],
];

const named = (title: string, connections: number) => `${title}, ${connections} conn.`;

function scenariosOf(load: LoadGenerator, servers: Servers): Scenario[] {
  const calls = (
    title: string,
    server: Server,
    call: CallName,
    among: string,
    connections: number[],
  ): Scenario[] =>
    connections.map((count) => ({
      name: named(title, count),
      pids: [server.pid],
      run: (ms) => load.run({ call, among, ports: [server.port], connections: count, ms }),
    }));
  return [
    ...calls("Next no-op", servers.noop, "noop", "tills", UP_TO_64),
    ...CALLS_OF_A_LANE.flatMap(([title, call, among, connections]) =>
      LANES.flatMap((lane) => calls(`${title}, ${lane}`, servers[lane], call, among, connections)),
    ),
    ...calls("debit's function, bare server", servers.bare, "bareDebit", "tills", BOTH),
    ...calls("update and insert, bare server", servers.bare, "bareWrite", "tills", BOTH),
  ];
}

const perSecond = (above: Sample, below: Sample) => above.perSecond / below.perSecond;

function ratiosOf(samples: Map<string, Sample[]>, baseline: string): Ratio[] {
  const debit = named("debit, direct", 16);
  const noop = named("Next no-op", 16);
  const ratio = (pair: [string, string], of: (above: Sample, below: Sample) => number) =>
    ratioOf(samples, pair, of);
  return [
    {
      name: "debit ÷ Next no-op, requests/s, 16 conn.",
      value: ratio([debit, noop], perSecond),
      least: 1.5,
    },
    {
      name: "debit ÷ Next no-op, requests/s, 64 conn.",
      value: ratio([named("debit, direct", 64), named("Next no-op", 64)], perSecond),
      least: 1.5,
    },
    {
      name: "app + Postgres CPU per debit ÷ app CPU of Next no-op, 16 conn.",
      value: ratio([debit, noop], (a, b) => (a.appMs + a.postgresMs) / b.appMs),
      most: 1,
    },
    {
      name: "app CPU per debit, ms, 16 conn.",
      value: ratio([debit, debit], ({ appMs }) => appMs),
      most: 0.25,
    },
    {
      // The bound above for any machine: 0.25 ms were set where a no-op cost 0.58 ms.
      name: "app CPU per debit ÷ per Next no-op, 16 conn.",
      value: ratio([debit, noop], (a, b) => a.appMs / b.appMs),
      most: 0.43,
    },
    {
      name: "Postgres CPU per debit ÷ of a bare update and insert, 16 conn.",
      value: ratio([debit, baseline], (a, b) => a.postgresMs / b.postgresMs),
      most: 3,
    },
    {
      name: "debit on one hot card ÷ on random cards, requests/s, 16 conn.",
      value: ratio([named("debit of one hot card, direct", 16), debit], perSecond),
      least: 0.5,
    },
    {
      name: "balance ÷ Next no-op, requests/s, 16 conn.",
      value: ratio([named("balance, direct", 16), noop], perSecond),
      least: 4,
    },
  ];
}

/** The system's driver at C speed, where it is installed. */
function pgbenchScenarios(run: ReturnType<typeof barePgbench>): Scenario[] {
  if (!run) return [];
  return BOTH.map((count) => ({
    name: named("update and insert, pgbench", count),
    pids: [],
    run: (ms) => run(count, ms),
  }));
}

await onInstance(10, async (_url, database) => {
  console.log("making stores, keys and cards …");
  await makeBareTables();
  const { tills, hot } = await makeTills();
  await withServers(async (keep) => {
    const start = async (server: Promise<Server>) => {
      keep(await server);
      return await server;
    };
    const servers: Servers = {
      noop: await start(startOwn("noop")),
      bare: await start(startOwn("bare")),
      direct: await start(startApp("direct")),
      next: await start(startApp("next")),
    };
    const load = startLoad({ tills, hot });
    keep(load);
    const atCSpeed = pgbenchScenarios(barePgbench(database.url));
    const all = [...scenariosOf(load, servers), ...atCSpeed];
    const scenarios = all.filter(({ name }) => SCENARIOS.test(name));
    if (scenarios.length === 0) throw new Error(`no scenario's name matches ${SCENARIOS}`);
    const { home } = database;
    const samples = await inRounds(scenarios, { home, rounds: ROUNDS, ms: ROUND_MS });
    const driver = atCSpeed.length > 0 ? "pgbench" : "bare server";
    const rows = summary(samples);
    printTable(rows);
    console.log(
      "Webhooks are subscribed and deliveries queued, and not sent: see npm run bench:webhooks.",
    );
    const ratios = ratiosOf(samples, named(`update and insert, ${driver}`, 16));
    const measured = process.env.SCENARIOS ? ratios.filter(({ value }) => value > 0) : ratios;
    const books = await checkedBooks();
    report("api", { ratios: measured, rows, rounds: Object.fromEntries(samples), books });
  });
});
