import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { DELIVERED_RESULT, FAILED_RESULT, storeWithWebhook } from "@/lib/testing/webhooks";
import { EXHAUSTED_BEFORE_DISABLING } from "./delivery-policy";
import { listDeliveries } from "./list-deliveries";
import type { PostResult } from "./post";
import { readWebhook } from "./read";
import { recordAttempt } from "./record-attempt";
import { replay, resend } from "./replay";
import { updateWebhook } from "./update";

/** A webhook with `debits` delivered events. */
async function webhookWithDeliveredEvents(debits: number) {
  const { ctx, webhookId, debit, claim } = await storeWithWebhook({ debits });
  const attempt = async (posted: PostResult) => {
    await pg()`update webhook_deliveries set next_attempt_at = now()
      where webhook_id = ${webhookId} and status = 'pending'`;
    for (const each of await claim()) await recordAttempt(each, posted);
  };
  const exhaust = async () => {
    for (let n = 0; n < 4; n++) await attempt(FAILED_RESULT);
  };
  const list = async () => (await listDeliveries(ctx(), { webhookId, limit: 20, offset: 0 })).items;
  await attempt(DELIVERED_RESULT);
  const at = { ctx, webhookId, debit, attempt, exhaust, list };
  const resendAll = async () => {
    for (const { id } of await list()) await resend(ctx(), { webhookId, deliveryId: id });
  };
  const read = () => readWebhook(ctx(), { webhookId });
  return { ...at, resendAll, read };
}

const WAYS_TO_SEND_AGAIN = {
  "a resend": ({ resendAll }: Awaited<ReturnType<typeof webhookWithDeliveredEvents>>) =>
    resendAll(),
  "a replay since an instant": ({
    ctx,
    webhookId,
  }: Awaited<ReturnType<typeof webhookWithDeliveredEvents>>) =>
    replay(ctx(), { webhookId, since: new Date(0) }),
};

for (const [name, sendAgain] of Object.entries(WAYS_TO_SEND_AGAIN)) {
  test(`what had arrived stays known as delivered when ${name} of it is exhausted, and is not missed`, async () => {
    const store = await webhookWithDeliveredEvents(1);
    const [before] = await store.list();
    await sendAgain(store);
    expect(await store.list()).toMatchObject([{ status: "pending", lastError: null }]);
    await store.exhaust();

    const [after] = await store.list();
    expect(after).toMatchObject({ status: "failed", deliveredAt: before?.settledAt });
    expect(after?.settledAt?.getTime()).toBeGreaterThan(before?.settledAt?.getTime() ?? 0);
    expect(await store.read()).toMatchObject({ missedCount: 0 });
    const { ctx, webhookId } = store;
    const replayed = await replay(ctx(), { webhookId, missed: "all" });
    expect(replayed).toEqual({ queued: 0, dismissed: 0 });
  });
}

test("resends that are exhausted count towards disabling, after which only what never arrived was missed", async () => {
  const { debit, resendAll, exhaust, list, read } = await webhookWithDeliveredEvents(
    EXHAUSTED_BEFORE_DISABLING,
  );
  await resendAll();
  await debit();
  await exhaust();

  expect(await read()).toMatchObject({
    webhook: { active: false, disabledReason: "failures", lastError: FAILED_RESULT.error },
    missedCount: 1,
  });
  expect(await list()).toMatchObject([
    { status: "held", deliveredAt: null },
    ...Array(EXHAUSTED_BEFORE_DISABLING).fill({ deliveredAt: expect.any(Date) }),
  ]);
});

test("a delivery that had arrived and was queued again is delivered, not held, if the webhook is disabled meanwhile", async () => {
  const { ctx, webhookId, resendAll, attempt, list, read } = await webhookWithDeliveredEvents(1);
  const [before] = await list();
  await resendAll();
  await attempt(FAILED_RESULT);
  await updateWebhook(ctx(), { webhookId, active: false });

  const settled = { status: "delivered", settledAt: before?.settledAt };
  expect(await list()).toMatchObject([{ ...settled, deliveredAt: before?.settledAt }]);
  expect(await read()).toMatchObject({ missedCount: 0 });
});

test("the instant of the first arrival stays when it is sent again and arrives again", async () => {
  const { resendAll, attempt, list } = await webhookWithDeliveredEvents(1);
  const [before] = await list();
  await resendAll();
  await attempt(DELIVERED_RESULT);
  await resendAll();
  expect(await list()).toMatchObject([
    { status: "pending", settledAt: null, deliveredAt: before?.settledAt },
  ]);
});
