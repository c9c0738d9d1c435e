// Runs the programs of a step, and counts their CPU time.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;
/** Where /proc tells it, the shell that ran the program prints what it and all its children used, on descriptor 3. */
const COUNTED = '"$@"; code=$?; read -r usage < /proc/$$/stat; echo "$usage" >&3; exit $code';
const canCount = process.platform === "linux" && existsSync("/proc/self/stat");

/** CPU seconds of the children that a process has waited for, from the text of its /proc/PID/stat. */
function childSecondsOf(/** @type {string} */ stat) {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

/** CPU seconds that the run's Postgres servers wrote down when they were removed. */
const postgresSeconds = (/** @type {string} */ file) =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .reduce((sum, line) => sum + Number(line), 0)
    : 0;

/**
 * Runs Node with `args` to its end. Prints its output live, or in one piece at the end so that parallel programs stay
 * readable. Returns whether it succeeded, and the CPU seconds of it, its children and the servers of `postgresFile`;
 * null where the system doesn't tell.
 */
export function runNode(
  /** @type {{ print: boolean, variables?: Record<string, string>, postgresFile?: string }} */ options,
  /** @type {string[]} */ ...args
) {
  const { print, variables, postgresFile = "" } = options;
  const program = [process.execPath, ...args];
  const [command = "", ...words] = canCount
    ? ["/bin/sh", "-c", COUNTED, "sh", ...program]
    : program;
  const child = spawn(command, words, {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { ...process.env, ...variables, TEST_POSTGRES_CPU_FILE: postgresFile },
  });
  /** @type {Buffer[]} */
  const kept = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => (print ? process.stdout.write(chunk) : kept.push(chunk)));
  }
  let usage = "";
  child.stdio[3]?.on("data", (chunk) => {
    usage += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.stdout.write(Buffer.concat(kept));
      const cpuSeconds = usage ? childSecondsOf(usage) + postgresSeconds(postgresFile) : null;
      resolve({ succeeded: code === 0, cpuSeconds });
    });
  });
}
