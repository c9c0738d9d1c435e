import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { updateWebhook } from "@/lib/domain/webhooks/update";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import type { Caller } from "@/lib/testing/requests";

async function storeWithWebhook() {
  const store = await storeWithPeople();
  const wanted = { url: "https://receiver.example.com/hook", events: ["card.debited"] };
  const { id } = (await createWebhook(store.ctx("key:none"), wanted)).webhook;
  const ask = (what: string) => store.owner.post(`/webhooks/${id}/${what}`, {});
  const read = async () => (await store.owner.get(`/webhooks/${id}`)).body;
  return { ...store, id, ask, read };
}

test("the next signing secret is discarded by keeping the current one, once, which is logged without a secret", async () => {
  const { merchantId, owner, id, ask } = await storeWithWebhook();
  const before = (await ask("secret")).body;
  expect((await ask("discard")).status).toBe(400);
  await ask("rotate");
  expect((await ask("secret")).body.nextSecret).toMatch(/^whsec_/);

  expect((await ask("discard")).body).toEqual({ webhookId: id });

  expect((await ask("secret")).body).toEqual({
    secret: before.secret,
    nextSecret: null,
  });
  expect(await ask("discard")).toMatchObject({
    status: 400,
    body: { error: "invalid_request", fields: [{ message: "create a new secret first" }] },
  });
  expect((await ask("switch")).status).toBe(400);
  expect(await auditOf(merchantId, "webhook.secret_discarded")).toMatchObject([
    { actor: `user:${owner.userId}`, details: null },
  ]);
});

test("a disabled webhook names the person who disabled it, if it was a person and not its failures", async () => {
  const { owner, join, ctx, id, read } = await storeWithWebhook();
  const set = ({ patch }: Caller, active: boolean) => patch(`/api/v1/webhooks/${id}`, { active });
  expect(await read()).toMatchObject({ active: true, disabledBy: null });
  await set(owner, false);
  expect(await read()).toMatchObject({ active: false, disabledBy: "Ada" });
  await set(owner, true);
  expect(await read()).toMatchObject({ disabledBy: null });
  await set(await join("manager"), false);
  expect(await read()).toMatchObject({ disabledBy: "A manager" });
  await pg()`update webhooks set disabled_reason = 'failures' where id = ${id}`;
  expect(await read()).toMatchObject({ disabledBy: null });
  await set(owner, true);
  await updateWebhook(ctx("key:none"), { webhookId: id, active: false });
  expect(await read()).toMatchObject({ active: false, disabledBy: null });
});

test("an owner chooses how long deliveries are retried and kept failing, which is logged; a manager can't", async () => {
  const { merchantId, owner, join, id, read } = await storeWithWebhook();
  const path = `/webhooks/${id}`;
  expect(await read()).toMatchObject({ retrySchedule: "standard", disableAfterHours: 0 });
  const settings = { retrySchedule: "three_days", disableAfterHours: 24 };
  const { status, body } = await owner.patch(path, settings);
  expect([status, body]).toMatchObject([200, settings]);
  expect(await owner.patch(path, settings)).toMatchObject({ status: 200 });
  expect(await read()).toMatchObject(settings);
  expect(await auditOf(merchantId, "webhook.delivery_changed")).toMatchObject([
    { details: { retrySchedule: { from: "standard", to: "three_days" } } },
  ]);

  expect((await (await join("manager")).patch(path, settings)).status).toBe(403);
  for (const bad of [
    { retrySchedule: "forever" },
    { disableAfterHours: 73 },
    { disableAfterHours: -1 },
  ]) {
    const refused = await owner.patch(path, bad);
    expect([refused.status, refused.body.fields[0].path]).toEqual([400, Object.keys(bad)[0]]);
  }
  expect(await read()).toMatchObject(settings);
});
