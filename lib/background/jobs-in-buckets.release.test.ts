import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startReceiver } from "@/e2e/support/receiver";
import { env } from "@/lib/base/config/env";
import { inBucket } from "@/lib/db/client/buckets";
import { db, pg } from "@/lib/db/client/client";
import { createBatch, readBatch } from "@/lib/domain/batches/batch";
import { sendGift } from "@/lib/domain/gifts/send";
import { placeHold } from "@/lib/domain/holds/place";
import { listMails } from "@/lib/domain/mail/list-mails";
import { queueMail } from "@/lib/domain/mail/mail";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { verify } from "@/lib/ledger/verify/verify";
import { breakInFirst, inBoth, TWO_BUCKETS, useTwoBucketsPerTest } from "@/lib/testing/buckets";
import { configure } from "@/lib/testing/configure";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { useMailServer } from "@/lib/testing/mail-server";
import { bareCard, writeMovement } from "@/lib/testing/movements";
import { addMember, callerOf } from "@/lib/testing/portal";
import { connectShop, fakeShopAt } from "@/lib/testing/shop";
import { createStore, newKey } from "@/lib/testing/store";
import { listRuns } from "./job-runs";
import { JOBS, type Job, runTick } from "./jobs";
import { metrics } from "./metrics";

vi.mock("@/lib/domain/shops/open-adapter", () => import("@/lib/testing/shop"));
vi.mock("@/lib/base/worker", () => import("@/lib/testing/restless-worker"));

const DAY_MS = 86_400_000;

useTwoBucketsPerTest();
const received = useMailServer();
// The test receivers listen on loopback.
beforeAll(() => configure({ WEBHOOK_ALLOW_PRIVATE_NETWORKS: "true" }));
beforeEach(() => void received.inbox.splice(0));

const run = (name: string) => (JOBS[name] as Job).run();

/** A store in each bucket, and a card of it with 1000 cents that Ada owns. */
const storesWithCards = () =>
  inBoth(async (bucket) => {
    const store = await createStore({ bucket, createdAt: new Date(Date.now() - 3 * DAY_MS) });
    const owner = await addMember(store.id, "owner");
    const card = await makeCard(store.ctx, { amountCents: 1_000, owner: "ada@example.com" });
    return { ...store, merchantId: store.id, owner, card, bucket };
  });

const queueMailTo = (merchantId: string, to: string) =>
  db().transaction((tx) =>
    queueMail(tx, merchantId, { template: "two_step_changed", change: "off", codesLeft: 0, to }),
  );

/** The value of a metric without labels. */
async function metric(name: string): Promise<number> {
  const secret = { authorization: `Bearer ${env().cronSecret}` };
  const text = await (
    await metrics(new Request("http://localhost/metrics", { headers: secret }))
  ).text();
  return Number(new RegExp(`^scrip_${name} (.*)$`, "m").exec(text)?.[1]);
}

test("webhooks are delivered and emails sent for stores of every bucket, and the metrics count what waits in all", async () => {
  const { url, received: requests, stop } = await startReceiver();
  await inBoth(async (bucket) => {
    const { ctx, id } = await createStore({ bucket });
    await createWebhook(ctx(), { url, events: ["card.activated"] });
    await makeCard(ctx, { amountCents: 500 });
    await pg()`delete from outbox`;
    await queueMailTo(id, `${bucket}@example.com`);
  });
  expect(await metric("webhook_deliveries_pending")).toBe(2);

  expect(await run("webhooks")).toEqual({ delivered: 2, failed: 0 });
  expect(await run("outbox")).toMatchObject({ sent: 2, failed: 0 });

  expect(requests).toHaveLength(2);
  const expected = TWO_BUCKETS.map((bucket) => `${bucket}@example.com`);
  expect(received.inbox.flatMap(({ to }) => to).sort()).toEqual(expected.sort());
  expect(await metric("webhook_deliveries_pending")).toBe(0);
  await stop();
});

test("batches are created and online shops polled for stores of every bucket", async () => {
  const stores = await inBoth(async (bucket) => {
    const { id, ctx } = await createStore({ bucket });
    fakeShopAt((await connectShop(id)).address);
    await pg()`update platform_connections set polled_until = now() - interval '1 hour'`;
    const wanted = { name: "Spring", quantity: 3, currency: "USD", cardType: "physical" } as const;
    const { batch } = await createBatch(ctx(), wanted);
    return { ctx, bucket, batchId: batch.id };
  });
  expect(await run("platforms")).toMatchObject({ polled: 2, failed: 0 });
  expect(await run("batches")).toMatchObject({ slices: 2, failed: 0 });
  for (const { bucket, ctx, batchId } of stores) {
    const { batch } = await inBucket(bucket, () => readBatch(ctx(), { batchId }));
    expect(batch.createdCards, bucket).toBe(3);
  }
});

test("housekeeping expires gifts and holds, closes days, ages balances and checks the ledger of every bucket", async () => {
  const stores = await storesWithCards();
  for (const { bucket, ctx, card, merchantId } of stores)
    await inBucket(bucket, async () => {
      const gift = { senderId: card.ownerId, recipientEmail: "bob@example.com", amountCents: 100 };
      await sendGift(ctx(), { cardId: card.id, ...gift });
      await placeHold(ctx(), { cardId: card.id, amountCents: 50, expiresInSeconds: 900 });
      await pg()`update gifts set expires_at = now() - interval '1 second'`;
      await pg()`update holds set expires_at = statement_timestamp()`;
      await pg()`insert into card_counts (merchant_id, status, card_type, slot, count)
        values (${merchantId}, 'disabled', 'physical', 7, 3)`;
    });

  expect(await run("housekeeping")).toMatchObject({
    giftsExpired: 2,
    holdsExpired: 2,
    storesClosed: 2,
    aged: 2,
    checked: { stores: 2, passes: 2, problems: 2 },
  });

  for (const { bucket, card, merchantId } of stores)
    await inBucket(bucket, async () => {
      const [row] = await pg()`select held_cents::int as held, balance_cents::int as balance
        from cards where id = ${card.id}`;
      expect(row, bucket).toEqual({ held: 0, balance: 1_000 });
      expect(await pg()`select merchant_id from ageing_runs`, bucket).toEqual([
        { merchant_id: merchantId },
      ]);
    });
  expect(await metric("ledger_problems")).toBe(2);
  expect(await metric("ledger_last_check_timestamp_seconds")).toBeGreaterThan(
    Date.now() / 1_000 - 60,
  );
  const { ok, cards, problems } = await verify();
  expect({ ok, cards }).toEqual({ ok: false, cards: 2 });
  expect(problems.map(({ merchantId }) => merchantId).sort()).toEqual(
    stores.map(({ merchantId }) => merchantId).sort(),
  );
});

test("reminders of expiring keys are in the outbox of their store's bucket, each once, and emails of all are shown", async () => {
  const stores = await storesWithCards();
  for (const { bucket, ctx } of stores)
    await inBucket(bucket, async () => {
      await newKey(ctx(), { expiresAt: new Date(Date.now() + 5 * DAY_MS) });
      await pg()`update api_keys set created_at = now() - interval '1 year'`;
      await pg()`delete from outbox`;
    });

  expect(await run("housekeeping")).toMatchObject({ keyReminders: 2 });
  expect(await run("housekeeping")).toMatchObject({ keyReminders: 0 });

  for (const { bucket, merchantId, owner } of stores) {
    const mails = await inBucket(
      bucket,
      () => pg()`select merchant_id as "merchantId", payload ->> 'to' as to from outbox`,
    );
    expect(mails, bucket).toEqual([{ merchantId, to: owner.email }]);
  }
  const { SMTP_URL } = process.env;
  configure({ SMTP_URL: "" });
  const shown = (await listMails()).map(({ to }) => to).sort();
  configure({ SMTP_URL });
  expect(shown).toEqual(stores.map(({ owner }) => owner.email).sort());
});

test("monthly reports and emails about large redemptions go to the teams of every bucket's stores, once", async () => {
  const stores = await storesWithCards();
  const now = new Date();
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 12));
  for (const { bucket, merchantId } of stores)
    await inBucket(bucket, async () => {
      await pg()`delete from outbox`;
      const cardId = await bareCard({ merchantId });
      const of = { merchantId, cardId };
      await writeMovement({ ...of, at: lastMonth, type: "load", amountCents: 9_000 });
      const fiveMinutesAgo = new Date(now.getTime() - 5 * 60_000);
      await writeMovement({ ...of, at: fiveMinutesAgo, type: "spend", amountCents: 2_000 });
      await pg()`update memberships set notifies_monthly_report = true, notifies_redemptions_from_cents = 1000`;
      await pg()`update merchants set notified_until = now() - interval '1 hour' where id = ${merchantId}`;
    });

  expect(await run("housekeeping")).toMatchObject({ monthlyReports: 2, redemptionEmails: 2 });
  expect(await run("housekeeping")).toMatchObject({ monthlyReports: 0, redemptionEmails: 0 });

  for (const { bucket, merchantId } of stores) {
    const mails = await inBucket(
      bucket,
      () => pg()`select payload ->> 'template' as template from outbox
        where merchant_id = ${merchantId} order by 1`,
    );
    expect(
      mails.map(({ template }) => template),
      bucket,
    ).toEqual(["large_redemption", "monthly_report"]);
  }
});

test("housekeeping purges the rows of every bucket, and those of the shared tables once", async () => {
  const stores = await storesWithCards();
  for (const { bucket, merchantId, owner } of stores)
    await inBucket(bucket, async () => {
      await pg()`insert into rate_limits (subject, bucket, hits)
        values ('x', 'y', array[now() - interval '26 hours'])`;
      await pg()`insert into consumer_links (token_hash, purpose, email, expires_at)
        values (${bucket}::bytea, 'sign_in', 'ada@example.com', now() - interval '31 days')`;
      await queueMailTo(merchantId, "ada@example.com");
      await pg()`update outbox set status = 'done', created_at = now() - interval '91 days'`;
      await queueMailTo(merchantId, "bob@example.com");
      await callerOf(owner);
      await pg()`update user_sessions set expires_at = now() - interval '31 days'
        where user_id = ${owner.userId}`;
    });

  const { removed } = Object(await run("housekeeping"));

  expect(removed).toMatchObject({ rateLimits: 2, links: 2, sessions: 2 });
  for (const { bucket } of stores)
    expect(await inBucket(bucket, () => pg()`select status from outbox`), bucket).toEqual([
      { status: "pending" },
    ]);
});

test("a bucket whose housekeeping fails keeps no other from its turn, and the run counts as failed", async () => {
  await storesWithCards();
  await breakInFirst("gifts");

  await expect(runTick("housekeeping", JOBS.housekeeping as Job)).rejects.toThrow();

  const [failed] = (await listRuns()).filter(({ job }) => job === "housekeeping");
  expect(failed).toMatchObject({ succeededAt: null });
  const closed = await pg()`select bucket from merchants where rolled_up_until is not null`;
  expect(closed).toEqual([{ bucket: TWO_BUCKETS[1] }]);
});

test("a bucket whose queues can't be read keeps no other bucket's deliveries and emails from being sent", async () => {
  const { url, received: requests, stop } = await startReceiver();
  await inBoth(async (bucket) => {
    const { ctx, id } = await createStore({ bucket });
    await createWebhook(ctx(), { url, events: ["card.activated"] });
    await makeCard(ctx, { amountCents: 500 });
    await queueMailTo(id, `${bucket}@example.com`);
  });
  await breakInFirst("webhook_deliveries");
  await breakInFirst("outbox");

  expect(await run("webhooks")).toEqual({ delivered: 1, failed: 0 });
  expect(await run("outbox")).toMatchObject({ sent: 1 });

  expect(requests).toHaveLength(1);
  expect(await metric("database_up")).toBe(1);
  // Counted without that bucket, it would be too low.
  expect(await metric("webhook_deliveries_pending")).toBeNaN();
  await stop();
});
