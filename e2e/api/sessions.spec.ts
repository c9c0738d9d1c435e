import { send } from "../support/client";
import { expect, test } from "../support/test";

type Person = { email: string; password: string };

const SESSION_COOKIE_NAME = "authjs.session-token";

/** The name=value pairs of the response's cookies. */
const cookiesOf = (headers: Headers): string[] =>
  headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");

async function postForm(path: string, cookie: string, fields: Record<string, string>) {
  const csrf = await send("/api/auth/csrf", { headers: { cookie } });
  return await send(path, {
    method: "POST",
    headers: {
      cookie: [cookie, ...cookiesOf(csrf.headers)].filter(Boolean).join("; "),
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Auth-Return-Redirect": "1",
    },
    body: new URLSearchParams({ ...fields, csrfToken: csrf.body.csrfToken }).toString(),
  });
}

/** Signs in. Returns the session's Set-Cookie header and the cookie to send. */
async function signIn({ email, password }: Person) {
  const answer = await postForm("/api/auth/callback/credentials", "", { email, password });
  const line =
    answer.headers.getSetCookie().find((each) => each.startsWith(SESSION_COOKIE_NAME)) ?? "";
  return { line, cookie: line.split(";")[0] ?? "" };
}

test("a session's cookie is HttpOnly and ends within twelve hours", async ({ merchant }) => {
  const { line } = await signIn(merchant);
  expect(line).toMatch(/; HttpOnly/);
  expect(line).toMatch(/; SameSite=Lax/);
  const expires = new Date(/Expires=([^;]+)/.exec(line)?.[1] ?? 0).getTime();
  expect(expires - Date.now()).toBeLessThanOrEqual(12 * 60 * 60 * 1_000);
});

test("signing out ends the session @instances", async ({ merchant }) => {
  const { cookie } = await signIn(merchant);
  expect((await send("/api/portal/me", { headers: { cookie } })).status).toBe(200);
  await postForm("/api/auth/signout", cookie, {});
  expect((await send("/api/portal/me", { headers: { cookie } })).status).toBe(401);
  const page = await send("/cards?status=active", { headers: { cookie } });
  expect(page.status).toBe(307);
  expect(page.headers.get("location")).toBe("/sign-in?next=%2Fcards%3Fstatus%3Dactive");
});

test("every page, the missing one too, lets run only scripts with its own nonce", async () => {
  const nonces = new Set<string>();
  for (const path of ["/sign-in", "/sign-up", "/nothing-here"]) {
    const { headers, text } = await send(path);
    const policy = headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'self' 'nonce-([^']+)' 'strict-dynamic';/.exec(policy)?.[1] ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    const scripts = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test("sign-in takes a form of at most 64 KB", async () => {
  const post = (contentType: string, body: string) =>
    send("/api/auth/callback/credentials", {
      method: "POST",
      headers: { "Content-Type": contentType },
      body,
    });
  const large = await post("application/x-www-form-urlencoded", "x".repeat(70_000));
  expect(large).toMatchObject({ status: 413, body: { error: "payload_too_large" } });
  const json = await post("application/json", "no form");
  expect(json).toMatchObject({ status: 415, body: { error: "unsupported_media_type" } });
});
