import { Counter, Gauge, Registry } from "prom-client";
import { replyFacts } from "../context";
import { countConnections } from "../db/connections";
import { env } from "../env";
import { newRequestId } from "../ids";
import { log, safeError } from "../log";
import { counters } from "../metrics";
import { outboxBacklog } from "../outbox/jobs";
import { deliveriesBacklog } from "../webhooks/claim-due";
import { requireCronSecret } from "./principals";
import { replyRefusal } from "./respond";

/**
 * What an operator's Prometheus reads (design, section 8): open on a local instance, else to whoever
 * sends the cron secret. It still answers while the database does not. Refuses: unauthorized.
 */
export async function metrics(request: Request): Promise<Response> {
  try {
    if (!env().local) requireCronSecret(request);
    // New with each request: what the database does not answer is left out.
    const current = new Registry();
    addProcess([current]);
    await addDatabase([current]);
    const text = await Registry.merge([counters().registry, current]).metrics();
    return new Response(text, {
      headers: { "Content-Type": current.contentType, "Cache-Control": "no-store" },
    });
  } catch (thrown) {
    return replyRefusal(thrown, replyFacts(newRequestId()), false);
  }
}

const gauge = (registers: Registry[], name: string, help: string, value: number) =>
  new Gauge({ name, help, registers }).set(value);

function addProcess(registers: Registry[]): void {
  const { user, system } = process.cpuUsage();
  const cpu = { name: "process_cpu_seconds_total", help: "CPU time of this process.", registers };
  const poolMax = env().databasePoolMax;
  const memoryBytes = process.memoryUsage.rss();
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  gauge(registers, "scrip_database_pool_max", "Connections that this process may open.", poolMax);
  new Counter(cpu).inc((user + system) / 1_000_000);
  gauge(registers, "process_resident_memory_bytes", "Memory of this process.", memoryBytes);
  gauge(registers, "process_start_time_seconds", "When this process started.", startedAt);
}

async function addDatabase(registers: Registry[]): Promise<void> {
  const up = new Gauge({ name: "scrip_database_up", help: "1 while it answers.", registers });
  try {
    const [connections, deliveries, outbox] = await Promise.all([
      countConnections(),
      deliveriesBacklog(),
      outboxBacklog(),
    ]);
    up.set(1);
    const byState = new Gauge({
      name: "scrip_database_connections",
      help: "Connections of all processes, by state.",
      labelNames: ["state"],
      registers,
    });
    for (const one of connections) byState.set({ state: one.state }, one.connections);
    gauge(
      registers,
      "scrip_webhook_deliveries_pending",
      "Deliveries that wait.",
      deliveries.pending,
    );
    gauge(
      registers,
      "scrip_webhook_deliveries_overdue_seconds",
      "How long the oldest has been due.",
      deliveries.overdueSeconds,
    );
    const pending = new Gauge({
      name: "scrip_outbox_pending",
      help: "Mail and platform cards that wait.",
      labelNames: ["kind"],
      registers,
    });
    const overdue = new Gauge({
      name: "scrip_outbox_overdue_seconds",
      help: "How long the oldest has been due.",
      labelNames: ["kind"],
      registers,
    });
    for (const { kind, ...backlog } of outbox) {
      pending.set({ kind }, backlog.pending);
      overdue.set({ kind }, backlog.overdueSeconds);
    }
  } catch (error) {
    log().warn({ error: safeError(error) }, "the database does not answer");
  }
}
