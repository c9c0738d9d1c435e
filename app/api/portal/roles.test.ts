import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import type { Role } from "@/lib/base/roles";
import { storeWithPeople } from "@/lib/testing/portal";
import { type Operation, operationsIn, send } from "@/lib/testing/requests";
import { newKey } from "@/lib/testing/store";

/** Operations without a session: a link token or a password is enough. */
const PUBLIC_OPERATIONS = [
  "POST /address/confirm",
  "POST /invitations/accept",
  "POST /invitations/read",
  "POST /passkeys/sign-in",
  "POST /password/check",
  "POST /password/forgot",
  "POST /password/reset",
  "POST /sign-up",
];

/** Operations for every role: reading the store and managing one's own account. */
const VIEWER_OPERATIONS = [
  "GET /account",
  "PATCH /account",
  "POST /account/email",
  "POST /account/email/confirm",
  "DELETE /account/email",
  "POST /address/send",
  "GET /branding",
  "GET /agreements",
  "GET /batches",
  "GET /batches/numbers",
  "GET /cards",
  "GET /cards/[uuid]",
  "GET /cards/[uuid]/changes",
  "GET /cards/[uuid]/history/[sequence]",
  "POST /cards/bulk/export",
  "GET /cards/counts",
  "GET /cards/export",
  "GET /cashiers",
  "GET /currencies",
  "GET /customers",
  "GET /customers/[id]",
  "GET /customers/[id]/history",
  "GET /customers/export",
  "GET /devices",
  "GET /gifts",
  "GET /gifts/export",
  "GET /gifts/totals",
  "POST /invitations/join",
  "GET /keys",
  "GET /me",
  "GET /overview",
  "GET /passkeys",
  "POST /passkeys",
  "POST /passkeys/[id]/remove",
  "POST /passkeys/options",
  "POST /password",
  "GET /platform",
  "GET /platform/batches/[id]",
  "GET /platform/cards/[uuid]",
  "GET /platform/differences",
  "GET /reports/activity",
  "GET /reports/activity/export",
  "GET /reports/ageing",
  "GET /reports/ageing/export",
  "GET /reports/closings",
  "GET /reports/closings/[month]/export",
  "GET /reports/expired",
  "GET /reports/expired/export",
  "GET /reports/expired/totals",
  "GET /reports/journal",
  "GET /reports/liability",
  "GET /reports/liability/export",
  "GET /reports/settlement",
  "GET /reports/settlement/export",
  "GET /saved-views",
  "POST /saved-views",
  "PATCH /saved-views/[id]",
  "DELETE /saved-views/[id]",
  "POST /search",
  "GET /security",
  "GET /sessions",
  "POST /sessions/[id]/revoke",
  "POST /sessions/revoke-others",
  "GET /store",
  "GET /store-credit",
  "GET /store-credit/export",
  "GET /store-credit/totals",
  "GET /stores",
  "POST /stores",
  "POST /stores/switch",
  "GET /team",
  "POST /team/leave",
  "GET /tills/closings",
  "GET /tills/totals",
  "POST /totp/recovery-codes",
  "POST /totp/set-up",
  "POST /totp/turn-off",
  "POST /totp/turn-on",
  "GET /transactions",
  "GET /transactions/[id]",
  "GET /transactions/actors",
  "GET /transactions/export",
  "GET /webhooks",
  "GET /webhooks/[id]",
];

/** Operations for managers: they change the store, or show what only managers may see. */
const MANAGER_OPERATIONS = [
  "GET /audit",
  "GET /audit/export",
  "GET /audit/export.jsonl",
  "POST /batches/[id]/activate",
  "GET /batches/[id]/codes",
  "GET /batches/[id]/sheet",
  "POST /batches/[id]/void",
  "POST /batches/import",
  "POST /batches/import/check",
  "PATCH /branding",
  "DELETE /branding/logo",
  "PUT /branding/logo",
  "GET /branding/unprintable",
  "POST /cards",
  "POST /cards/[uuid]/activate",
  "PATCH /cards/[uuid]",
  "POST /cards/[uuid]/code",
  "POST /cards/[uuid]/email",
  "POST /cards/[uuid]/void",
  "POST /cards/bulk/activate",
  "POST /cards/bulk/disable",
  "POST /cards/bulk/extend",
  "POST /cards/bulk/freeze",
  "POST /cards/bulk/unfreeze",
  "POST /cashiers",
  "PATCH /cashiers/[id]",
  "POST /cashiers/[id]/deactivate",
  "PATCH /customers/[id]",
  "POST /devices",
  "PATCH /devices/[id]",
  "POST /devices/[id]/pairing-code",
  "POST /devices/[id]/revoke",
  "POST /keys",
  "PATCH /keys/[id]",
  "POST /keys/[id]/revoke",
  "POST /keys/[id]/roll",
  "POST /platform/cards/[uuid]",
  "POST /platform/reconcile",
  "POST /platform/settle",
  "PATCH /store",
  "POST /test-keys",
  "GET /suppressions",
  "GET /test-mails",
  "DELETE /suppressions/[id]",
  "GET /webhooks/[id]/deliveries/[deliveryId]",
  "POST /webhooks/[id]/discard",
  "POST /webhooks/[id]/rotate",
  "POST /webhooks/[id]/secret",
  "POST /webhooks/[id]/switch",
];

/** Operations for owners: transfer agreements, the team, the online shop, write-offs and delivery settings. */
const OWNER_OPERATIONS = [
  "PATCH /webhooks/[id]",
  "POST /agreements",
  "PATCH /agreements/[id]",
  "POST /agreements/[id]/accept",
  "POST /agreements/[id]/end",
  "POST /agreements/[id]/payments",
  "DELETE /platform",
  "PUT /platform",
  "POST /cards/[uuid]/write-off",
  "POST /reports/closings",
  "POST /reports/write-off",
  "DELETE /team/[id]",
  "PATCH /team/[id]",
  "POST /team/invitations",
  "DELETE /team/invitations/[id]",
  "POST /team/invitations/[id]/resend",
];

/** Operations allowed on a page that shows a store other than the session's. */
const FOR_ANY_STORE = /^POST \/(account\/email\/confirm|invitations\/join|stores\/switch)$/;

/** POST operations that only read: a card code must not appear in a URL. */
const LOOKUP_OPERATIONS = ["POST /cards/lookup"];

const operations = await operationsIn("/api/portal");
const signedInOperations = operations.filter(({ name }) => !PUBLIC_OPERATIONS.includes(name));
const changeOperations = signedInOperations.filter(({ method }) => method !== "GET");
const readOperations = signedInOperations.filter(
  ({ name }) => name === "GET /cards" || name === "GET /me",
);

type Headers = Record<string, string | undefined>;

const ask = ({ path, method }: Operation, headers: Headers = {}) =>
  send(path.replace(/\[\w+\]/g, newId), method, {
    headers,
    ...(method !== "GET" && { body: {} }),
  });

/** Expects that each operation answers with this status. */
async function expectStatus(status: number, asked: Operation[], headers: Headers = {}) {
  for (const one of asked)
    expect([one.name, (await ask(one, headers)).status]).toEqual([one.name, status]);
}

let store: Awaited<ReturnType<typeof storeWithPeople>>;
beforeAll(async () => {
  store = await storeWithPeople();
});

test("every operation of the portal is on a list of this file, once", () => {
  const lists = [PUBLIC_OPERATIONS, VIEWER_OPERATIONS, MANAGER_OPERATIONS, OWNER_OPERATIONS];
  expect(operations.map(({ name }) => name).sort()).toEqual(lists.flat().sort());
});

test("without a session every operation of the portal is 401, but for those open to anybody", async () => {
  await expectStatus(401, signedInOperations);
  const open = operations.filter(({ name }) => PUBLIC_OPERATIONS.includes(name));
  // The challenge of a passkey needs no input.
  for (const one of open)
    await expectStatus(one.name === "POST /passkeys/sign-in" ? 200 : 400, [one]);
});

test("no API key, whatever its scopes, opens an operation of the portal", async () => {
  const { secret } = await newKey(store.ctx());
  await expectStatus(403, signedInOperations, { Authorization: `Bearer ${secret}` });
});

describe("what a person may do is what their role says, and no more", () => {
  const allowed: Record<Role, string[]> = {
    viewer: VIEWER_OPERATIONS,
    manager: [...VIEWER_OPERATIONS, ...MANAGER_OPERATIONS],
    owner: [...VIEWER_OPERATIONS, ...MANAGER_OPERATIONS, ...OWNER_OPERATIONS],
  };
  test.each(["viewer", "manager", "owner"] as const)("as %s", async (role) => {
    const { headers } = await store.join(role);
    const left = await store.join(role);
    for (const operation of signedInOperations) {
      const isTheEnd = operation.name === "POST /team/leave";
      const { status, body } = await ask(operation, isTheEnd ? left.headers : headers);
      const refusal = /^This request needs the scope/.test(body?.message) ? status : null;
      const expected = allowed[role].includes(operation.name) ? null : 403;
      expect([operation.name, refusal]).toEqual([operation.name, expected]);
      expect(status, operation.name).not.toBe(401);
    }
  });

  test("nor does a viewer's session change anything through the API, and shows no code", async () => {
    const { headers } = await store.join("viewer");
    const api = await operationsIn("/api/v1");
    const writes = api.filter(
      ({ name, method }) => method !== "GET" && !LOOKUP_OPERATIONS.includes(name),
    );
    expect(writes.length).toBeGreaterThan(10);
    await expectStatus(403, writes, headers);
    expect(api.map(({ name }) => name)).toEqual(expect.arrayContaining(LOOKUP_OPERATIONS));
  });
});

describe("a change that a session makes", () => {
  const origin = "http://localhost:3000";

  test.each([
    ["another site's page", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sibling site's page", { origin, "sec-fetch-site": "same-site" }],
    ["a page without an origin", { origin: "null" }],
    ["another port", { origin: "http://localhost:4000" }],
    ["no page at all", { origin: undefined }],
  ])("is refused from %s, whatever it is: 403", async (_, from) => {
    const { headers } = await store.join("owner");
    for (const operation of changeOperations) {
      const { status, body } = await ask(operation, { ...headers, ...from });
      expect([status, body.error], operation.name).toEqual([403, "insufficient_scope"]);
      expect(body.message, operation.name).toMatch(/^Open Scrip at /);
    }
    await expectStatus(200, readOperations, { ...headers, ...from });
  });

  test("is refused if the page shows another store (409), as reading is, and if it sends no store (400)", async () => {
    const { headers } = await store.join("owner");
    for (const operation of changeOperations.filter(({ name }) => !FOR_ANY_STORE.test(name))) {
      const elsewhere = await ask(operation, { ...headers, "Scrip-Store": newId() });
      expect(elsewhere.status, operation.name).toBe(409);
      const silent = await ask(operation, { ...headers, "Scrip-Store": undefined });
      expect(silent.status, operation.name).toBe(400);
      expect(silent.body.fields, operation.name).toMatchObject([{ path: "Scrip-Store" }]);
    }
    await expectStatus(409, readOperations, { ...headers, "Scrip-Store": newId() });
    await expectStatus(200, readOperations, { ...headers, "Scrip-Store": undefined });
  });

  test("may turn to a store, join one or confirm a new email from any page", async () => {
    for (const operation of changeOperations.filter(({ name }) => FOR_ANY_STORE.test(name))) {
      const { headers } = await store.join("owner");
      const { status, body } = await ask(operation, { ...headers, "Scrip-Store": newId() });
      expect([operation.name, status, body.fields?.[0].path]).not.toContain("Scrip-Store");
      expect(status, operation.name).not.toBe(409);
    }
  });
});
