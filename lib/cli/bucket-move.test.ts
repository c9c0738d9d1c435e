import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { inBucket } from "@/lib/db/client/buckets";
import { closePool, isBusy, pg, withRetries } from "@/lib/db/client/client";
import { migrate } from "@/lib/db/migrate/migrate";
import { spend } from "@/lib/domain/cards/spend";
import {
  type CitusCluster,
  isCitusInstalled,
  startCitusCluster,
} from "@/lib/testing/citus-cluster";
import { configure } from "@/lib/testing/configure";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { createStore } from "@/lib/testing/store";
import { BUCKET_COMMANDS } from "./bucket-commands";

const run = async (name: string, ...words: string[]) =>
  Object(await BUCKET_COMMANDS[name]?.prepare(words)());

/** Gives the database to a role that isn't a superuser, as in production. Returns its URL. */
async function createOwner({ coordinator, url }: CitusCluster): Promise<string> {
  await coordinator.query((sql) => sql`create role ordinary_owner login`);
  const name = new URL(url).pathname.slice(1);
  // On all nodes.
  await coordinator.query((sql) => sql.unsafe(`alter database ${name} owner to ordinary_owner`));
  return Object.assign(new URL(url), { username: "ordinary_owner" }).href;
}

// The cluster has no other bucket for the tests.
describe.skipIf(!isCitusInstalled() || process.env.SCRIP_TEST_BUCKET)("on a Citus cluster", () => {
  let cluster: CitusCluster;
  beforeAll(async () => {
    configure({ CITUS: "true" });
    cluster = await startCitusCluster(2);
    const ownerUrl = await createOwner(cluster);
    await migrate(ownerUrl, { appUrl: cluster.appUrl });
    configure({ DATABASE_URL: cluster.appUrl, MIGRATE_DATABASE_URL: ownerUrl });
    await closePool();
  });
  afterAll(async () => {
    await closePool();
    configure({ CITUS: "" });
    await cluster.remove();
  });

  const nodeOf = async (bucket: string) => {
    const { buckets } = await run("bucket list");
    return buckets.find((listed: { bucket: string }) => listed.bucket === bucket)?.node;
  };
  const otherNode = async (bucket: string) => {
    const nodes = cluster.workers.map(({ port }) => `127.0.0.1:${port}`);
    const now = await nodeOf(bucket);
    expect(nodes).toContain(now);
    return nodes.find((node) => node !== now) ?? "";
  };

  test.each([[[]], [["--block-writes"]]])(
    "scrip bucket move %j moves a bucket while its tills debit, and loses nothing",
    async (flags) => {
      const { bucket } = await run("bucket create");
      const { ctx } = await createStore({ bucket });
      const node = await otherNode(bucket);
      let stop = false;
      let spent = 0;
      const failures: string[] = [];
      const balance = await inBucket(bucket, async () => {
        const { id: cardId } = await makeCard(ctx, { amountCents: 1_000_000 });
        const till = async () => {
          while (!stop)
            await spend(ctx(), { cardId, amountCents: 1 }).then(
              () => spent++,
              // Rolled back, and refused as busy: the till would send it again.
              (error: Error) => isBusy(error) || failures.push(error.message),
            );
        };
        const tills = [till(), till()];
        await run("bucket move", "--bucket", bucket, "--node", node, ...flags);
        stop = true;
        await Promise.all(tills);
        const [row] = await pg()`select balance_cents from cards where id = ${cardId}`;
        return Number(row?.balance_cents);
      });
      expect(await nodeOf(bucket)).toBe(node);
      expect(failures).toEqual([]);
      expect(spent).toBeGreaterThan(0);
      expect(balance).toBe(1_000_000 - spent);
    },
    120_000,
  );

  // What one node selects for a bucket of another is copied to it, and fails with a code of Citus's own.
  test.each([["on its node"], ["on another node"]])(
    "a transaction that used a number of a card's history again, with rows selected %s, is retried, as Citus reports it",
    async (where) => {
      const { bucket } = await run("bucket create");
      const { ctx } = await createStore({ bucket });
      let attempts = 0;
      await inBucket(bucket, async () => {
        const { id } = await makeCard(ctx, { amountCents: 100 });
        const [used] = await pg()<{ row: string }[]>`
          select to_jsonb(t)::text as row from transactions t where card_id = ${id} and sequence = 1`;
        await withRetries(async () => {
          if (++attempts > 1) return;
          const rows =
            where === "on its node"
              ? pg()`transactions where card_id = ${id} and sequence = 1`
              : pg()`jsonb_populate_record(null::transactions, ${used?.row ?? ""}::text::jsonb)`;
          await pg()`insert into transactions (merchant_id, id, card_id, sequence, type, status,
              counter_account, amount_cents, currency, balance_after_cents, actor, request_id)
            select merchant_id, ${newId()}::uuid, card_id, sequence, type, status, counter_account,
              amount_cents, currency, balance_after_cents, actor, request_id from ${rows}`;
        });
      });
      expect(attempts).toBe(2);
    },
  );

  test("scrip bucket move says which bucket or node there isn't", async () => {
    const [node] = cluster.workers.map(({ port }) => `127.0.0.1:${port}`);
    await expect(run("bucket move", "--bucket", "bucket_99", "--node", node ?? "")).rejects.toThrow(
      "No bucket has the name bucket_99.",
    );
    const { bucket } = await run("bucket create");
    await expect(run("bucket move", "--bucket", bucket, "--node", "127.0.0.1:1")).rejects.toThrow(
      "non-existing node",
    );
  });
});
