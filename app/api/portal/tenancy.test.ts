/// <reference types="vite/client" />
import { beforeAll, describe, expect, test } from "vitest";
import { createBatch } from "@/lib/batches/batch";
import { workDue } from "@/lib/batches/work";
import { create } from "@/lib/cards/create";
import { activate } from "@/lib/cards/movements";
import { pg } from "@/lib/db/client";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { createKey } from "@/lib/merchants/keys/create";
import { useTestDatabase } from "@/lib/testing/database";
import { send, signedIn, storeWithPeople, withoutRequestId } from "@/lib/testing/portal";
import { connectShop } from "@/lib/testing/shop";
import { createWebhook } from "@/lib/webhooks/create";
import { rotateSecret } from "@/lib/webhooks/rotate-secret";
import * as invitations from "./team/invitations/route";

useTestDatabase();

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;
const ABSENT_ID = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";
/** Path parameters that number a part of another resource and identify nothing on their own. */
const NUMBERS: Record<string, string> = { sequence: "1" };

/** Bodies of operations that need more than `{}`. */
const BODIES: Record<string, object> = {
  "POST /cards/[uuid]/activate": { amountCents: 100 },
  "PATCH /keys/[id]": { name: "Another name" },
  "POST /keys/[id]/roll": { overlapHours: 0 },
  "PATCH /team/[id]": { role: "manager" },
};

type Operation = { name: string; method: (typeof METHODS)[number]; path: string; route: Resource };

/** Every operation with a path parameter, found in the route folders. */
const operations: Operation[] = Object.entries(
  import.meta.glob<Resource>("./**/route.ts", { eager: true }),
).flatMap(([file, route]) => {
  const path = file.replace(/^\./, "").replace(/\/route\.ts$/, "");
  const defined = METHODS.filter((method) => path.includes("[") && route[method].spec);
  return defined.map((method) => ({ name: `${method} ${path}`, method, path, route }));
});

/** A store with one of each resource that a path can name. `ids` are keyed by folder. */
async function storeWithEverything() {
  const { merchantId, owner, join, ctx } = await storeWithPeople();
  const { webhook } = await createWebhook(ctx(), {
    url: "https://example.com/hook",
    events: ["card.activated"],
  });
  await rotateSecret(ctx(), { webhookId: webhook.id });
  const consumer = { currency: "USD", cardType: "digital", ownerEmail: "ada@example.com" } as const;
  const stock = { name: "Spring", quantity: 1, currency: "USD", cardType: "physical" } as const;
  const { batch } = await createBatch(ctx(), { ...stock, amountCents: 100 });
  await workDue();
  await connectShop(merchantId);
  const { card } = await create(ctx(), consumer);
  const { transaction } = await activate(ctx(), { cardId: card.id, amountCents: 500 });
  const wanted = { name: "Till", shape: "A", scopes: ["cards:read"], expiresAt: null } as const;
  const { key } = await createKey(ctx(), { ...wanted, limitPerWindow: null });
  const email = `${newId()}@example.com`;
  const { body } = await owner.post(invitations, { email, role: "viewer" });
  await signedIn(owner);
  const [row] = await pg()<Record<"customer" | "delivery" | "session", string>[]>`select
    (select id from customers where merchant_id = ${merchantId}) as customer,
    (select id from webhook_deliveries where merchant_id = ${merchantId}) as delivery,
    (select id from user_sessions where user_id = ${owner.userId} order by id desc limit 1)
      as session`;
  const ids: Record<string, string | undefined> = {
    "/batches/[id]": batch.id,
    "/cards/[uuid]": card.id,
    "/customers/[id]": row?.customer,
    "/platform/batches/[id]": batch.id,
    "/platform/cards/[uuid]": card.id,
    "/keys/[id]": key.id,
    "/sessions/[id]": row?.session,
    "/team/[id]": (await join("viewer")).userId,
    "/team/invitations/[id]": body.invitation.id,
    "/transactions/[id]": transaction.id,
    "/webhooks/[id]": webhook.id,
    "/webhooks/[id]/deliveries/[deliveryId]": row?.delivery,
  };
  return { merchantId, headers: owner.headers, ids };
}

/** The parameters of a path, each with its folder. */
const parametersOf = (path: string) =>
  [...path.matchAll(/\[(\w+)\]/g)].map((match) => ({
    name: match[1] ?? "",
    folder: path.slice(0, match.index + match[0].length),
  }));

/** A path's parameters with their values. Throws for a resource that storeWithEverything() doesn't create. */
function fill(path: string, ids: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    parametersOf(path).map(({ name, folder }) => {
      const value = NUMBERS[name] ?? ids[folder];
      if (!value)
        throw new Error(`Make what stands for ${folder} in app/api/portal/tenancy.test.ts.`);
      return [name, value];
    }),
  );
}

/** Everything in a store that a request could change, except for last use, attempts and leases. */
async function stateOf(merchantId: string): Promise<string> {
  const tables = [
    ...["batches", "batch_runs", "cards", "transactions", "api_keys", "memberships"],
    ...["invitations", "webhooks", "webhook_deliveries", "customers", "audit_log"],
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

  for (const { name, method, path, route } of operations) {
    test(name, async () => {
      const own = method === "GET" ? reader : await storeWithEverything();
      const body = method === "GET" ? undefined : (BODIES[name] ?? {});
      const call = (params: Record<string, string>) =>
        send(route, method, { headers: own.headers, params, body });
      const before = await stateOf(foreign.merchantId);

      const named = parametersOf(path).filter((parameter) => !(parameter.name in NUMBERS));
      for (const { folder } of named) {
        const [answer, absent] = [
          await call(fill(path, { ...own.ids, [folder]: foreign.ids[folder] })),
          await call(fill(path, { ...own.ids, [folder]: ABSENT_ID })),
        ];
        expect([answer.status, answer.body.error]).toEqual([404, "not_found"]);
        expect(withoutRequestId(answer.text)).toBe(withoutRequestId(absent.text));
      }
      expect((await call(fill(path, foreign.ids))).status).toBe(404);
      expect(await stateOf(foreign.merchantId)).toBe(before);

      // The same request finds the store's own resource; otherwise the 404s above would prove nothing.
      expect([401, 403, 404]).not.toContain((await call(fill(path, own.ids))).status);
    });
  }
});
