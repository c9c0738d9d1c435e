import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, test } from "vitest";
import { pg } from "../db/client";
import { env } from "../env";
import { newId } from "../ids";
import { createMerchant } from "../merchants/create";
import { openSession } from "../merchants/sessions";
import { ROLE_SCOPES } from "../roles";
import { sessionPrincipal } from "./sessions";

const NAME = "authjs.session-token";
let person: { merchantId: string; userId: string };
let sessionId: string;

beforeAll(async () => {
  const email = `ada-${newId()}@example.com`;
  person = await createMerchant({ name: "Store", email, password: "a long password" });
  sessionId = await openSession(person, { address: "127.0.0.1", userAgent: null });
});

const cookieOf = async (id: string, secret = env().authSecret) =>
  `${NAME}=${await encode({ token: { sessionId: id }, secret, salt: NAME })}`;

const ask = async (method: string, given: Record<string, string>, anyStore = false) => {
  const headers = { "Scrip-Store": person.merchantId, ...given };
  if (headers["Scrip-Store"] === "") Reflect.deleteProperty(headers, "Scrip-Store");
  const request = new Request("http://localhost/api/v1/cards", { method, headers });
  return await sessionPrincipal(request, anyStore);
};

describe("a signed-in person", () => {
  test("is a principal with the scopes of the role, Shape A and limits of their own", async () => {
    const principal = {
      kind: "session",
      merchantId: person.merchantId,
      actor: `user:${person.userId}`,
      session: { id: sessionId, userId: person.userId },
      scopes: ROLE_SCOPES.owner,
      shape: "A",
      limitPerWindow: null,
    };
    expect(await ask("GET", { cookie: `a=b; ${await cookieOf(sessionId)}` })).toEqual(principal);
  });

  test("who is made a viewer has only what a viewer may from the next request on", async () => {
    const cookie = await cookieOf(sessionId);
    await pg()`update memberships set role = 'viewer' where user_id = ${person.userId}`;
    expect((await ask("GET", { cookie }))?.scopes).toEqual(ROLE_SCOPES.viewer);
    await pg()`update memberships set role = 'owner' where user_id = ${person.userId}`;
  });
});

describe("a cookie counts for nothing", () => {
  test.each<[string, () => Promise<string>]>([
    ["without a session", async () => "theme=dark"],
    ["of a session that never was", () => cookieOf(newId())],
    ["with an id that is none", () => cookieOf("' or true --")],
    ["sealed by another secret", () => cookieOf(sessionId, "x".repeat(40))],
    ["that was cut", async () => (await cookieOf(sessionId)).slice(0, -9)],
    ["that is nonsense", async () => `${NAME}=%%%`],
  ])("%s", async (_, cookie) => {
    expect(await ask("GET", { cookie: await cookie() })).toBeNull();
  });
});

describe("a change by cookie", () => {
  const origin = "http://localhost:3000";

  test.each([
    ["from the app's own page", { origin, "sec-fetch-site": "same-origin" }],
    ["from an old browser's", { origin }],
  ])("%s is let in", async (_, headers) => {
    const cookie = await cookieOf(sessionId);
    for (const method of ["POST", "PATCH", "DELETE"]) {
      expect(await ask(method, { cookie, ...headers })).not.toBeNull();
    }
  });

  test.each([
    ["from another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["from a sibling site", { origin, "sec-fetch-site": "same-site" }],
    ["from another port", { origin: "http://localhost:4000" }],
    ["from a sandbox", { origin: "null" }],
    ["from nowhere", {}],
  ])("%s is refused: 403 insufficient_scope", async (_, headers) => {
    const cookie = await cookieOf(sessionId);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await expect(ask(method, { cookie, ...headers })).rejects.toMatchObject({
        code: "insufficient_scope",
      });
    }
    expect(await ask("GET", { cookie, ...headers })).not.toBeNull();
  });
});

describe("a page that shows another store than the session's", () => {
  const origin = "http://localhost:3000";
  const NONE = "";

  test("neither reads nor changes anything by it: 409 store_changed", async () => {
    const cookie = await cookieOf(sessionId);
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
      const asking = ask(method, { cookie, origin, "Scrip-Store": newId() });
      await expect(asking).rejects.toMatchObject({ code: "store_changed" });
    }
  });

  test("cannot hide it from a change: 400 without the header; reading needs none", async () => {
    const headers = { cookie: await cookieOf(sessionId), origin, "Scrip-Store": NONE };
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await expect(ask(method, headers)).rejects.toMatchObject({
        code: "invalid_request",
        options: { fields: [{ path: "Scrip-Store" }] },
      });
    }
    expect(await ask("GET", headers)).not.toBeNull();
  });

  test("may still turn to a store or join one", async () => {
    const cookie = await cookieOf(sessionId);
    for (const store of [newId(), NONE]) {
      expect(await ask("POST", { cookie, origin, "Scrip-Store": store }, true)).not.toBeNull();
    }
  });
});
