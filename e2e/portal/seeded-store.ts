import type { Sql } from "postgres";
import { batchWorker } from "@/lib/domain/batches/work";
import { declineGift } from "@/lib/domain/gifts/accept-or-return";
import { sendGift } from "@/lib/domain/gifts/send";
import { operatorContext } from "@/lib/domain/people/operator";
import { UNREACHABLE_URL } from "@/lib/testing/api/calls";
import { RECEIVER_URL } from "@/lib/testing/api/resources";
import { signInHeaders } from "@/lib/testing/portal";
import { agreeOnTransfers } from "../support/agreements";
import { apiClient, baseUrl, send } from "../support/client";
import { mailedLink } from "../support/mailed-link";
import { oncePerRun } from "../support/once-per-run";
import { connectShop, syncNow, waitForSync } from "../support/shopify/connect";
import { openShop } from "../support/shopify/open-shop";
import { makeKey, makePerson, makeStore, type Store } from "../support/store";
import { test as base, expect } from "../support/test";
import { makeUsedTill } from "../support/till-requests";
import { publishTotals } from "./ledger-jobs";

const LONG_EMAIL = `${"a".repeat(60)}@${"long-domain.".repeat(8)}example.com`;
const LONG_REFERENCE = "a-reference-without-any-place-to-break-".repeat(4);

type CreatedCard = { uuid: string; code: string };

/** Cards in every state. */
async function makeCards({ merchantId }: Store, api: ReturnType<typeof apiClient>, sql: Sql) {
  const make = async (amountCents: number | null, currency = "USD"): Promise<CreatedCard> => {
    const { body } = await api.post("/cards", { currency, cardType: "physical" });
    if (amountCents !== null) await api.post(`/cards/${body.uuid}/activate`, { amountCents });
    return body;
  };
  const [inactive, active, expired, disabled, giver, credited, deactivated] = [
    await make(null),
    await make(500_000_000),
    await make(1_000),
    await make(3_840),
    await make(10_000),
    await make(2_500),
    await make(2_600),
  ];
  await make(500_000, "KWD");
  await api.post(`/cards/${active.uuid}/claim`, { email: LONG_EMAIL });
  await api.post(`/cards/${giver.uuid}/claim`, { email: "ada@example.com" });
  await api.post(`/cards/${disabled.uuid}/disable`, {});
  await sql`update cards set expires_on = current_date - 3 where id = ${expired.uuid}`;
  const debit = { amountCents: 12_345_678, referenceId: LONG_REFERENCE, note: "Two cakes" };
  const debited = await api.post(`/cards/${active.uuid}/debit`, debit);
  const hold = { amountCents: 6_000, expiresInSeconds: 604_800, referenceId: LONG_REFERENCE };
  await api.post(`/cards/${active.uuid}/holds`, hold);

  const ctx = () => operatorContext(merchantId);
  const [row] = await sql`select owner_id from cards where id = ${giver.uuid}`;
  const order = { cardId: giver.uuid, senderId: row?.owner_id };
  await sendGift(ctx(), { ...order, amountCents: 2_500, recipientEmail: "bob@example.com" });
  const email = "cleo@example.com";
  const { gift } = await sendGift(ctx(), { ...order, amountCents: 1_500, recipientEmail: email });
  await declineGift(ctx(), { giftId: gift.id, email });
  const movementId: string = debited.body.transaction.id;
  return { inactive, active, expired, disabled, giver, credited, deactivated, movementId };
}

/** A webhook whose deliveries fail, one disabled after failures, and one that is turned off. */
async function makeWebhooks(api: ReturnType<typeof apiClient>, sql: Sql) {
  const make = async (url: string, events: string[]): Promise<string> =>
    (await api.post("/webhooks", { url, events })).body.id;
  const failing = await make(UNREACHABLE_URL, ["card.debited"]);
  const off = await make(`${RECEIVER_URL}/off`, ["card.debited"]);
  const broken = await make(`${RECEIVER_URL}/broken`, ["card.debited"]);
  await api.patch(`/webhooks/${off}`, { active: false });
  await sql`update webhooks set active = false, disabled_reason = 'failures', disabled_at = now(),
    consecutive_failures = 3, failing_since = now() - interval '1 hour',
    last_error = 'Your endpoint responded with 503 after 2.1 s.' where id = ${broken}`;
  return { failing, off, broken };
}

async function invite({ merchantId, userId }: Store, sql: Sql): Promise<string> {
  const email = `grace-${merchantId}@example.com`;
  const { cookie } = await signInHeaders({ merchantId, userId });
  const { status } = await send("/api/portal/team/invitations", {
    method: "POST",
    headers: {
      cookie,
      origin: baseUrl(),
      "Scrip-Store": merchantId,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ email, role: "manager" }),
  });
  expect(status).toBe(201);
  return await mailedLink(sql, email);
}

/** Makes a transfer to a new store in another currency, which the two stores have to settle. */
export async function transferAbroad(store: Store, sql: Sql, fromCardUuid: string) {
  const partner = await makeStore({ currency: "EUR" });
  await agreeOnTransfers(sql, store.merchantId, partner.merchantId);
  const there = apiClient(partner.keyA);
  const { uuid, code } = (await there.post("/cards", { currency: "EUR" })).body;
  await there.post(`/cards/${uuid}/activate`, { amountCents: 100 });
  const order = { fromCardUuid, toCode: code, amountCents: 5_000 };
  const { status, body } = await apiClient(store.keyA).post("/transfers", order);
  expect(status).toBe(201);
  return { partner, transfer: body.transfer };
}

/** A store with data for every page and every dialog. */
async function seedStore(sql: Sql) {
  const store = await makeStore();
  const { merchantId } = store;
  const api = apiClient(store.keyA);
  const shop = await openShop();
  await connectShop(store, shop);
  const webhooks = await makeWebhooks(api, sql);
  const cards = await makeCards(store, api, sql);
  await makeUsedTill(store);
  for (const currency of ["USD", "JPY", "KWD"]) {
    await api.post("/store-credit", { email: LONG_EMAIL, amountCents: 123_456, currency });
  }
  const wanted = { name: "Spring", quantity: 12, currency: "USD", cardType: "physical" };
  const { body: batch } = await api.post("/batches", { ...wanted, amountCents: 1_000 });
  await batchWorker.runDue();
  await transferAbroad(store, sql, cards.active.uuid);
  const { id: revoked } = await makeKey(merchantId);
  await sql`update api_keys set revoked_at = now() where id = ${revoked}`;
  const [viewer, manager] = [await makePerson(store, "viewer"), await makePerson(store, "manager")];
  const invitation = await invite(store, sql);
  await publishTotals(sql, merchantId);

  await waitForSync(sql, merchantId);
  await shop.creditByHand(cards.credited.code, 500);
  await shop.deactivate(cards.deactivated.code);
  await syncNow(sql, merchantId);
  const attempts = () => sql`select from webhook_attempts where webhook_id = ${webhooks.failing}`;
  await expect.poll(async () => (await attempts()).length).toBeGreaterThan(0);
  const [customer] = await sql`select c.id from customers c where merchant_id = ${merchantId}
    and email = ${LONG_EMAIL}`;
  return {
    store,
    cards,
    webhooks,
    viewer,
    manager,
    invitation,
    shopAddress: shop.address,
    batch: batch.id as string,
    customer: customer?.id as string,
  };
}

export type SeededStore = Awaited<ReturnType<typeof seedStore>>;

export const test = base.extend<object, { seededStore: SeededStore }>({
  seededStore: [
    async ({ sql }, use) => use(await oncePerRun("seeded-store", sql, () => seedStore(sql))),
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
