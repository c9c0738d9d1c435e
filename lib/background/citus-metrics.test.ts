import { describe, expect, test } from "vitest";
import { GET as readMetrics } from "@/app/api/metrics/route";
import { useClusterOfBuckets, WITHOUT_CITUS } from "@/lib/testing/cluster-of-buckets";

const samples = async (): Promise<Record<string, number>> => {
  const text = await (await readMetrics(new Request("http://localhost:3000/api/metrics"))).text();
  const lines = [...text.matchAll(/^(scrip_(?:prepared\w+|database_up)) (\S+)$/gm)];
  return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]));
};

// The cluster has no other bucket for the tests.
describe.skipIf(WITHOUT_CITUS || process.env.SCRIP_TEST_BUCKET)("on a Citus cluster", () => {
  const cluster = useClusterOfBuckets();

  test("metrics count transactions that are prepared on any node for more than 5 seconds, also while another node is away", async () => {
    const { coordinator, workers } = cluster();
    const [worker, other] = workers;
    const none = { scrip_database_up: 1, scrip_prepared_transactions: 0 };
    expect(await samples()).toEqual({
      ...none,
      scrip_prepared_transactions_recovery_interval_seconds: 1,
    });

    for (const node of [coordinator, worker])
      await node?.query((sql) =>
        sql.unsafe("begin; select pg_advisory_xact_lock(1); prepare transaction 'stuck'"),
      );
    expect(await samples()).toMatchObject(none);
    await other?.kill();
    await expect.poll(samples, { interval: 500 }).toMatchObject({ scrip_prepared_transactions: 2 });
  });
});
