import { replyFacts } from "../context";
import { countConnections } from "../db/connections";
import { env } from "../env";
import { newRequestId } from "../ids";
import { log, safeError } from "../log";
import { COUNTERS, type CounterName, countedOf, labelled } from "../metrics";
import { outboxBacklog } from "../outbox/backlog";
import { deliveriesBacklog } from "../webhooks/backlog";
import { requireCronSecret } from "./cron-secret";
import { replyRefusal } from "./respond";

type Sample = [labels: string, value: number];

const HEADERS = {
  "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
  "Cache-Control": "no-store",
};

/**
 * What an operator's Prometheus reads (design, section 8): open on a local instance, else to whoever
 * sends the cron secret. It still answers while the database does not. Refuses: unauthorized.
 */
export async function metrics(request: Request): Promise<Response> {
  try {
    if (!env().local) requireCronSecret(request);
    const database = await ofDatabase();
    return new Response([...ofProcess(), ...database].join("\n").concat("\n"), {
      headers: HEADERS,
    });
  } catch (thrown) {
    return replyRefusal(thrown, replyFacts(newRequestId()), false);
  }
}

function family(type: "counter" | "gauge", name: string, help: string, samples: Sample[]) {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

const gauge = (name: string, help: string, ...samples: Sample[]) =>
  family("gauge", name, help, samples);

function ofProcess(): string[] {
  const { user, system } = process.cpuUsage();
  const cpu: Sample = ["", (user + system) / 1_000_000];
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  const names = Object.keys(COUNTERS) as CounterName[];
  return [
    ...names.flatMap((name) => family("counter", name, COUNTERS[name], countedOf(name))),
    ...gauge("scrip_database_pool_max", "Connections that this process may open.", [
      "",
      env().databasePoolMax,
    ]),
    ...family("counter", "process_cpu_seconds_total", "CPU time of this process.", [cpu]),
    ...gauge("process_resident_memory_bytes", "Memory of this process.", [
      "",
      process.memoryUsage.rss(),
    ]),
    ...gauge("process_start_time_seconds", "When this process started.", ["", startedAt]),
  ];
}

async function ofDatabase(): Promise<string[]> {
  const up = (value: 0 | 1) => gauge("scrip_database_up", "1 while it answers.", ["", value]);
  try {
    const [connections, deliveries, outbox] = await Promise.all([
      countConnections(),
      deliveriesBacklog(),
      outboxBacklog(),
    ]);
    const kinds = outbox.map((one) => ({ ...one, labels: labelled({ kind: one.kind }) }));
    return [
      ...up(1),
      ...gauge(
        "scrip_database_connections",
        "Connections of all processes, by state.",
        ...connections.map((one): Sample => [labelled({ state: one.state }), one.connections]),
      ),
      ...gauge("scrip_webhook_deliveries_pending", "Deliveries that wait.", [
        "",
        deliveries.pending,
      ]),
      ...gauge("scrip_webhook_deliveries_overdue_seconds", "How long the oldest has been due.", [
        "",
        deliveries.overdueSeconds,
      ]),
      ...gauge(
        "scrip_outbox_pending",
        "Mail and platform cards that wait.",
        ...kinds.map(({ labels, pending }): Sample => [labels, pending]),
      ),
      ...gauge(
        "scrip_outbox_overdue_seconds",
        "How long the oldest has been due.",
        ...kinds.map(({ labels, overdueSeconds }): Sample => [labels, overdueSeconds]),
      ),
    ];
  } catch (error) {
    log().warn({ error: safeError(error) }, "the database does not answer");
    return up(0);
  }
}
