import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { knownBrowserId } from "@/lib/domain/people/known-browsers";
import { newOwner } from "@/lib/testing/people";
import { PASSWORD } from "@/lib/testing/portal";
import { GET, POST } from "./[...nextauth]/route";

const ORIGIN = "http://localhost:3000";

const get = (path: string) => GET(new NextRequest(`${ORIGIN}/api/auth/${path}`));

/** Posts a form like Auth.js' pages do, with the cookies of earlier responses. Returns the new cookies. */
async function postForm(path: string, fields: string[][], jar: string[] = []) {
  const asked = await get("csrf");
  const { csrfToken } = await asked.json();
  const cookie = [...asked.headers.getSetCookie().map((one) => one.split(";")[0]), ...jar].join(
    "; ",
  );
  const body = new URLSearchParams([["csrfToken", csrfToken], ...fields]).toString();
  const headers = { cookie, "Content-Type": "application/x-www-form-urlencoded" };
  const url = `${ORIGIN}/api/auth/${path}`;
  const answer = await POST(new NextRequest(url, { method: "POST", headers, body }));
  return answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
}

const SIGN_IN = "callback/credentials";
const fieldsOf = (email: string, password = PASSWORD) => [
  ["email", email],
  ["password", password],
];

/** The value of the cookie that names the accounts this browser signed in to; undefined if it isn't set. */
const knownIn = (cookies: string[]) =>
  cookies.find((one) => one.startsWith("scrip-known="))?.slice("scrip-known=".length);

test("every page and response of sign-in has the security headers", async () => {
  for (const path of ["signout", "error", "verify-request", "csrf", "session", "nothing"]) {
    const { headers } = await get(path);
    expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
    expect(headers.get("x-frame-options"), path).toBe("DENY");
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
    expect(headers.get("cache-control"), path).toBe("no-store");
  }
});

test("a browser is known after it signed in, and not after a wrong password", async () => {
  const { email } = await newOwner();
  const cookies = await postForm(SIGN_IN, fieldsOf(email));
  expect(cookies).toContainEqual(expect.stringMatching(/^authjs\.session-token=./));
  expect(knownBrowserId(knownIn(cookies) ?? "", email)).not.toBeNull();
  expect(knownIn(await postForm(SIGN_IN, fieldsOf(email, "not the password")))).toBeUndefined();
});

test("a browser is known to the account that it signed in to, whatever else a form names", async () => {
  const [victim, owner] = [await newOwner(), await newOwner()];
  const named = ["email", victim.email];
  const cookies = await postForm(SIGN_IN, [named, ...fieldsOf(owner.email)]);
  expect(knownBrowserId(knownIn(cookies) ?? "", owner.email)).not.toBeNull();
  expect(knownBrowserId(knownIn(cookies) ?? "", victim.email)).toBeNull();
  expect(knownIn(await postForm("session", [named], cookies))).toBeUndefined();
});
