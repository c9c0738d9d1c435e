import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { vacuum } from "./history";
import { cpuOf, postgresCpu } from "./machine";
import { asTable, percentile } from "./table";

/** Where every part adds what it found; ignored by git. */
const RESULT = process.env.BENCH_RESULT ?? ".build/bench/result.json";

/** Of each load before all measurements: the fast ones make the ten thousand calls that warm a server up. */
const WARM_UP_MS = 4_000;

/** Of the same load before each measurement, not counted: since its last turn a server forgot its keys. */
const LEAD_IN_MS = 500;

/** What a burst gave; the times where the driver tells them. */
export type Burst = {
  requests: number;
  seconds: number;
  p50Ms?: number;
  p99Ms?: number;
  refused?: Record<string, number>;
};

export type Scenario = {
  name: string;
  /** The processes whose CPU is the app's. */
  pids: number[];
  run: (ms: number) => Promise<Burst>;
};

export type Sample = {
  perSecond: number;
  /** CPU per request. */
  appMs: number;
  postgresMs: number;
  p50Ms: number;
  p99Ms: number;
};

/** A figure that a bound is set for, with what of the bound is `least` or `most`. */
export type Ratio = { name: string; value: number; least?: number; most?: number };

const median = (values: number[]): number => percentile(values, 0.5);

const holds = ({ value, least = -Infinity, most = Infinity }: Ratio): boolean =>
  value >= least && value <= most;

async function measure({ name, pids, run }: Scenario, home: string, ms: number): Promise<Sample> {
  const before = { app: cpuOf(pids), postgres: postgresCpu(home) };
  const { requests, seconds, p50Ms = 0, p99Ms = 0, refused = {} } = await run(ms);
  const each = (cpuMs: number) => cpuMs / Math.max(1, requests);
  if (Object.keys(refused).length > 0) {
    process.exitCode = 1;
    console.error(`${name}: not every call succeeded, by status: ${JSON.stringify(refused)}`);
  }
  return {
    perSecond: requests / seconds,
    appMs: each(cpuOf(pids) - before.app),
    postgresMs: each(postgresCpu(home) - before.postgres),
    p50Ms,
    p99Ms,
  };
}

/** Runs the scenarios in turn, so often, so that what changes meanwhile touches all of them alike. */
export async function inRounds(
  scenarios: Scenario[],
  { home, rounds, ms }: { home: string; rounds: number; ms: number },
): Promise<Map<string, Sample[]>> {
  const samples = new Map(scenarios.map(({ name }) => [name, [] as Sample[]]));
  for (const scenario of scenarios) await measure(scenario, home, WARM_UP_MS);
  // Plans that were made while the tables were all but empty are made anew, as in an instance that
  // has been running for a day.
  await vacuum();
  console.log("warmed up");
  for (let round = 1; round <= rounds; round++) {
    for (const scenario of scenarios) {
      await scenario.run(LEAD_IN_MS);
      samples.get(scenario.name)?.push(await measure(scenario, home, ms));
    }
    console.log(`round ${round} of ${rounds}`);
  }
  return samples;
}

/** The median over the rounds of what two samples of the same round make. */
export function ratioOf(
  samples: Map<string, Sample[]>,
  [above, below]: [string, string],
  of: (above: Sample, below: Sample) => number,
): number {
  const others = samples.get(below) ?? [];
  return median(
    (samples.get(above) ?? []).flatMap((sample, round) => {
      const other = others[round];
      return other ? [of(sample, other)] : [];
    }),
  );
}

/** The medians of each scenario's rounds, as one prints them. */
export function summary(samples: Map<string, Sample[]>) {
  return [...samples].map(([name, rounds]) => {
    const of = (key: keyof Sample) => median(rounds.map((sample) => sample[key]));
    return {
      name,
      perSecond: Math.round(of("perSecond")),
      appMs: rounded(of("appMs")),
      postgresMs: rounded(of("postgresMs")),
      p50Ms: rounded(of("p50Ms")),
      p99Ms: rounded(of("p99Ms")),
    };
  });
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

export function printTable(rows: Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? "")));
  console.log(`\n${asTable([columns, ...cells])}\n`);
}

function printRatios(ratios: Ratio[]): void {
  console.log("A ratio is the median of the rounds' own.");
  printTable(
    ratios.map((ratio) => ({
      ratio: ratio.name,
      found: ratio.value.toFixed(2),
      bound: ratio.least === undefined ? `≤ ${ratio.most}` : `≥ ${ratio.least}`,
      holds: holds(ratio) ? "yes" : "NO",
    })),
  );
}

/** Prints a part's ratios and adds all that it found to the run's file. */
export function report(part: string, found: { ratios: Ratio[]; [figures: string]: unknown }): void {
  if (found.ratios.length > 0) printRatios(found.ratios);
  const file = existsSync(RESULT) ? JSON.parse(readFileSync(RESULT, "utf8")) : {};
  const ratios = found.ratios.map((ratio) => ({ ...ratio, holds: holds(ratio) }));
  mkdirSync(dirname(RESULT), { recursive: true });
  const all = { ...file, [part]: { at: new Date().toISOString(), ...found, ratios } };
  writeFileSync(RESULT, `${JSON.stringify(all, null, 2)}\n`);
}
