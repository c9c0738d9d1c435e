import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { ownConnection, waitForLocks } from "@/lib/testing/locks";
import { storeWithWebhook } from "@/lib/testing/webhooks";
import { updateWebhook } from "./update";

/** A disabled webhook with one held delivery. */
async function webhookWithHeldDelivery() {
  const { merchantId, ctx, webhookId, debit } = await storeWithWebhook({ debits: 1 });
  await updateWebhook(ctx(), { webhookId, active: false });
  const switchOn = () => updateWebhook(ctx(), { webhookId, active: true });
  const statuses = async () => {
    const rows = await pg()<{ status: string }[]>`select status from webhook_deliveries
      where webhook_id = ${webhookId} order by id`;
    return rows.map(({ status }) => status);
  };
  return { merchantId, webhookId, debit, switchOn, statuses };
}

test("a debit that read the webhook as disabled is delivered if enabling it commits first", async () => {
  const { webhookId, debit, switchOn, statuses } = await webhookWithHeldDelivery();
  const sql = ownConnection();
  // Makes enabling wait after it has locked the webhook and before it commits.
  await sql`begin`;
  await sql`update webhook_deliveries set status = 'pending' where webhook_id = ${webhookId}`;
  await sql`commit`;
  await sql`begin`;
  await sql`select from webhook_deliveries where webhook_id = ${webhookId} for update`;
  const switching = switchOn();
  await waitForLocks(1);
  const debiting = debit();
  await waitForLocks(2);
  await sql`commit`;
  await Promise.all([switching, debiting]);
  expect(await statuses()).toEqual(["held", "pending"]);
});

test("switching on waits for a debit under way, whose event stays held: it came before", async () => {
  const { merchantId, webhookId, switchOn, statuses } = await webhookWithHeldDelivery();
  const sql = ownConnection();
  await sql`begin`;
  await sql`select emit(row(c.*)::cards, null, gen_random_uuid(), null, 1, array['card.debited']) from cards c
    where merchant_id = ${merchantId}`;
  const switching = switchOn();
  await waitForLocks(1);
  const [row] = await sql`select active from webhooks where id = ${webhookId}`;
  expect(row).toEqual({ active: false });
  await sql`commit`;
  await switching;
  expect((await statuses()).sort()).toEqual(["held", "held"]);
});

test("no debit that races with enabling the webhook fails or leaves a held delivery", async () => {
  const { debit, switchOn, statuses } = await webhookWithHeldDelivery();
  const before = Array.from({ length: 20 }, debit);
  await switchOn();
  const after = Array.from({ length: 20 }, debit);
  await Promise.all([...before, ...after]);
  const all = await statuses();
  expect(all).toHaveLength(41);
  expect(all.filter((status) => status === "pending").length).toBeGreaterThanOrEqual(20);
});
