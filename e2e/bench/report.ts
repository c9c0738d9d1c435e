import { verify } from "@/lib/ledger/verify/verify";
import { ownerUrl, vacuum } from "./history";
import type { LoadResult } from "./load";
import { cpuOf, postgresCpu } from "./machine";
import { keep } from "./results.mjs";

/** Warm-up before all measurements. Fast scenarios reach the ten thousand calls that warm up a server. */
const WARM_UP_MS = 4_000;
/** Rounds of less than a second are a quick look, which warms up for a shorter time, too. */
const WARM_UP_ROUNDS = 4;

/** Uncounted load before each measurement, because the server's cached keys have expired meanwhile. */
const LEAD_IN_MS = 500;

const SHOWN_PROBLEMS = 5;

export type Scenario = {
  name: string;
  /** The processes whose CPU counts as the app's. */
  pids: number[];
  /** The folders of its Postgres clusters. */
  homes: string[];
  run: (ms: number) => Promise<LoadResult>;
};

export type Sample = {
  perSecond: number;
  /** CPU per request. */
  appMs: number;
  postgresMs: number;
  /** `postgresMs` of each of the scenario's clusters. */
  clustersMs: number[];
  p50Ms: number;
  p99Ms: number;
};

/** A measured value with one bound, either `least` or `most`. */
export type Ratio = { name: string; value: number; least?: number; most?: number };

const isWithinBound = ({ value, least = -Infinity, most = Infinity }: Ratio): boolean =>
  value >= least && value <= most;

/** The value that `share` of the values are below. 0 for an empty list. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function measure({ name, pids, homes, run }: Scenario, ms: number): Promise<Sample> {
  const before = { app: cpuOf(pids), clusters: homes.map(postgresCpu) };
  const { requests, seconds, p50Ms, p99Ms, refused } = await run(ms);
  const each = (cpuMs: number) => cpuMs / Math.max(1, requests);
  if (Object.keys(refused).length > 0) {
    process.exitCode = 1;
    console.error(`${name}: not every call succeeded, by status: ${JSON.stringify(refused)}`);
  }
  const clustersMs = homes.map((home, n) => each(postgresCpu(home) - (before.clusters[n] ?? 0)));
  return {
    perSecond: requests / seconds,
    appMs: each(cpuOf(pids) - before.app),
    postgresMs: clustersMs.reduce((sum, clusterMs) => sum + clusterMs, 0),
    clustersMs,
    p50Ms,
    p99Ms,
  };
}

type Rounds = {
  /** The databases to vacuum after the warm-up. */
  urls?: string[];
  rounds: number;
  ms: number;
};

/**
 * Runs the scenarios in turn, `rounds` times, so that fluctuations in the machine's speed affect them equally.
 */
export async function inRounds(
  scenarios: Scenario[],
  { urls = [ownerUrl()], rounds, ms }: Rounds,
): Promise<Map<string, Sample[]>> {
  const samples = new Map(scenarios.map(({ name }) => [name, [] as Sample[]]));
  const warmUpMs = Math.min(WARM_UP_MS, WARM_UP_ROUNDS * ms);
  for (const scenario of scenarios) await measure(scenario, warmUpMs);
  // Forces new plans: those made while the tables were almost empty are not realistic.
  for (const url of urls) await vacuum(url);
  console.log("warmed up");
  for (let round = 1; round <= rounds; round++) {
    for (const scenario of scenarios) {
      await scenario.run(Math.min(LEAD_IN_MS, ms));
      samples.get(scenario.name)?.push(await measure(scenario, ms));
    }
    console.log(`round ${round} of ${rounds}`);
  }
  return samples;
}

/** The median, over the rounds, of the ratio of two samples from the same round. */
export function ratioOf(
  samples: Map<string, Sample[]>,
  [above, below]: [string, string],
  of: (above: Sample, below: Sample) => number,
): number {
  const others = samples.get(below) ?? [];
  const ratios = (samples.get(above) ?? []).flatMap((sample, round) => {
    const other = others[round];
    return other ? [of(sample, other)] : [];
  });
  return percentile(ratios, 0.5);
}

/** The median of each scenario's rounds, by scenario name. */
function summary(samples: Map<string, Sample[]>) {
  const keys = ["perSecond", "appMs", "postgresMs", "p50Ms", "p99Ms"] as const;
  const rows = [...samples].map(([name, rounds]) => {
    const medians = keys.map((key) => {
      const values = rounds.map((sample) => sample[key]);
      return [key, Number(percentile(values, 0.5).toFixed(3))];
    });
    return [name, Object.fromEntries(medians)];
  });
  return Object.fromEntries(rows);
}

/** Recomputes the whole ledger after a measurement. A problem fails the run. */
async function checkLedger() {
  const checked = await verify();
  const { ok, cards, transactions, problems } = checked;
  console.log(`Ledger: ${cards} cards, ${transactions} transactions, ${problems.length} problems`);
  if (!ok) console.error(JSON.stringify(problems.slice(0, SHOWN_PROBLEMS)));
  if (!ok) process.exitCode = 1;
  return checked;
}

type PartResult = { samples?: Map<string, Sample[]>; ratios: Ratio[]; [figures: string]: unknown };

/** Prints a part's medians, checks the ledger, and keeps everything. */
export async function report(part: string, { samples, ...found }: PartResult): Promise<void> {
  const rows = samples && summary(samples);
  if (rows) console.table(rows);
  const ratios = found.ratios.map((ratio) => ({ ...ratio, holds: isWithinBound(ratio) }));
  const rounds = samples && Object.fromEntries(samples);
  keep(part, { ...found, ratios, rows, rounds, ledger: await checkLedger() });
}
