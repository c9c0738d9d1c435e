import { appendFileSync, readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** Parent, own ticks and ticks of ended children of a process; null once it has ended. */
function usageOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [own = 0, ownInKernel = 0, ended = 0, endedInKernel = 0] = fields.slice(11, 15);
    return { parent, ticks: own + ownInKernel, endedTicks: ended + endedInKernel };
  } catch {
    return null;
  }
}

/**
 * Adds the CPU seconds of a running Postgres to the file that the table of a test run reads: a server is nobody's
 * child. Does nothing outside a run, and where there is no /proc.
 */
export function recordPostgresCpu(postmaster: number): void {
  const { TEST_POSTGRES_CPU_FILE: file } = process.env;
  const server = usageOf(String(postmaster));
  if (!file || !server) return;
  const sessions = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(usageOf)
    .filter((usage) => usage?.parent === postmaster);
  const ticks = sessions.reduce((sum, usage) => sum + (usage?.ticks ?? 0), 0);
  appendFileSync(file, `${(ticks + server.ticks + server.endedTicks) / TICKS_PER_SECOND}\n`);
}
