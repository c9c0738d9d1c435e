import { startPgBouncer } from "../support/pgbouncer";
import { makeBenchStores } from "./bench-stores";
import { onInstance } from "./instance";
import type { CallName } from "./load";
import { inRounds, report, type Scenario } from "./report";
import { type Server, startApp, startLoad, withServers } from "./servers";

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const ROUND_MS = Number(process.env.ROUND_MS ?? 2_000);
const CONNECTIONS = 16;
const CALLS: CallName[] = ["debit", "balance"];

await onInstance(10, async (_url, { url, home }) => {
  console.log("making stores, keys and cards …");
  const { tills } = await makeBenchStores();
  await withServers(async (keep) => {
    const twoOn = async (variables: Record<string, string>): Promise<Server[]> => [
      await keep(startApp("direct", variables)),
      await keep(startApp("direct", variables)),
    ];
    const bouncer = await startPgBouncer(url);
    if (bouncer) await keep(bouncer);
    const load = await keep(startLoad({ tills }));
    const direct = { way: "direct", servers: await twoOn({}), pids: [] as number[] };
    const through = bouncer && {
      way: "through PgBouncer",
      servers: await twoOn({ DATABASE_URL: bouncer.url, DATABASE_PREPARE: "false" }),
      pids: [bouncer.pid],
    };
    const ways = through ? [direct, through] : [direct];
    const scenarios = CALLS.flatMap((call) =>
      ways.flatMap(({ way, servers, pids }) =>
        [1, 2].map((count): Scenario => {
          const used = servers.slice(0, count);
          const ports = used.map(({ port }) => port);
          return {
            name: `${call}, ${count} ${count === 1 ? "instance" : "instances"} ${way}`,
            pids: [...used.map(({ pid }) => pid), ...pids],
            homes: [home],
            run: (ms) => load.run({ call, among: "tills", ports, connections: CONNECTIONS, ms }),
          };
        }),
      ),
    );
    const samples = await inRounds(scenarios, { rounds: ROUNDS, ms: ROUND_MS });
    await report("instances", { samples, ratios: [] });
  });
});
