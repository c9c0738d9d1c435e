import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import { createStore } from "@/lib/testing/store";
import { createWebhook } from "@/lib/webhooks/create";
import { updateWebhook } from "@/lib/webhooks/update";
import * as v1Webhook from "../../v1/webhooks/[id]/route";
import * as keep from "./[id]/keep/route";
import * as rotate from "./[id]/rotate/route";
import * as webhook from "./[id]/route";
import * as secret from "./[id]/secret/route";
import * as switchOver from "./[id]/switch/route";

useTestDatabase();

const WANTED = { url: "https://receiver.example.com/hook", events: ["card.debited"] };

/** A store with one webhook, and the people who look after it. */
async function storeWithWebhook() {
  const store = await storeWithPeople();
  const { ctx } = await createStore();
  const made = await createWebhook({ ...ctx(), merchantId: store.merchantId }, WANTED);
  return { ...store, id: made.webhook.id };
}

describe("the next signing secret", () => {
  test("is discarded by keeping the one in force, once, and that is audited without a secret", async () => {
    const { merchantId, owner, id } = await storeWithWebhook();
    const at = { id, headers: owner.headers, body: {} };
    const secrets = async () => (await send(secret, "POST", at)).body;
    const before = await secrets();
    expect((await send(keep, "POST", at)).status).toBe(400);
    await send(rotate, "POST", at);
    expect((await secrets()).nextSecret).toMatch(/^whsec_/);

    expect((await send(keep, "POST", at)).body).toEqual({ webhookId: id });

    expect(await secrets()).toEqual({ secret: before.secret, nextSecret: null });
    expect(await send(keep, "POST", at)).toMatchObject({
      status: 400,
      body: { error: "invalid_request", fields: [{ message: "no next secret was made" }] },
    });
    expect((await send(switchOver, "POST", at)).status).toBe(400);
    const entries = await pg()`select actor, details from audit_log
      where merchant_id = ${merchantId} and action = 'webhook.secret_discarded'`;
    expect(entries).toEqual([{ actor: `user:${owner.userId}`, details: null }]);
  });

  test("is discarded by owners and managers of its store, and by nobody else", async () => {
    const { owner, join, id } = await storeWithWebhook();
    await send(rotate, "POST", { id, headers: owner.headers, body: {} });
    const viewer = await join("viewer");
    const stranger = (await storeWithPeople()).owner;
    const keptBy = async ({ headers }: { headers: Record<string, string> }) =>
      (await send(keep, "POST", { id, headers, body: {} })).status;
    expect(await keptBy(viewer)).toBe(403);
    expect(await keptBy(stranger)).toBe(404);
    expect(await keptBy(await join("manager"))).toBe(200);
  });
});

describe("a webhook that is off", () => {
  const read = async (headers: Record<string, string>, id: string) =>
    (await send(webhook, "GET", { id, headers })).body;

  test("names who switched it off last, and nobody when its failures did or while it is on", async () => {
    const { owner, join, id } = await storeWithWebhook();
    const patch = (headers: Record<string, string>, active: boolean) =>
      send(v1Webhook, "PATCH", { id, headers, body: { active } });
    expect(await read(owner.headers, id)).toMatchObject({ active: true, switchedOffBy: null });
    await patch(owner.headers, false);
    expect(await read(owner.headers, id)).toMatchObject({ switchedOffBy: "Ada" });
    await patch(owner.headers, true);
    expect(await read(owner.headers, id)).toMatchObject({ switchedOffBy: null });
    await patch((await join("manager")).headers, false);
    expect(await read(owner.headers, id)).toMatchObject({ switchedOffBy: "A manager" });
    await pg()`update webhooks set disabled_reason = 'failures' where id = ${id}`;
    expect(await read(owner.headers, id)).toMatchObject({ switchedOffBy: null });
  });

  test("names nobody where somebody without a name switched it off", async () => {
    const { merchantId, owner, id } = await storeWithWebhook();
    const { ctx } = await createStore();
    await updateWebhook({ ...ctx(), merchantId }, { webhookId: id, active: false });
    expect(await read(owner.headers, id)).toMatchObject({ active: false, switchedOffBy: null });
  });
});
