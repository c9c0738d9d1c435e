import { randomBy, shuffle } from "@/lib/testing/random";
import { choicesBy } from "./choices";

/**
 * What can happen: how often it is chosen, and for how long it lasts (from, to). What goes on in the background lasts
 * while other faults come and go.
 */
const FAULTS = {
  "kill app": { weight: 14, lastsMs: [0, 1_500] },
  "kill postgres": { weight: 14, lastsMs: [0, 1_500] },
  "kill standby": { weight: 3, lastsMs: [500, 5_000] },
  "kill pgbouncer": { weight: 4, lastsMs: [0, 1_500] },
  "end app": { weight: 4, lastsMs: [0, 1_500] },
  "stop app": { weight: 3, lastsMs: [2_000, 20_000] },
  "stop postgres": { weight: 1, lastsMs: [2_000, 20_000] },
  "end sessions": { weight: 4, lastsMs: [500, 3_000] },
  "exhaust connections": { weight: 2, lastsMs: [3_000, 8_000] },
  "cut connections": { weight: 20, lastsMs: [500, 4_000] },
  "lose replies": { weight: 6, lastsMs: [500, 4_000] },
  "half-open connections": { weight: 3, lastsMs: [2_000, 12_000] },
  "full disk": { weight: 3, lastsMs: [2_000, 6_000] },
  "fail over": { weight: 3, lastsMs: [500, 2_000] },
  "fail over unfenced": { weight: 1, lastsMs: [2_000, 5_000] },
  "change release": { weight: 1, lastsMs: [3_000, 6_000] },
  "slow network": { weight: 4, lastsMs: [4_000, 15_000], inBackground: true },
  "shift clock": { weight: 3, lastsMs: [5_000, 20_000], inBackground: true },
  "bad receivers": { weight: 4, lastsMs: [5_000, 25_000], inBackground: true },
  "bad shop": { weight: 4, lastsMs: [5_000, 25_000], inBackground: true },
  "kill coordinator": { weight: 10, lastsMs: [0, 1_500], onCitus: true },
  "kill worker": { weight: 20, lastsMs: [0, 1_500], onCitus: true },
  "move bucket": { weight: 4, lastsMs: [0, 500], onCitus: true },
} satisfies Record<string, Kind>;

type Kind = {
  weight: number;
  lastsMs: [from: number, to: number];
  inBackground?: true;
  onCitus?: true;
};

export type FaultName = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

const isOnCitus = (name: FaultName): boolean => {
  const kind: Kind = FAULTS[name];
  return kind.onCitus ?? false;
};

/** The faults of a run on a pair of Postgres servers, or on a Citus cluster. */
export const faultsOf = (database: "pair" | "citus"): FaultName[] =>
  FAULT_NAMES.filter((name) => isOnCitus(name) === (database === "citus"));

/**
 * A planned fault: it comes when the service was left alone for `afterMs` since it was back from the one before. `seed` decides
 * what its injection chooses, such as the instance or the connection.
 */
export type Fault = { name: FaultName; afterMs: number; lastsMs: number; seed: number };

const CALM_MS: Kind["lastsMs"] = [1_500, 5_000];
const TOUR_SPREAD_MS = 500;

/** Also of a fault that only a history still knows. */
export const isInBackground = ({ name }: Fault): boolean => {
  const kind: Kind | undefined = FAULTS[name];
  return kind?.inBackground ?? false;
};

/** An endless schedule of the named faults, the same for the same seed. */
export function* scheduleOf(seed: number, names: readonly FaultName[]): Generator<Fault> {
  const random = randomBy(seed);
  const weighted = names.map((name) => [FAULTS[name].weight, name] as const);
  for (;;) {
    const name = choicesBy(random).byWeight(weighted);
    yield plan(random, name, FAULTS[name].lastsMs);
  }
}

/** Each of the named faults once, in an order by the seed, and as short as it can be. */
export function tourOf(seed: number, names: readonly FaultName[]): Fault[] {
  const random = randomBy(seed);
  return shuffle(random, names).map((name) => {
    const [leastMs] = FAULTS[name].lastsMs;
    return plan(random, name, [leastMs, leastMs + TOUR_SPREAD_MS]);
  });
}

function plan(random: () => number, name: FaultName, lastsMs: Kind["lastsMs"]): Fault {
  const between = ([from, to]: Kind["lastsMs"]) => Math.round(from + random() * (to - from));
  const seed = between([0, 2 ** 31]);
  return { name, afterMs: between(CALM_MS), lastsMs: between(lastsMs), seed };
}
