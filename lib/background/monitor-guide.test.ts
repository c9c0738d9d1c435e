import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GET as readMetrics } from "@/app/api/metrics/route";
import { closePool } from "@/lib/db/client/client";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { configure } from "@/lib/testing/configure";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { callerWithKey } from "@/lib/testing/store";
import { storeWithWebhook } from "@/lib/testing/webhooks";
import { JOBS, runTick } from "./jobs";

const read = (file: string) => readFileSync(`docs/operations/${file}`, "utf8");
const [guide, alerts, dashboard] = ["monitor.md", "alerts.yaml", "grafana.json"].map(read);

/** The metrics that /api/metrics serves after some work, with the labels of their samples. */
async function servedMetrics(): Promise<Map<string, Set<string>>> {
  const { DATABASE_URL } = process.env;
  configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true", DATABASE_REPLICA_URL: DATABASE_URL });
  await closePool();
  const { ctx, debit } = await storeWithWebhook({ url: "https://localhost:65535/" });
  await makeCard(ctx, { amountCents: 500 });
  const caller = await callerWithKey(ctx());
  await caller.get("/me");
  await caller.get("/transactions");
  await debit();
  await deliveryWorker.runDue();
  for (const [name, job] of Object.entries(JOBS)) {
    await runTick(name, { ...job, run: async () => ({}), tick: undefined });
  }
  const text = await (await readMetrics(new Request("http://localhost:3000/api/metrics"))).text();
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name);
  const samples = [...text.matchAll(/^(\w+)\{(.*)\} /gm)];
  const labelsOf = (name: string) =>
    samples
      .filter(([, sample = ""]) => withoutSuffix(sample) === name)
      .flatMap(([, , labels = ""]) => [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label));
  return new Map(names.map((name) => [name, new Set(labelsOf(name) as string[])]));
}

/** Served on Citus only: lib/background/citus-metrics.test.ts. */
const ON_CITUS = [
  "scrip_prepared_transactions",
  "scrip_prepared_transactions_recovery_interval_seconds",
];

const withoutSuffix = (name: string) => name.replace(/_seconds_(bucket|count|sum)$/, "_seconds");

const namesIn = (text = ""): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:scrip|nodejs|process)_[a-z]\w*/g)].map(([name]) => withoutSuffix(name)),
  ),
];

test("every metric in the guide, the alerts and the dashboard is served, and the guide has each of ours", async () => {
  const served = await servedMetrics();
  for (const text of [guide, alerts, dashboard]) {
    expect(namesIn(text).length).toBeGreaterThan(10);
    expect(namesIn(text).filter((name) => !served.has(name) && !ON_CITUS.includes(name))).toEqual(
      [],
    );
  }
  const ours = [...served.keys()].filter((name) => name.startsWith("scrip_"));
  expect(ours.filter((name) => !namesIn(guide).includes(name))).toEqual([]);

  // A condition on a label that a metric doesn't have never matches.
  for (const text of [alerts, dashboard?.replaceAll('\\"', '"')]) {
    const matchers = [...(text ?? "").matchAll(/\b(scrip_\w+)\{([^}]*)\}/g)];
    expect(matchers.length).toBeGreaterThan(0);
    for (const [whole, name = "", conditions = ""] of matchers) {
      const labels = [...conditions.matchAll(/(\w+)(?:=~?|!=|!~)"/g)].map(([, label]) => label);
      expect([...(served.get(withoutSuffix(name)) ?? [])], whole).toEqual(
        expect.arrayContaining(labels),
      );
    }
  }
});

test("the guide says what to do about each alert", () => {
  const names = [...(alerts ?? "").matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !guide?.includes(`\`${name}\``))).toEqual([]);
});

test("every job has a limit of its own or the limit of frequent jobs", () => {
  const hourly = Object.entries(JOBS).filter(([, { schedule }]) => !schedule.startsWith("* "));
  const own = [...(alerts ?? "").matchAll(/name="(\w+)"/g)].map(([, name = ""]) => name);
  expect(own.sort()).toEqual(hourly.map(([name]) => name).sort());
});
