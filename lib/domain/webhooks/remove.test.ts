import { expect, test, vi } from "vitest";
import { log } from "@/lib/base/observe/log";
import { pg } from "@/lib/db/client/client";
import { ownConnection, shortenLockTimeout } from "@/lib/testing/locks";
import { DELIVERED_RESULT, FAILED_RESULT, storeWithWebhook } from "@/lib/testing/webhooks";
import { deliveriesBacklog } from "./deliver";
import { purgeDeliveries } from "./purge-expired";
import { recordAttempt } from "./record-attempt";
import { removeWebhook } from "./remove";

test("a webhook is deleted while another transaction holds its deliveries, none of which is sent", async () => {
  const { ctx, webhookId, claim } = await storeWithWebhook({ debits: 12 });
  const before = await deliveriesBacklog();
  await shortenLockTimeout();
  const error = vi.spyOn(log(), "error");
  const sql = ownConnection();
  await sql`begin`;
  await sql`select from webhook_deliveries where webhook_id = ${webhookId} for update`;
  expect(await removeWebhook(ctx(), { webhookId })).toEqual({ success: true });
  await sql`commit`;
  expect(await claim()).toEqual([]);
  expect((await deliveriesBacklog()).pending).toBe(before.pending - 12);
  expect(error).not.toHaveBeenCalled();
  error.mockRestore();
});

test("an attempt under way is recorded after its webhook is deleted, and isn't repeated", async () => {
  const { ctx, webhookId, claim } = await storeWithWebhook({ debits: 3 });
  const [delivered, failed] = await claim();
  await removeWebhook(ctx(), { webhookId });
  if (delivered) await recordAttempt(delivered, DELIVERED_RESULT);
  if (failed) await recordAttempt(failed, FAILED_RESULT);
  await pg()`update webhook_deliveries set next_attempt_at = now(), leased_until = null
    where webhook_id = ${webhookId}`;
  const rows = await pg()`select status from webhook_deliveries where webhook_id = ${webhookId}`;
  expect(rows.map(({ status }) => status).sort()).toEqual(["delivered", "pending", "pending"]);
  expect(await claim()).toEqual([]);
});

test("pending deliveries of a deleted webhook are purged an hour later", async () => {
  const { ctx, webhookId } = await storeWithWebhook({ debits: 4 });
  await removeWebhook(ctx(), { webhookId });
  await pg()`update webhooks set deleted_at = now() - interval '61 minutes' where id = ${webhookId}`;
  await purgeDeliveries();
  const [left] = await pg()`select count(*)::int as rows from webhook_deliveries
    where webhook_id = ${webhookId}`;
  expect(left).toEqual({ rows: 0 });
});
