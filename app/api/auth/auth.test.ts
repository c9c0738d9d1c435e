import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { newOwner } from "@/lib/testing/people";
import { PASSWORD } from "@/lib/testing/portal";
import { GET, POST } from "./[...nextauth]/route";

const ORIGIN = "http://localhost:3000";

const get = (path: string) => GET(new NextRequest(`${ORIGIN}/api/auth/${path}`));

/** Signs in like the form does, with the cookies of earlier responses. */
async function signIn(email: string, password: string) {
  const asked = await get("csrf");
  const { csrfToken } = await asked.json();
  const cookie = asked.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const body = new URLSearchParams({ csrfToken, email, password }).toString();
  const headers = { cookie, "Content-Type": "application/x-www-form-urlencoded" };
  const url = `${ORIGIN}/api/auth/callback/credentials`;
  const answer = await POST(new NextRequest(url, { method: "POST", headers, body }));
  return answer.headers.getSetCookie().map((one) => one.split("=")[0]);
}

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
  expect(await signIn(email, PASSWORD)).toEqual(
    expect.arrayContaining(["authjs.session-token", "scrip-known"]),
  );
  expect(await signIn(email, "not the password")).not.toContain("scrip-known");
});
