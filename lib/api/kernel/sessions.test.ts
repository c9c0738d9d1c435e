import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, test } from "vitest";
import { env } from "@/lib/base/config/env";
import { newId } from "@/lib/base/ids";
import { ROLE_SCOPES } from "@/lib/base/roles";
import { configure } from "@/lib/testing/configure";
import { storeWithPeople } from "@/lib/testing/portal";
import { COOKIE } from "@/lib/testing/requests";
import { storeWithKey } from "@/lib/testing/store";
import { shapeOf } from "./parse";
import { authenticate } from "./principals";
import { knownCookieFor, requestOfPage, sessionOf, sessionPrincipal } from "./sessions";

let person: Awaited<ReturnType<typeof storeWithPeople>>["owner"];
beforeAll(async () => {
  person = (await storeWithPeople()).owner;
});

const cookieOf = async (sessionId: string, secret: string | string[] = env().authSecrets) =>
  `${COOKIE}=${await encode({ token: { sessionId }, secret, salt: COOKIE })}`;

const principalFor = async (method: string, given: Record<string, string>) => {
  const headers = { "Scrip-Store": person.merchantId, ...given };
  const request = new Request("http://localhost/api/v1/cards", { method, headers });
  return await sessionPrincipal(request, {});
};

test("a signed-in person is a principal with the scopes of the role, Shape A and limits of their own", async () => {
  const { merchantId, userId, sessionId, headers } = person;
  expect(await principalFor("GET", { cookie: `a=b; ${headers.cookie}` })).toEqual({
    kind: "member",
    merchantId,
    isTest: false,
    actor: `user:${userId}`,
    session: { id: sessionId, userId },
    scopes: ROLE_SCOPES.owner,
    shape: "A",
    limitPerWindow: null,
  });
});

test("a page's reads are by the session that the page has read, which isn't read again", async () => {
  const session = await sessionOf(new Headers({ cookie: person.headers.cookie }));
  if (!session) throw new Error("The person is signed in.");
  // Without the cookie, there is nothing to read it by.
  const request = requestOfPage("/api/portal/cards?limit=5", new Headers(), session);
  expect(request.url).toBe(`${env().appUrl}/api/portal/cards?limit=5`);
  expect(await sessionPrincipal(request)).toEqual(await principalFor("GET", person.headers));
  expect(await sessionPrincipal(new Request(request.url))).toBeNull();

  const locked = requestOfPage("/api/portal/cards", new Headers(), {
    ...session,
    lacksSecondFactor: true,
  });
  await expect(sessionPrincipal(locked)).rejects.toThrow(/second factor|two-step/i);
});

test("a page's reads are of its session's store, in Shape A, also if its request has the key of another store", async () => {
  const { secret, store } = await storeWithKey({ shape: "B" });
  const session = await sessionOf(new Headers({ cookie: person.headers.cookie }));
  if (!session) throw new Error("The person is signed in.");
  const headers = new Headers({ authorization: `Bearer ${secret}`, "scrip-shape": "B" });
  const request = requestOfPage("/api/portal/cards", headers, session);
  const { principal } = await authenticate(request, { scope: "cards:read" });
  expect(principal).toMatchObject({ kind: "member", merchantId: person.merchantId });
  expect(principal.merchantId).not.toBe(store.id);
  expect(shapeOf(request, principal)).toBe("A");
});

describe("a cookie counts for nothing", () => {
  test.each<[string, () => string | Promise<string>]>([
    ["without a session", () => "theme=dark"],
    ["of a session that never was", () => cookieOf(newId())],
    ["with an id that is none", () => cookieOf("' or true --")],
    ["sealed by another secret", () => cookieOf(person.sessionId, "x".repeat(40))],
    ["that was cut", () => person.headers.cookie.slice(0, -9)],
    ["that is nonsense", () => `${COOKIE}=%%%`],
  ])("%s", async (_, cookie) => {
    expect(await principalFor("GET", { cookie: await cookie() })).toBeNull();
  });
});

test("in production only the cookie with the __Host- prefix opens a session", async () => {
  const variables = {
    APP_URL: "https://cards.example",
    SMTP_URL: "smtp://mail.example",
    TRUSTED_PROXY_HOPS: "0",
  };
  configure(variables);
  const cookieNamed = async (name: string) => {
    const { sessionId } = person;
    const token = await encode({
      token: { sessionId },
      secret: env().authSecrets[0] ?? "",
      salt: name,
    });
    return await sessionOf(new Headers({ cookie: `${name}=${token}` }));
  };
  try {
    expect(await cookieNamed("__Host-authjs.session-token")).toMatchObject({
      userId: person.userId,
    });
    for (const name of ["__Secure-authjs.session-token", "authjs.session-token"]) {
      expect(await cookieNamed(name)).toBeNull();
    }
    // Without Secure, Path=/ and without a Domain, a browser refuses a cookie with the prefix.
    const cookie = knownCookieFor(new Headers(), "ada@example.com");
    expect(cookie).toMatch(
      /^__Host-scrip-known=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; .*Secure$/,
    );
  } finally {
    configure({ APP_URL: "", SMTP_URL: "", TRUSTED_PROXY_HOPS: "" });
  }
});

test("a session that a former AUTH_SECRET signed stays valid while that secret is listed", async () => {
  const { AUTH_SECRET } = process.env;
  const former = "o".repeat(40);
  const cookie = await cookieOf(person.sessionId, former);
  configure({ AUTH_SECRET: "n".repeat(40) });
  expect(await principalFor("GET", { cookie })).toBeNull();
  configure({ AUTH_SECRETS_OLD: former });
  expect(await principalFor("GET", { cookie })).not.toBeNull();
  expect(await principalFor("GET", { cookie: await cookieOf(person.sessionId) })).not.toBeNull();
  configure({ AUTH_SECRET, AUTH_SECRETS_OLD: "" });
});

test.each([
  ["the app's own page", { "sec-fetch-site": "same-origin" }],
  ["an old browser", {}],
])("a change by cookie from %s is let in", async (_, headers) => {
  for (const method of ["POST", "PATCH", "DELETE"])
    expect(await principalFor(method, { ...person.headers, ...headers })).not.toBeNull();
});
