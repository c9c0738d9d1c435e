import { pg } from "@/lib/db/client/client";
import { makeBenchStores } from "./bench-stores";
import { onInstance } from "./instance";
import { BARE_CARD_COUNT, type CallName } from "./load";
import type { Scenario } from "./report";
import { inRounds, ratioOf, report, type Sample } from "./report";
import {
  LANES,
  type LoadGenerator,
  type Server,
  startApp,
  startBenchServer,
  startLoad,
  withServers,
} from "./servers";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const ROUND_MS = Number(process.env.ROUND_MS ?? 1_500);
/** Runs only the scenarios whose name matches. */
const SCENARIO_FILTER = new RegExp(process.env.SCENARIOS ?? "");
const CONNECTIONS_1_AND_16 = [1, 16];
/** Enough connections that full commit groups overlap. */
const CONNECTIONS_UP_TO_64 = [...CONNECTIONS_1_AND_16, 64];
const CONNECTIONS_16 = [16];

type Servers = Record<(typeof LANES)[number] | "noop" | "bare", Server>;

/** API calls that are measured in both lanes. */
const CALLS_OF_A_LANE: [title: string, call: CallName, among: string, connections: number[]][] = [
  ["debit", "debit", "tills", CONNECTIONS_UP_TO_64],
  ["debit of one hot card", "debit", "hot", CONNECTIONS_1_AND_16],
  ["credit", "credit", "tills", CONNECTIONS_16],
  ["balance", "balance", "tills", CONNECTIONS_1_AND_16],
  ["list of 50 cards", "list", "tills", CONNECTIONS_16],
  ["create", "create", "tills", CONNECTIONS_16],
];

const scenarioName = (title: string, connections: number) => `${title}, ${connections} conn.`;

function scenariosOf(load: LoadGenerator, servers: Servers, home: string): Scenario[] {
  const calls = (
    title: string,
    server: Server,
    call: CallName,
    among: string,
    connections: number[],
  ): Scenario[] =>
    connections.map((count) => ({
      name: scenarioName(title, count),
      pids: [server.pid],
      homes: [home],
      run: (ms) => load.run({ call, among, ports: [server.port], connections: count, ms }),
    }));
  return [
    ...calls("Next no-op", servers.noop, "noop", "tills", CONNECTIONS_UP_TO_64),
    ...CALLS_OF_A_LANE.flatMap(([title, call, among, connections]) =>
      LANES.flatMap((lane) => calls(`${title}, ${lane}`, servers[lane], call, among, connections)),
    ),
    ...calls("update and insert, bare server", servers.bare, "bareWrite", "tills", CONNECTIONS_16),
  ];
}

const perSecondRatio = (above: Sample, below: Sample) => above.perSecond / below.perSecond;
const appCpuRatio = (above: Sample, below: Sample) => above.appMs / below.appMs;
const appMsOf = ({ appMs }: Sample) => appMs;

const DEBIT_SCENARIO = scenarioName("debit, direct", 16);
const NOOP_SCENARIO = scenarioName("Next no-op", 16);
const DEBIT_64 = scenarioName("debit, direct", 64);
const NOOP_64 = scenarioName("Next no-op", 64);
const HOT_CARD = scenarioName("debit of one hot card, direct", 16);
const BARE_SERVER = scenarioName("update and insert, bare server", 16);
const BALANCE = scenarioName("balance, direct", 16);
const CREATE = scenarioName("create, direct", 16);
const LIST_SCENARIO = scenarioName("list of 50 cards, direct", 16);

type Compare = (above: Sample, below: Sample) => number;

/** The bound of a ratio of two scenarios, or of one scenario's figure. */
const bound =
  (side: "least" | "most") =>
  (limit: number, name: string, of: Compare, above: string, below = above) => ({
    name: `${name}, ${/\d+ conn\.$/.exec(above)?.[0]}`,
    of,
    [side]: limit,
    pair: [above, below] as [string, string],
  });
const atLeast = bound("least");
const atMost = bound("most");

const BOUNDS = [
  atLeast(1.5, "debit ÷ Next no-op, requests/s", perSecondRatio, DEBIT_SCENARIO, NOOP_SCENARIO),
  atLeast(1.5, "debit ÷ Next no-op, requests/s", perSecondRatio, DEBIT_64, NOOP_64),
  atMost(
    1,
    "app + Postgres CPU per debit ÷ app CPU of Next no-op",
    (debit, noop) => (debit.appMs + debit.postgresMs) / noop.appMs,
    DEBIT_SCENARIO,
    NOOP_SCENARIO,
  ),
  atMost(0.25, "app CPU per debit, ms", appMsOf, DEBIT_SCENARIO),
  // The absolute bound above, made machine-independent: 0.25 ms was set where a no-op cost 0.58 ms.
  atMost(0.43, "app CPU per debit ÷ per Next no-op", appCpuRatio, DEBIT_SCENARIO, NOOP_SCENARIO),
  atMost(
    3,
    "Postgres CPU per debit ÷ of a bare update and insert",
    (debit, bare) => debit.postgresMs / bare.postgresMs,
    DEBIT_SCENARIO,
    BARE_SERVER,
  ),
  atLeast(
    0.5,
    "debit on one hot card ÷ on random cards, requests/s",
    perSecondRatio,
    HOT_CARD,
    DEBIT_SCENARIO,
  ),
  atLeast(4, "balance ÷ Next no-op, requests/s", perSecondRatio, BALANCE, NOOP_SCENARIO),
  atMost(1, "app CPU per creation ÷ per Next no-op", appCpuRatio, CREATE, NOOP_SCENARIO),
  atMost(1.2, "app CPU per list of 50 cards, ms", appMsOf, LIST_SCENARIO),
  atMost(
    0.6,
    "Postgres CPU per list of 50 cards, ms",
    ({ postgresMs }) => postgresMs,
    LIST_SCENARIO,
  ),
];

/** Creates the baseline's own tables: a ledger without rules or history. */
async function makeBareTables(): Promise<void> {
  const sql = pg();
  await sql`create schema bench`;
  await sql`create table bench.cards (
    id uuid primary key, balance_cents bigint not null, sequence int not null) with (fillfactor = 80)`;
  await sql`create table bench.transactions (
    id uuid primary key, card_id uuid not null, amount_cents bigint not null,
    created_at timestamptz not null default now())`;
  await sql`insert into bench.cards select lpad(to_hex(n), 32, '0')::uuid, 1000000000, 0
    from generate_series(1, ${BARE_CARD_COUNT}::int) n`;
}

await onInstance(10, async (_url, { home }) => {
  console.log("making stores, keys and cards …");
  await makeBareTables();
  const { tills, hot } = await makeBenchStores();
  await withServers(async (keep) => {
    const servers: Servers = {
      noop: await keep(startBenchServer("noop")),
      bare: await keep(startBenchServer("bare")),
      direct: await keep(startApp("direct")),
      next: await keep(startApp("next")),
    };
    const load = await keep(startLoad({ tills, hot }));
    const all = scenariosOf(load, servers, home);
    const scenarios = all.filter(({ name }) => SCENARIO_FILTER.test(name));
    if (scenarios.length === 0) throw new Error(`no scenario's name matches ${SCENARIO_FILTER}`);
    const samples = await inRounds(scenarios, { rounds: ROUNDS, ms: ROUND_MS });
    const measured = BOUNDS.filter(({ pair }) => pair.every((name) => samples.has(name)));
    const ratios = measured.map(({ pair, of, ...bound }) => ({
      ...bound,
      value: ratioOf(samples, pair, of),
    }));
    await report("api", { samples, ratios });
    console.log("Deliveries are queued and not sent: see npm run bench:webhooks.");
  });
});
