/// <reference types="vite/client" />
import { beforeAll, describe, expect, test } from "vitest";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { createKey } from "@/lib/merchants/keys/create";
import { API_SCOPES, type Role } from "@/lib/roles";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";

useTestDatabase();

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** Operations without a session: a link token or a password is enough. */
const ANYBODY = [
  "POST /address/confirm",
  "POST /invitations/accept",
  "POST /invitations/read",
  "POST /password/forgot",
  "POST /password/reset",
  "POST /sign-up",
];

/** Operations for every role: reading the store and managing one's own account. */
const VIEWER = [
  "POST /address/send",
  "GET /cards",
  "GET /cards/[uuid]/changes",
  "GET /cards/[uuid]/history/[sequence]",
  "GET /cards/counts",
  "GET /cards/export",
  "GET /customers",
  "GET /customers/[id]",
  "GET /customers/[id]/history",
  "GET /gifts",
  "GET /gifts/totals",
  "POST /invitations/join",
  "GET /keys",
  "GET /me",
  "GET /overview",
  "GET /overview/activity",
  "POST /password",
  "GET /platform",
  "GET /platform/batches/[id]",
  "GET /platform/cards/[uuid]",
  "GET /platform/differences",
  "GET /reports/ageing",
  "GET /reports/expired",
  "GET /reports/expired/totals",
  "GET /reports/journal",
  "GET /reports/liability",
  "GET /reports/settlement",
  "GET /reports/settlement/export",
  "GET /security",
  "GET /sessions",
  "POST /sessions/[id]/revoke",
  "POST /sessions/revoke-others",
  "GET /store",
  "GET /store-credit",
  "GET /store-credit/totals",
  "GET /stores",
  "POST /stores",
  "POST /stores/switch",
  "GET /team",
  "POST /team/leave",
  "POST /totp/recovery-codes",
  "POST /totp/set-up",
  "POST /totp/turn-off",
  "POST /totp/turn-on",
  "GET /transactions",
  "GET /transactions/[id]",
  "GET /transactions/actors",
  "GET /transactions/counts",
  "GET /transactions/export",
  "POST /transactions/understand",
  "GET /webhooks",
  "GET /webhooks/[id]",
];

/** Operations for managers: they change the store, or show what only managers may see. */
const MANAGER = [
  "GET /audit",
  "GET /audit/export",
  "POST /batches/[id]/activate",
  "GET /batches/[id]/codes",
  "GET /batches/[id]/sheet",
  "POST /batches/[id]/void",
  "POST /batches/import",
  "POST /batches/import/check",
  "POST /cards",
  "POST /cards/[uuid]/activate",
  "POST /cards/[uuid]/code",
  "POST /cards/[uuid]/void",
  "POST /keys",
  "PATCH /keys/[id]",
  "POST /keys/[id]/revoke",
  "POST /keys/[id]/roll",
  "POST /platform/cards/[uuid]",
  "POST /platform/reconcile",
  "POST /platform/settle",
  "PATCH /store",
  "GET /webhooks/[id]/deliveries/[deliveryId]",
  "POST /webhooks/[id]/keep",
  "POST /webhooks/[id]/rotate",
  "POST /webhooks/[id]/secret",
  "POST /webhooks/[id]/switch",
];

/** Operations for owners: the team, the online shop and write-offs. */
const OWNER = [
  "DELETE /platform",
  "PUT /platform",
  "POST /reports/write-off",
  "DELETE /team/[id]",
  "PATCH /team/[id]",
  "POST /team/invitations",
  "DELETE /team/invitations/[id]",
  "POST /team/invitations/[id]/resend",
];

/** Operations allowed on a page that shows another store than the session's. */
const ANY_STORE = ["POST /invitations/join", "POST /stores/switch"];

/** POST operations that only read: a card code must not appear in a URL. */
const LOOKUPS = ["POST /cards/lookup"];

type Operation = { name: string; method: Method; route: Resource; params: Record<string, string> };

/** The operations in some route files, with a random id for each path parameter. */
function operationsOf(routes: Record<string, Resource>, root: RegExp): Operation[] {
  return Object.entries(routes).flatMap(([file, route]) => {
    const path = file.replace(root, "").replace(/\/route\.ts$/, "");
    const names = [...path.matchAll(/\[(\w+)\]/g)].map((match) => match[1] ?? "");
    const params = Object.fromEntries(names.map((name) => [name, newId()]));
    const defined = METHODS.filter((method) => route[method].spec);
    return defined.map((method) => ({ name: `${method} ${path}`, method, route, params }));
  });
}

const operations = operationsOf(
  import.meta.glob<Resource>("./**/route.ts", { eager: true }),
  /^\./,
);
const api = operationsOf(
  import.meta.glob<Resource>("../v1/**/route.ts", { eager: true }),
  /^\.\.\/v1/,
);

const signedInOnly = operations.filter(({ name }) => !ANYBODY.includes(name));
const changes = signedInOnly.filter(({ method }) => method !== "GET");

const ask = ({ route, method, params }: Operation, headers: Record<string, string> = {}) =>
  send(route, method, { headers, params, ...(method !== "GET" && { body: {} }) });

let store: Awaited<ReturnType<typeof storeWithPeople>>;
beforeAll(async () => {
  store = await storeWithPeople();
});

test("every operation of the portal is on a list of this file, once", () => {
  const listed = [...ANYBODY, ...VIEWER, ...MANAGER, ...OWNER];
  expect(operations.map(({ name }) => name).sort()).toEqual(listed.sort());
});

test("without a session every operation of the portal is 401, but for those open to anybody", async () => {
  for (const operation of signedInOnly) {
    expect([operation.name, (await ask(operation)).status]).toEqual([operation.name, 401]);
  }
  for (const operation of operations.filter(({ name }) => ANYBODY.includes(name))) {
    expect([operation.name, (await ask(operation)).status]).toEqual([operation.name, 400]);
  }
});

test("no API key, whatever its scopes, opens an operation of the portal", async () => {
  const wanted = { name: "All", shape: "A", scopes: API_SCOPES, expiresAt: null } as const;
  const { secret } = await createKey(store.ctx(), wanted);
  for (const operation of signedInOnly) {
    const { status } = await ask(operation, { Authorization: `Bearer ${secret}` });
    expect([operation.name, status]).toEqual([operation.name, 403]);
  }
});

describe("what a person may do is what their role says, and no more", () => {
  const allowed: Record<Role, string[]> = {
    viewer: VIEWER,
    manager: [...VIEWER, ...MANAGER],
    owner: [...VIEWER, ...MANAGER, ...OWNER],
  };
  test.each(["viewer", "manager", "owner"] as const)("as %s", async (role) => {
    const { headers } = await store.join(role);
    const left = await store.join(role);
    for (const operation of signedInOnly) {
      const isTheEnd = operation.name === "POST /team/leave";
      const { status, body } = await ask(operation, isTheEnd ? left.headers : headers);
      const refusal = /^This needs the scope/.test(body?.message) ? status : null;
      const expected = allowed[role].includes(operation.name) ? null : 403;
      expect([operation.name, refusal]).toEqual([operation.name, expected]);
      expect(status, operation.name).not.toBe(401);
    }
  });

  test("nor does a viewer's session change anything through the API, and shows no code", async () => {
    const { headers } = await store.join("viewer");
    const writes = api.filter(
      ({ name, method, route }) =>
        method !== "GET" && route[method].spec && !LOOKUPS.includes(name),
    );
    expect(writes.length).toBeGreaterThan(10);
    for (const operation of writes) {
      expect([operation.name, (await ask(operation, headers)).status]).toEqual([
        operation.name,
        403,
      ]);
    }
    expect(api.map(({ name }) => name)).toEqual(expect.arrayContaining(LOOKUPS));
  });
});

describe("a change that a session makes", () => {
  const origin = "http://localhost:3000";

  test.each([
    ["another site's page", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sibling site's page", { origin, "sec-fetch-site": "same-site" }],
    ["a page of no origin", { origin: "null" }],
    ["no page at all", { origin: "" }],
  ])("is refused from %s, whatever it is: 403", async (_, from) => {
    const { headers } = await store.join("owner");
    for (const operation of changes) {
      const { status, body } = await ask(operation, { ...headers, ...from });
      expect([operation.name, status, body.error]).toEqual([
        operation.name,
        403,
        "insufficient_scope",
      ]);
      expect(body.message, operation.name).toMatch(/only from/);
    }
    const gets = signedInOnly.filter(({ name }) => name === "GET /cards" || name === "GET /me");
    for (const read of gets) expect((await ask(read, { ...headers, ...from })).status).toBe(200);
  });

  test("is refused to a page that shows another store, or does not say which: 409 and 400", async () => {
    const { headers } = await store.join("owner");
    for (const operation of changes.filter(({ name }) => !ANY_STORE.includes(name))) {
      const elsewhere = await ask(operation, { ...headers, "Scrip-Store": newId() });
      expect([operation.name, elsewhere.status]).toEqual([operation.name, 409]);
      const { route, method, params } = operation;
      const request = new Request("http://localhost:3000/api/portal", {
        method,
        headers: { ...headers, "Content-Type": "application/json" },
        body: "{}",
      });
      const silent = await route[method](request, { params: Promise.resolve(params) });
      expect([operation.name, silent.status]).toEqual([operation.name, 400]);
      expect((await silent.json()).fields, operation.name).toMatchObject([{ path: "Scrip-Store" }]);
    }
  });

  test("may turn to a store or join one from any page", async () => {
    for (const operation of changes.filter(({ name }) => ANY_STORE.includes(name))) {
      const { headers } = await store.join("owner");
      const { status, body } = await ask(operation, { ...headers, "Scrip-Store": newId() });
      expect([operation.name, status, body.fields?.[0].path]).not.toContain("Scrip-Store");
      expect(status, operation.name).not.toBe(409);
    }
  });
});
