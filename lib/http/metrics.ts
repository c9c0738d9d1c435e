import { Counter, Gauge, Registry } from "prom-client";
import { pg } from "../db/client";
import { env } from "../env";
import { log, safeError } from "../log";
import { counters } from "../metrics";
import { outboxBacklog } from "../outbox/jobs";
import { deliveriesBacklog } from "../webhooks/deliver";
import { requireCronSecret } from "./principals";
import { replyRefusal } from "./respond";

/**
 * Metrics for Prometheus: public on a local instance, otherwise with the cron secret. Responds even if the
 * database doesn't. Refuses: unauthorized.
 */
export async function metrics(request: Request): Promise<Response> {
  try {
    if (!env().local) requireCronSecret(request);
    // New for each request, so that no old values remain if the database is down.
    const current = new Registry();
    addProcessMetrics([current]);
    await addDatabaseMetrics([current]);
    const text = await Registry.merge([counters().registry, current]).metrics();
    return new Response(text, {
      headers: { "Content-Type": current.contentType, "Cache-Control": "no-store" },
    });
  } catch (thrown) {
    return replyRefusal(thrown);
  }
}

const gauge = (registers: Registry[], name: string, help: string, ...labelNames: string[]) =>
  new Gauge({ name, help, labelNames, registers });

function addProcessMetrics(registers: Registry[]): void {
  const { user, system } = process.cpuUsage();
  const cpu = {
    name: "process_cpu_seconds_total",
    help: "CPU time used by this process, in seconds.",
    registers,
  };
  new Counter(cpu).inc((user + system) / 1_000_000);
  const own = (name: string, help: string, value: number) =>
    gauge(registers, name, help).set(value);
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  own(
    "scrip_database_pool_max",
    "Maximum database connections of this process.",
    env().databasePoolMax,
  );
  own(
    "process_resident_memory_bytes",
    "Resident memory of this process, in bytes.",
    process.memoryUsage.rss(),
  );
  own("process_start_time_seconds", "When this process started, in Unix seconds.", startedAt);
}

async function addDatabaseMetrics(registers: Registry[]): Promise<void> {
  const of = (name: string, help: string, ...labels: string[]) =>
    gauge(registers, `scrip_${name}`, help, ...labels);
  const up = of("database_up", "1 if the database responds, otherwise 0.");
  try {
    const [connections, deliveries, outbox] = await Promise.all([
      countConnections(),
      deliveriesBacklog(),
      outboxBacklog(),
    ]);
    up.set(1);
    const byState = of(
      "database_connections",
      "Database connections of all processes, by state.",
      "state",
    );
    for (const one of connections) byState.set({ state: one.state }, one.connections);
    const due = "How long the oldest item has been due, in seconds.";
    of("webhook_deliveries_pending", "Webhook deliveries waiting to be sent.").set(
      deliveries.pending,
    );
    of("webhook_deliveries_overdue_seconds", due).set(deliveries.overdueSeconds);
    const pending = of(
      "outbox_pending",
      "Emails and online shop cards waiting to be processed.",
      "kind",
    );
    const overdue = of("outbox_overdue_seconds", due, "kind");
    for (const { kind, ...backlog } of outbox) {
      pending.set({ kind }, backlog.pending);
      overdue.set({ kind }, backlog.overdueSeconds);
    }
  } catch (error) {
    log().warn({ error: safeError(error) }, "the database isn't responding");
  }
}

/** The database connections of all our processes, by state. */
const countConnections = (): Promise<{ state: string; connections: number }[]> => pg()`
  select coalesce(state, 'unknown') as state, count(*)::int as connections from pg_stat_activity
  where datname = current_database() and application_name = 'scrip' group by 1 order by 1`;
