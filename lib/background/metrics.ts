import { Gauge, Registry } from "prom-client";
import { requireCronSecret } from "@/lib/api/kernel/principals";
import { replyRefusal } from "@/lib/api/kernel/respond";
import { env, isOnCitus } from "@/lib/base/config/env";
import { log, safeError } from "@/lib/base/observe/log";
import { meters } from "@/lib/base/observe/metrics";
import { pg, poolUse } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { type ReplicaHealth, replicaHealth } from "@/lib/db/client/replica";
import { batchesBacklog } from "@/lib/domain/batches/work";
import { outboxBacklog } from "@/lib/domain/mail/jobs";
import { certificateExpiries } from "@/lib/domain/passes/apple/certificates";
import { deliveriesBacklog } from "@/lib/domain/webhooks/deliver";
import { checksSummary, type LedgerChecks } from "@/lib/ledger/verify/verify-slices";
import { type JobRun, listRuns } from "./job-runs";

/**
 * Metrics for Prometheus: public on a local instance, otherwise with the cron secret. Responds even if the
 * database doesn't. Refuses: unauthorized.
 */
export async function metrics(request: Request): Promise<Response> {
  try {
    if (!env().local) requireCronSecret(request);
    // New for each request, so that no old values remain if the database is down.
    const current = new Registry();
    const gauge = gaugesIn(current);
    addPoolMetrics(gauge);
    addCertificateMetrics(gauge);
    await addDatabaseMetrics(gauge);
    const text = await Registry.merge([meters().registry, current]).metrics();
    return new Response(text, {
      headers: { "Content-Type": current.contentType, "Cache-Control": "no-store" },
    });
  } catch (thrown) {
    return replyRefusal(thrown);
  }
}

type Gauges = (name: string, help: string, ...labels: string[]) => Gauge;

const gaugesIn =
  (registry: Registry): Gauges =>
  (name, help, ...labelNames) =>
    new Gauge({ name: `scrip_${name}`, help, labelNames, registers: [registry] });

function addPoolMetrics(gauge: Gauges): void {
  const max = gauge("database_pool_max", "Maximum database connections of this process.", "pool");
  const inUse = gauge(
    "database_pool_in_use",
    "Connections of this process that are in use.",
    "pool",
  );
  const waiting = gauge("database_pool_waiting", "Callers that wait for a connection.", "pool");
  for (const [pool, use] of poolUse()) {
    max.set({ pool }, use.max);
    inUse.set({ pool }, use.inUse);
    waiting.set({ pool }, use.waiting);
  }
}

function addCertificateMetrics(gauge: Gauges): void {
  const help = "When a certificate of wallet passes expires, in Unix seconds.";
  const expires = gauge("pass_certificate_expires_timestamp_seconds", help, "variable");
  for (const { variable, expiresAtMs } of certificateExpiries()) {
    expires.set({ variable }, expiresAtMs / 1_000);
  }
}

async function addDatabaseMetrics(gauge: Gauges): Promise<void> {
  const up = gauge("database_up", "1 if the database responds, otherwise 0.");
  try {
    const [connections, runs, replica, citus] = await Promise.all([
      countConnections(),
      listRuns(),
      replicaHealth(),
      isOnCitus() ? citusHealth() : null,
    ]);
    up.set(1);
    const help = "Database connections of all processes, by state.";
    const byState = gauge("database_connections", help, "state");
    for (const one of connections) byState.set({ state: one.state }, one.connections);
    addJobMetrics(gauge, runs);
    if (replica) addReplicaMetrics(gauge, replica);
    if (citus) addCitusMetrics(gauge, citus);
    // Last, because these are left out if one bucket doesn't respond: they would be too low.
    const [queues, ledgers] = await Promise.all([
      inEachBucket(readQueues),
      inEachBucket(checksSummary),
    ]);
    addQueueMetrics(gauge, queues);
    addLedgerMetrics(gauge, ledgers);
  } catch (error) {
    log().warn({ error: safeError(error) }, "the database isn't responding");
  }
}

const readQueues = async () => ({
  deliveries: await deliveriesBacklog(),
  batches: await batchesBacklog(),
  outbox: await outboxBacklog(),
});

type Backlog = { pending: number; overdueSeconds: number };

/** The backlog of a queue that each bucket has a part of. */
const allOf = (parts: Backlog[]): Backlog => ({
  pending: parts.reduce((sum, { pending }) => sum + pending, 0),
  overdueSeconds: Math.max(...parts.map(({ overdueSeconds }) => overdueSeconds)),
});

function addQueueMetrics(gauge: Gauges, queues: Awaited<ReturnType<typeof readQueues>>[]): void {
  const deliveries = allOf(queues.map((queue) => queue.deliveries));
  const batches = allOf(queues.map((queue) => queue.batches));
  const outbox = queues.flatMap((queue) => queue.outbox);
  const due = "How long the oldest item has been due, in seconds.";
  gauge("webhook_deliveries_pending", "Webhook deliveries waiting to be sent.").set(
    deliveries.pending,
  );
  gauge("webhook_deliveries_overdue_seconds", due).set(deliveries.overdueSeconds);
  gauge("batches_pending", "Work on batches and imports that isn't finished.").set(batches.pending);
  gauge("batches_overdue_seconds", due).set(batches.overdueSeconds);
  const emailsAndCards =
    "Emails, online shop cards and wallet pass updates waiting to be processed.";
  const pending = gauge("outbox_pending", emailsAndCards, "kind");
  const overdue = gauge("outbox_overdue_seconds", due, "kind");
  for (const kind of new Set(outbox.map((queue) => queue.kind))) {
    const backlog = allOf(outbox.filter((queue) => queue.kind === kind));
    pending.set({ kind }, backlog.pending);
    overdue.set({ kind }, backlog.overdueSeconds);
  }
}

function addLedgerMetrics(gauge: Gauges, ledgers: LedgerChecks[]): void {
  const problems = ledgers.reduce((sum, ledger) => sum + ledger.problems, 0);
  const oldest = ledgers.flatMap((ledger) => ledger.oldest ?? []);
  gauge(
    "ledger_problems",
    "Problems that the last complete checks of all stores' ledgers found.",
  ).set(problems);
  const last = "When the oldest of all stores' last complete checks ended, in Unix seconds.";
  if (oldest.length > 0)
    gauge("ledger_last_check_timestamp_seconds", last).set(Math.min(...oldest));
}

function addJobMetrics(gauge: Gauges, runs: JobRun[]): void {
  const of = (name: string, help: string) => gauge(`job_${name}`, help, "name");
  const ran = of(
    "last_run_timestamp_seconds",
    "When the job last ran in any process, in Unix seconds.",
  );
  const ok = of("last_success_timestamp_seconds", "When the job last succeeded, in Unix seconds.");
  const succeeded = of(
    "last_run_succeeded",
    "1 if the last run of the job succeeded, otherwise 0.",
  );
  const duration = of(
    "last_run_duration_seconds",
    "Duration of the last run of the job, in seconds.",
  );
  for (const { job, ranAt, succeededAt, durationMs } of runs) {
    ran.set({ name: job }, ranAt);
    succeeded.set({ name: job }, succeededAt === ranAt ? 1 : 0);
    if (succeededAt !== null) ok.set({ name: job }, succeededAt);
    duration.set({ name: job }, durationMs / 1_000);
  }
}

function addReplicaMetrics(gauge: Gauges, { isUp, lagSeconds }: ReplicaHealth): void {
  const help = "1 if the replica responds and is a standby of the database, otherwise 0.";
  gauge("replica_up", help).set(isUp ? 1 : 0);
  const lag = gauge(
    "replica_lag_seconds",
    "How far the replica is behind the database, in seconds.",
  );
  // A gauge starts at 0, which would mean that it has caught up.
  if (lagSeconds === null) lag.remove();
  else lag.set(lagSeconds);
}

function addCitusMetrics(gauge: Gauges, citus: CitusHealth): void {
  gauge(
    "prepared_transactions",
    "Transactions that have been prepared on a node of Citus for more than 5 seconds.",
  ).set(citus.stuckTransactions);
  gauge(
    "prepared_transactions_recovery_interval_seconds",
    "How often Citus ends prepared transactions that a crash left, in seconds.",
  ).set(citus.recoveryIntervalSeconds);
}

/** The database connections of all our processes, by state. */
const countConnections = (): Promise<{ state: string; connections: number }[]> => pg()`
  select coalesce(state, 'unknown') as state, count(*)::int as connections from pg_stat_activity
  where datname = current_database() and application_name = 'scrip' group by 1 order by 1`;

/** Transactions are prepared for milliseconds, unless a node was killed meanwhile. */
const STUCK_AFTER_SECONDS = 5;

export type CitusHealth = {
  /** Transactions that have been prepared for longer than 5 s, on all nodes that respond. */
  stuckTransactions: number;
  /** How often Citus looks for them and ends them; negative for never. */
  recoveryIntervalSeconds: number;
};

/** What the coordinator of a Citus cluster knows of prepared transactions. */
async function citusHealth(): Promise<CitusHealth> {
  const count = `select count(*) from pg_prepared_xacts where database = current_database()
    and prepared < now() - interval '${STUCK_AFTER_SECONDS} seconds'`;
  const [row] = await pg()<CitusHealth[]>`
    select coalesce(sum(result::int), 0)::int as "stuckTransactions",
      extract(epoch from current_setting('citus.recover_2pc_interval')::interval)::float8
        as "recoveryIntervalSeconds"
    from run_command_on_all_nodes(${count}, give_warning_for_connection_errors := true) where success`;
  if (!row) throw new Error("a sum returned no row");
  return row;
}
