import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { createBatch } from "@/lib/domain/batches/batch";
import { batchWorker } from "@/lib/domain/batches/work";
import { activate } from "@/lib/domain/cards/activate";
import { create } from "@/lib/domain/cards/create";
import { suppress } from "@/lib/domain/mail/suppressions";
import { createWebhook } from "@/lib/domain/webhooks/create";
import { rotateSecret } from "@/lib/domain/webhooks/rotate-secret";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { addTill, PASSWORD, signInHeaders, storeWithPeople } from "@/lib/testing/portal";
import { operationsIn, send, withoutRequestId } from "@/lib/testing/requests";
import { connectShop } from "@/lib/testing/shop";
import { createStore, newKey } from "@/lib/testing/store";

const ABSENT_ID = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";
/** Path parameters that number a part of a store or resource and identify nothing on their own. */
const NUMBER_PARAMETERS: Record<string, string> = { sequence: "1", month: "2026-01" };

const LIMITS = { maxTransferCents: 1, maxDayCents: 1, maxUnsettledCents: 1 };

/** Bodies of operations that need more than `{}`. */
const BODIES: Record<string, object> = {
  "POST /cards/[uuid]/activate": { amountCents: 100 },
  "PATCH /cashiers/[id]": { name: "Bo", pin: "2580" },
  "PATCH /devices/[id]": { name: "Terrace" },
  "POST /devices/[id]/pairing-code": { password: PASSWORD },
  "PATCH /keys/[id]": { name: "Another name" },
  "POST /keys/[id]/roll": { overlapHours: 0 },
  "POST /passkeys/[id]/remove": { password: PASSWORD },
  "PATCH /team/[id]": { role: "manager" },
  "PATCH /agreements/[id]": LIMITS,
  "POST /agreements/[id]/accept": LIMITS,
  "POST /agreements/[id]/payments": { amountCents: 1 },
};

/** The parts of a path that identify a resource. */
const namesIn = (path: string) =>
  [...path.matchAll(/\[(\w+)\]/g)]
    .filter(([, name = ""]) => !(name in NUMBER_PARAMETERS))
    .map((match) => path.slice("/api/portal".length, match.index + match[0].length));

/** Every operation whose path names a resource. */
const operations = (await operationsIn("/api/portal")).filter(
  ({ path }) => namesIn(path).length > 0,
);

let closedMonths = 0;

/** Closes a month that no other store of this file has closed, without totals. */
async function closeSomeMonth(merchantId: string): Promise<string> {
  const month = `${2000 + closedMonths++}-01`;
  await pg()`insert into month_closings (merchant_id, month, ends_at, transactions, totals, hash, actor)
    values (${merchantId}, ${month}, now(), 0, '[{"currency": "USD", "changes": {}}]', '', 'operator')`;
  return month;
}

/** A store with one of each resource that a path can name. `ids` are keyed by folder. */
async function storeWithEverything() {
  const { merchantId, owner, join, ctx } = await storeWithPeople();
  const url = "https://example.com/hook";
  const { webhook } = await createWebhook(ctx(), { url, events: ["card.activated"] });
  await rotateSecret(ctx(), { webhookId: webhook.id });
  const consumer = { currency: "USD", cardType: "digital", ownerEmail: "ada@example.com" } as const;
  const stock = { name: "Spring", quantity: 1, currency: "USD", cardType: "physical" } as const;
  const { batch } = await createBatch(ctx(), { ...stock, amountCents: 100 });
  await batchWorker.runDue();
  await connectShop(merchantId);
  const { card } = await create(ctx(), consumer);
  const { transaction } = await activate(ctx(), { cardId: card.id, amountCents: 500 });
  const { key } = await newKey(ctx());
  const { device, cashier } = await addTill(owner);
  const email = `${newId()}@example.com`;
  const { body } = await owner.post("/team/invitations", { email, role: "viewer" });
  await signInHeaders(owner);
  await suppress(db(), merchantId, consumer.ownerEmail, "bounced");
  const passkeyId = newId();
  await pg()`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
    values (${passkeyId}, ${owner.userId}, ${passkeyId}, '', 0, '{}', 'Laptop')`;
  await pg()`update user_sessions set has_passkey = true where user_id = ${owner.userId}`;
  const [row] = await pg()<
    Record<"customer" | "delivery" | "session" | "suppression", string>[]
  >`select
    (select id from customers where merchant_id = ${merchantId}) as customer,
    (select id from webhook_deliveries where merchant_id = ${merchantId}) as delivery,
    (select id from user_sessions where user_id = ${owner.userId} order by id desc limit 1)
      as session,
     (select id from mail_suppressions where merchant_id = ${merchantId}) as suppression`;
  const savedViewId = newId();
  await pg()`insert into saved_views (merchant_id, id, user_id, list, name, query)
    values (${merchantId}, ${savedViewId}, ${owner.userId}, 'cards', 'Unsold', 'status=inactive')`;
  const partner = await createStore();
  const agreementId = await agreeOnTransfers(merchantId, partner.id);
  const ids: Record<string, string | undefined> = {
    "/agreements/[id]": agreementId,
    "/batches/[id]": batch.id,
    "/cards/[uuid]": card.id,
    "/cashiers/[id]": cashier.id,
    "/customers/[id]": row?.customer,
    "/devices/[id]": device.id,
    "/platform/batches/[id]": batch.id,
    "/platform/cards/[uuid]": card.id,
    "/keys/[id]": key.id,
    "/passkeys/[id]": passkeyId,
    "/reports/closings/[month]": await closeSomeMonth(merchantId),
    "/saved-views/[id]": savedViewId,
    "/sessions/[id]": row?.session,
    "/suppressions/[id]": row?.suppression,
    "/team/[id]": (await join("viewer")).userId,
    "/team/invitations/[id]": body.invitation.id,
    "/transactions/[id]": transaction.id,
    "/webhooks/[id]": webhook.id,
    "/webhooks/[id]/deliveries/[deliveryId]": row?.delivery,
  };
  return { merchantId, headers: owner.headers, ids };
}

/** A path with its parameters' values. Throws for a resource that storeWithEverything() doesn't create. */
const fill = (path: string, ids: Record<string, string | undefined>): string =>
  path.replace(/\[(\w+)\]/g, (parameter, name, at) => {
    const folder = path.slice("/api/portal".length, at + parameter.length);
    const value = NUMBER_PARAMETERS[name] ?? ids[folder];
    if (!value)
      throw new Error(`Make what stands for ${folder} in app/api/portal/tenancy.test.ts.`);
    return value;
  });

/** Everything in a store that a request could change, except for last use, attempts and leases. */
async function stateOf(merchantId: string): Promise<string> {
  const tables = [
    "batches",
    "batch_runs",
    "cards",
    "transactions",
    "api_keys",
    "memberships",
    "devices",
    "cashiers",
    "invitations",
    "mail_suppressions",
    "webhooks",
    "webhook_deliveries",
    "customers",
    "saved_views",
    "audit_log",
  ];
  const sql = pg();
  const rows = await Promise.all(
    tables.map((table) =>
      sql.unsafe(
        `select to_jsonb(t) - 'last_used_at' - 'attempts' - 'leased_until' as row
          from ${table} t where merchant_id = $1 order by 1`,
        [merchantId],
      ),
    ),
  );
  const sessions = await sql`select s.id, revoked_at from user_sessions s
    where merchant_id = ${merchantId} order by id`;
  return JSON.stringify([rows, sessions]);
}

test("every route whose path names something is called here", () => {
  expect(operations.length).toBeGreaterThan(15);
  const known = operations.map(({ name }) => name);
  for (const name of Object.keys(BODIES)) expect(known).toContain(name);
});

describe("what belongs to another store is absent, to the byte, and stays as it is", () => {
  type Store = Awaited<ReturnType<typeof storeWithEverything>>;
  let foreign: Store;
  // The caller's store for GET operations, which change nothing.
  let reader: Store;
  beforeAll(async () => {
    [foreign, reader] = [await storeWithEverything(), await storeWithEverything()];
  });

  const named = operations.map((operation) => [operation.name, operation] as const);
  test.each(named)("%s", async (name, { method, path }) => {
    const own = method === "GET" ? reader : await storeWithEverything();
    const body = method === "GET" ? undefined : (BODIES[name] ?? {});
    const call = (ids: Record<string, string | undefined>) =>
      send(fill(path, { ...own.ids, ...ids }), method, { headers: own.headers, body });
    const before = await stateOf(foreign.merchantId);

    for (const resource of namesIn(path)) {
      const [theirs, absent, malformed] = [
        await call({ [resource]: foreign.ids[resource] }),
        await call({ [resource]: ABSENT_ID }),
        await call({ [resource]: "nonsense" }),
      ];
      expect([theirs.status, theirs.body.error]).toEqual([404, "not_found"]);
      for (const { text } of [absent, malformed])
        expect(withoutRequestId(theirs.text)).toBe(withoutRequestId(text));
    }
    expect((await call(foreign.ids)).status).toBe(404);
    expect(await stateOf(foreign.merchantId)).toBe(before);

    // The same request finds the store's own resource; otherwise the 404s above would prove nothing.
    expect([401, 403, 404]).not.toContain((await call({})).status);
  });
});
