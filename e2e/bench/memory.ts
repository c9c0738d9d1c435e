import { makeBenchStores } from "./bench-stores";
import { onInstance } from "./instance";
import { memoryOf } from "./machine";
import { report } from "./report";
import { type Server, startApp, startLoad, withServers } from "./servers";

const DEBIT_COUNT = Number(process.env.MEMORY_DEBITS ?? 1_000_000);
/** At least as many as there are connections. */
const FIRST_SAMPLE_DEBITS = Math.min(10_000, Math.max(64, DEBIT_COUNT / 10));
/** Time limit for slow machines. */
const MAX_RUN_MS = Number(process.env.MEMORY_MINUTES ?? 12) * 60_000;
const DEBITS_PER_SAMPLE = 50_000;
const CONNECTIONS = 64;
/** A small heap, so that garbage collection doesn't depend on the machine's memory. */
const HEAP_OPTION = "--max-old-space-size=256";

type MemorySample = { debits: number; perSecond: number; appMb: number; postgresMb: number };

/** Runs the debits, and records the memory after the first of them, along the way and at the end. */
async function measureGrowth(
  server: Server,
  home: string,
  debit: (count: number) => Promise<number>,
) {
  const points: MemorySample[] = [];
  const startedAtMs = performance.now();
  let debits = 0;
  while (debits < DEBIT_COUNT && performance.now() - startedAtMs < MAX_RUN_MS) {
    const count =
      debits === 0 ? FIRST_SAMPLE_DEBITS : Math.min(DEBITS_PER_SAMPLE, DEBIT_COUNT - debits);
    const perSecond = Math.round(await debit(count));
    debits += count;
    const point = { debits, perSecond, ...memoryOf(server.pid, home) };
    points.push(point);
    const [app, postgres] = [point.appMb.toFixed(0), point.postgresMb.toFixed(0)];
    console.log(`${debits} debits, ${perSecond}/s: app ${app} MB, Postgres ${postgres} MB`);
  }
  return points;
}

await onInstance(10, async (_url, { home }) => {
  console.log("making stores, keys and cards …");
  const { tills } = await makeBenchStores();
  await withServers(async (keep) => {
    const server = await keep(startApp("direct", { NODE_OPTIONS: HEAP_OPTION }));
    const load = await keep(startLoad({ tills }));
    const points = await measureGrowth(server, home, async (count) => {
      const { requests, seconds, refused } = await load.run({
        call: "debit",
        among: "tills",
        ports: [server.port],
        connections: CONNECTIONS,
        ms: 0,
        count,
      });
      if (Object.keys(refused).length > 0) throw new Error(JSON.stringify(refused));
      return requests / seconds;
    });
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) throw new Error("nothing was debited");
    const total = ({ appMb, postgresMb }: MemorySample) => appMb + postgresMb;
    const name = (of: string) =>
      `memory of ${of} after ${last.debits} debits ÷ after ${first.debits}`;
    await report("memory", {
      ratios: [
        { name: name("app and Postgres"), value: total(last) / total(first), most: 1.3 },
        { name: name("the app"), value: last.appMb / first.appMb, most: 1.3 },
      ],
      points,
    });
  });
});
