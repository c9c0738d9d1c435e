import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { spawnServer, stopServer, waitUntilRunning } from "@/e2e/support/instance";
import { hasEnded, readStatusKb } from "@/e2e/support/processes";
import { type Release, thisRelease } from "@/e2e/support/releases";
import type { History, Sample } from "../history";
import type { Instance, Link } from "./parts";

type Programs = Pick<Release, "folder" | "server">;

type Options = {
  name: string;
  /** With `PORT`, where the front proxy leads. */
  variables: Record<string, string>;
  front: Link;
  history: History;
};

/** What a service manager waits before it starts a process again. */
const RESTART_AFTER_MS = 1_000;
const START_DEADLINE_MS = 120_000;
const CLOCK = pathToFileURL(resolve("e2e/faults/system/clock.mjs")).href;
const ERROR_LEVEL = 50;
const MAX_LOG_LINES = 200;
const LAST_LINES = 20;
const MAX_TROUBLE_CHARS = 4_000;

/** Whether a line of the log is at level error or above. */
function isError(line: string): boolean {
  if (!line.startsWith("{")) return false;
  try {
    return JSON.parse(line).level >= ERROR_LEVEL;
  } catch {
    return false;
  }
}

/** A process of an instance. `onError` gets each line of its log at level error or above. */
function spawnProcess(
  { folder, server }: Programs,
  variables: Record<string, string>,
  onError: (line: string) => void,
) {
  const program = { file: join(folder, server), cwd: folder, imports: [CLOCK] };
  const child = spawnServer(variables, program);
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    createInterface({ input }).on("line", (line) => {
      lines.push(line);
      if (lines.length > MAX_LOG_LINES) lines.shift();
      if (isError(line)) onError(line);
    });
  }
  return { child, lastLines: () => lines.slice(-LAST_LINES).join("\n") };
}

const isAlive = (child: ChildProcess | undefined): boolean =>
  child !== undefined && !hasEnded(child);

/** Repeats a start until it succeeds. Throws its error after two minutes, or when it is given up. */
async function keepStarting(start: () => Promise<void>, isGivenUp: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (isGivenUp() || performance.now() > deadlineMs) throw error;
    }
    await sleep(RESTART_AFTER_MS);
  }
}

/**
 * Starts an instance under a supervisor, which starts it again if it ends by itself, and writes that and the errors of
 * its log to the history. Throws if the instance isn't running after two minutes.
 */
export async function startInstance(options: Options): Promise<Instance> {
  const { name, front, history, variables } = options;
  let child: ChildProcess | undefined;
  let lastSignal: NodeJS.Signals | null = null;
  let isWanted = true;
  let clockShiftMs = 0;
  let starting: Promise<void> = Promise.resolve();
  const trouble = (text: string) =>
    history.write({ kind: "trouble", instance: name, text: text.slice(0, MAX_TROUBLE_CHARS) });

  const startOnce = async (release: Programs) => {
    const shifted = { ...variables, CLOCK_SHIFT_MS: String(clockShiftMs) };
    const started = spawnProcess(release, shifted, trouble);
    child = started.child;
    lastSignal = null;
    let isListening = false;
    child.once("exit", (code, signal) => {
      const wasForced = lastSignal === "SIGTERM" && signal === "SIGKILL";
      if (wasForced) trouble("It didn't end within 30 s of SIGTERM.");
      if (!isWanted) return;
      trouble(`It ended by itself (${signal ?? code}).\n${started.lastLines()}`);
      if (isListening) restart(release);
    });
    await waitUntilRunning(child).catch(async (error) => {
      await stopServer(started.child, "SIGKILL");
      throw error;
    });
    isListening = true;
  };
  const start = async (release: Programs = thisRelease()): Promise<void> => {
    await starting.catch(() => {});
    isWanted = true;
    const isGivenUp = () => !isWanted;
    if (!isAlive(child)) starting = keepStarting(() => startOnce(release), isGivenUp);
    return starting;
  };
  const restart = (release: Programs) =>
    void sleep(RESTART_AFTER_MS)
      .then(() => (isWanted ? start(release) : undefined))
      .catch((error) => trouble(`It couldn't be started again: ${error}`));

  const signal = async (given: NodeJS.Signals) => {
    lastSignal = given;
    if (given !== "SIGTERM" && given !== "SIGKILL") {
      child?.kill(given);
      return null;
    }
    isWanted = false;
    if (child) await stopServer(child, given);
    return child?.exitCode ?? null;
  };
  await start();
  return {
    name,
    url: `http://127.0.0.1:${front.port}`,
    pid: () => child?.pid ?? 0,
    isRunning: () => isAlive(child),
    start,
    signal,
    shiftClock: (ms) => {
      clockShiftMs = ms;
      if (child?.connected) child.send({ clockShiftMs }, () => {});
    },
    stop: async () => {
      child?.kill("SIGCONT");
      await signal("SIGTERM");
    },
  };
}

/** The memory and the open files of an instance, or null if it isn't running. */
export function sample({ name, pid, isRunning }: Instance): Sample | null {
  if (!isRunning()) return null;
  try {
    const handles = readdirSync(`/proc/${pid()}/fd`).length;
    const rssBytes = readStatusKb(pid(), "VmRSS") * 1_024;
    return { kind: "sample", instance: name, pid: pid(), rssBytes, handles };
  } catch {
    // It has just ended.
    return null;
  }
}
