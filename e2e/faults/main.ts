import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { codeOf } from "@/lib/base/errors";
import { SEED } from "@/lib/testing/random";
import { type Checked, checkHistory } from "./check/check";
import { markdownRows, printSummary, printViolations } from "./check/print";
import { mergeSummaries } from "./check/summary";
import { readHistory } from "./history";
import { EXIT_WITH_VIOLATIONS } from "./program.mjs";
import { runFaults } from "./run-faults";
import { FAULT_NAMES, type Fault, type FaultName, faultsOf, scheduleOf, tourOf } from "./schedule";

const USAGE = `npm run faults -- [options]

  --minutes 10        When the last fault begins. Start and end take a minute or two more.
  --seed 42           Repeats the faults of a run with the same options. Timing differs.
  --only "kill app"   Faults to choose from, separated by commas. All by default.
  --count 50          Ends after so many faults, which may be before.
  --citus             On a Citus cluster with three buckets, with the faults of its nodes.
  --direct            With --citus, instances call the workers directly.
  --tour              Each fault once, as short as it can be.
  --replay FILE       Repeats the faults of a history.
  --check FILE,…      Checks histories again, without a run.
  --markdown          Prints a table of the faults for documentation.
  --rate 50           Requests per second.
  --patience 1        Multiplies the bounds of waiting and recovery, for a busy machine.
  --stop              Ends at the first violation.
  --json              Prints the result as JSON.

  --bugs [NAME]       Runs on copies of the product with a deliberate bug each, which must be found.

Each violation names its operations in brackets: they are \`n\` in the lines of the history (e2e/faults/history.ts).
Exits with 0 if there was no violation, with 2 if there was one, and with 1 if the run failed.

Faults: ${FAULT_NAMES.join(", ")}`;

/** A mistake in the options, or in a file that they name. */
class UsageError extends Error {}

const FLAG = { type: "boolean", default: false } as const;
const OPTIONS = {
  minutes: { type: "string", default: "10" },
  seed: { type: "string", default: String(SEED) },
  only: { type: "string" },
  count: { type: "string", default: "100000" },
  citus: FLAG,
  direct: FLAG,
  tour: FLAG,
  replay: { type: "string" },
  check: { type: "string" },
  rate: { type: "string", default: "50" },
  patience: { type: "string", default: "1" },
  stop: FLAG,
  json: FLAG,
  markdown: FLAG,
  help: FLAG,
} as const;

function parseOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const values = parseOptions();

/** A positive number. Throws a UsageError for another text. */
function numberOf(name: "minutes" | "seed" | "rate" | "patience" | "count"): number {
  const number = Number(values[name]);
  if (number > 0 && number < Infinity) return number;
  throw new UsageError(`--${name} must be a positive number.`);
}

const isFault = (name: string): name is FaultName => FAULT_NAMES.some((one) => one === name);

function chosenFaults(only: string | undefined): readonly FaultName[] {
  const names =
    only?.split(",").map((name) => name.trim()) ?? faultsOf(values.citus ? "citus" : "pair");
  const unknown = names.filter((name) => !isFault(name));
  if (unknown.length > 0)
    throw new UsageError(`There is no fault "${unknown[0]}". --help lists all.`);
  return names.filter(isFault);
}

/** The faults of a history in order. */
async function faultsIn(path: string): Promise<Fault[]> {
  const faults: Fault[] = [];
  for await (const line of readHistory(path))
    if (line.kind === "fault" && line.phase === "begins") faults.push(line.fault);
  return faults;
}

function* firstOf<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}

const plannedFaults = async (seed: number, names: readonly FaultName[]) => {
  if (values.replay) return await faultsIn(values.replay);
  return values.tour ? tourOf(seed, names) : firstOf(scheduleOf(seed, names), numberOf("count"));
};

/** A file that doesn't exist yet: an earlier history of the seed may have a violation. */
function newHistoryPath(seed: number): string {
  for (let n = 1; ; n++) {
    const path = join(".build", "faults", `${seed}${n > 1 ? `-${n}` : ""}.jsonl`);
    if (!existsSync(path)) return path;
  }
}

/** Runs the faults, or checks a history. Returns whether there was no violation. */
async function main(): Promise<boolean> {
  const patience = numberOf("patience");
  if (values.check) return report(values.check.split(","), patience);
  if (values.direct && !values.citus) throw new UsageError("--direct needs --citus.");
  const seed = numberOf("seed");
  const names = chosenFaults(values.only);
  const historyPath = newHistoryPath(seed);
  console.log(`Seed ${seed}. History: ${historyPath}\nStarting the system and opening stores …`);
  await runFaults({
    seed,
    historyPath,
    patience,
    print: console.log,
    stopsAtViolation: values.stop,
    onCitus: values.citus ? { directCalls: values.direct } : null,
    faults: await plannedFaults(seed, names),
    minutes: numberOf("minutes"),
    requestsPerSecond: numberOf("rate"),
  });
  return report([historyPath], patience);
}

/** Checks histories, and prints the violations of each and what they say together. */
async function report(paths: string[], patience: number): Promise<boolean> {
  const all: Checked[] = [];
  for (const path of paths) {
    if (!existsSync(path)) throw new UsageError(`There is no ${path}.`);
    const checked = await checkHistory(path, { patience });
    all.push(checked);
    if (values.json) process.stdout.write(`${JSON.stringify(checked)}\n`);
    else printViolations(path, checked);
  }
  const summary = mergeSummaries(all.map((checked) => checked.summary));
  if (values.markdown) console.log(`\n${markdownRows(summary).join("\n")}`);
  else if (!values.json) printSummary(summary);
  return all.every(({ violations }) => violations.length === 0);
}

// What was started, mounted or written to temporary folders is removed when this process exits.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => {
    console.error("Stopped: the history has no end.");
    process.exit(130);
  });
}

// A query of this program's own can be lost with its Postgres, also one that the driver made for itself.
process.on("unhandledRejection", (error) => {
  if (!/^(CONNECTION_|ECONN)/.test(codeOf(error))) throw error;
});

if (values.help) console.log(USAGE);
else {
  const found = await main().catch((error) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exit(1);
  });
  process.exit(found ? 0 : EXIT_WITH_VIOLATIONS);
}
