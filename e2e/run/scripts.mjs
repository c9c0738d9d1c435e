// A step that starts every script of package.json at its smallest size, in a copy of the working tree, and fails if one
// doesn't end well.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { copyWorkingTree, removeCopy } from "../mutants/scratch.mjs";

/** @typedef {import("./reports.mjs").TestResult} TestResult */
/**
 * @typedef {{ args?: string[], variables?: Record<string, string>, serves?: true, inTier?: true }} Size How to start a
 * script. One that `serves` is stopped once it has answered. One `inTier` is run by the tiers, not by this step.
 */

/** A script that hangs is stopped after this time, however busy the machine is. */
const MAX_SCRIPT_MS = 15 * 60_000;
const STOP_TIMEOUT_MS = 2 * 60_000;
const POLL_EVERY_MS = 200;
const MAX_OUTPUT_CHARS = 20_000;
const MAX_MESSAGE_CHARS = 2_000;

const { version, scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** One short round. Enough keys that none reaches its limit. */
const ONE_ROUND = { ROUNDS: "1", ROUND_MS: "200", KEYS: "100", STORES: "2" };

/** @type {Record<string, Size>} */
const SMALLEST = {
  start: { serves: true },
  build: {},
  dev: { serves: true },
  test: { inTier: true },
  "test:all": { inTier: true },
  "test:nightly": { inTier: true },
  verify: { inTier: true },
  "test:quick": { inTier: true },
  "test:citus": { inTier: true },
  "test:mutants": { args: ["--list"] },
  fuzz: { args: ["20"] },
  faults: { args: "--only,kill app,--count,1,--minutes,1,--patience,10".split(",") },
  clients: {},
  scrip: { args: ["--help"] },
  release: { args: [version, "--dry-run"] },
  bench: {
    variables: {
      ...ONE_ROUND,
      GROWTH_CARDS: "500",
      GROWTH_TRANSACTIONS: "100",
      MEMORY_DEBITS: "1000",
    },
  },
  "bench:webhooks": { variables: { DELIVERIES: "200", OLD_DELIVERIES: "1000" } },
  "bench:dashboard": { variables: { ...ONE_ROUND, CARDS: "500" } },
  "bench:weight": {},
};

const GIT_NAME = ["-c", "user.name=test", "-c", "user.email=test@example.com"];

/** Copies the working tree as the only commit of a repository: scripts ask git for files and for releases. */
function copyRepository() {
  const copy = copyWorkingTree();
  rmSync(join(copy, ".next", "cache"), { recursive: true, force: true });
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: copy, stdio: ["ignore", "ignore", "inherit"] });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git(...GIT_NAME, "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", "Working tree");
  return copy;
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });

/** Whether a process of the group still runs. */
function isGroupRunning(/** @type {number} */ group) {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until a group of processes has ended. Returns false if it takes too long. */
async function groupEnds(/** @type {number} */ group, /** @type {number} */ withinMs) {
  const untilMs = Date.now() + withinMs;
  while (isGroupRunning(group)) {
    if (Date.now() > untilMs) return false;
    await sleep(POLL_EVERY_MS);
  }
  return true;
}

/** Ends a group like Ctrl-C, so that it stops its servers. Returns false if it had to be killed. */
async function stopGroup(/** @type {number} */ group) {
  if (!isGroupRunning(group)) return true;
  process.kill(-group, "SIGINT");
  if (await groupEnds(group, STOP_TIMEOUT_MS)) return true;
  process.kill(-group, "SIGKILL");
  return false;
}

/** Starts a script of the copy in a group of its own. */
async function startScript(
  /** @type {string} */ copy,
  /** @type {string} */ name,
  /** @type {Size} */ { args = [], variables = {}, serves },
) {
  const child = spawn("npm", ["run", name, "--", ...args], {
    cwd: copy,
    env: { ...process.env, ...variables, ...(serves && { PORT: String(await freePort()) }) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output = (output + chunk).slice(-MAX_OUTPUT_CHARS);
    });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => {
    child.once("close", resolve).once("error", () => resolve(null));
  });
  return { group: child.pid ?? 0, ended, output: () => stripVTControlCharacters(output) };
}

/** Why a server didn't answer; null if it did. */
async function serverProblem(/** @type {Awaited<ReturnType<typeof startScript>>} */ server) {
  let over = false;
  void server.ended.then(() => {
    over = true;
  });
  const untilMs = Date.now() + MAX_SCRIPT_MS;
  while (!over && Date.now() < untilMs) {
    const [, url] = /Scrip runs at (http\S+)/.exec(server.output()) ?? [];
    // In development, the first page can take longer to compile than a connection lasts.
    const answer = url && (await fetch(url).catch(() => null));
    if (answer) return answer.status === 200 ? null : `It answered with ${answer.status}.`;
    await sleep(POLL_EVERY_MS);
  }
  return over ? "It ended before it answered." : "It didn't answer in time.";
}

/** Why a script didn't end well; null if it did. */
async function scriptProblem(/** @type {Awaited<ReturnType<typeof startScript>>} */ { ended }) {
  const code = await Promise.race([ended, sleep(MAX_SCRIPT_MS, "late", { ref: false })]);
  if (code === "late") return "It didn't end in time.";
  return code === 0 ? null : `It ended with ${code}.`;
}

/** Runs a script to its end. @returns {Promise<TestResult>} */
async function runScript(
  /** @type {string} */ copy,
  /** @type {string} */ name,
  /** @type {Size} */ size,
) {
  const startedMs = Date.now();
  const script = await startScript(copy, name, size);
  const stop = () => void stopGroup(script.group);
  // Ctrl-C doesn't reach another group.
  process.once("SIGINT", stop);
  let problem;
  try {
    problem = await (size.serves ? serverProblem(script) : scriptProblem(script));
  } catch (error) {
    problem = String(error);
  }
  const stopped = await stopGroup(script.group);
  process.off("SIGINT", stop);
  problem ??= stopped ? null : "It didn't stop.";
  const seconds = (Date.now() - startedMs) / 1_000;
  return resultOf(name, seconds, problem && `${problem}\n${script.output()}`);
}

/** @returns {TestResult} */
const resultOf = (
  /** @type {string} */ name,
  /** @type {number} */ seconds,
  /** @type {string | null} */ problem,
) => ({
  file: "package.json",
  line: null,
  title: `npm run ${name}`,
  seconds,
  outcome: problem ? "failed" : "passed",
  // The end of the output says why.
  message:
    problem && problem.length > MAX_MESSAGE_CHARS
      ? `… ${problem.slice(-MAX_MESSAGE_CHARS)}`
      : (problem ?? ""),
});

/** Every script of package.json, at its smallest size. */
export const everyScript = {
  name: "Scripts of package.json",
  run: async () => {
    /** @type {TestResult[]} */
    const tests = [];
    const copy = copyRepository();
    try {
      for (const name of Object.keys(scripts)) {
        const size = SMALLEST[name];
        if (size?.inTier) continue;
        const result = size
          ? await runScript(copy, name, size)
          : resultOf(name, 0, `There is no smallest size for "${name}" in e2e/run/scripts.mjs.`);
        const { outcome, seconds, title, message } = result;
        console.log(`${outcome}  ${title}  ${seconds.toFixed(1)} s`);
        if (outcome === "failed") console.log(message);
        tests.push(result);
      }
    } finally {
      removeCopy(copy);
    }
    const failed = tests.filter(({ outcome }) => outcome === "failed").length;
    return { passed: tests.length - failed, failed, tests };
  },
};
