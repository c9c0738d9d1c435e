import { NextRequest } from "next/server";
import { handlers } from "@/app/auth";
import { authPagePolicy, pageHeaders } from "@/app/security";
import { readForm } from "@/lib/api/kernel/body";
import { observe } from "@/lib/api/kernel/observe";
import { refuseUntilReady } from "@/lib/api/kernel/readiness";
import { replyRefusal } from "@/lib/api/kernel/respond";
import { knownCookieFor, sessionCookieName, sessionOf } from "@/lib/api/kernel/sessions";
import { isProduction } from "@/lib/base/config/env";
import { newRequestId } from "@/lib/base/ids";
import { profileOf } from "@/lib/domain/people/profile";

const OPERATION_PATH = "/api/auth/{nextauth}";

/** Adds the security headers, because the proxy for pages doesn't see the pages that Auth.js renders. */
function secured(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(pageHeaders(isProduction()))) headers.set(name, value);
  headers.set("Content-Security-Policy", authPagePolicy(isProduction()));
  headers.set("Cache-Control", "no-store");
  if (!headers.has("Scrip-Request-Id")) headers.set("Scrip-Request-Id", newRequestId());
  const { status, body } = response;
  return new Response(body, { status, headers });
}

export async function GET(request: NextRequest): Promise<Response> {
  return observe(request, `GET ${OPERATION_PATH}`, async () =>
    secured(await handlers.GET(request)),
  );
}

/** Limits the size of the body before Auth.js reads it, and accepts only forms. */
export async function POST(request: NextRequest): Promise<Response> {
  return observe(request, `POST ${OPERATION_PATH}`, () => post(request));
}

async function post(request: NextRequest): Promise<Response> {
  try {
    await refuseUntilReady();
    const { url, headers } = request;
    const form = await readForm(request);
    const made = new NextRequest(url, { method: "POST", headers, body: form });
    const response = secured(await handlers.POST(made));
    const isSignIn = new URL(url).pathname.startsWith("/api/auth/callback/");
    const email = isSignIn && (await signedInEmail(response));
    if (email) response.headers.append("Set-Cookie", knownCookieFor(headers, email));
    return response;
  } catch (thrown) {
    return secured(replyRefusal(thrown));
  }
}

/** The email of the account whose session this response opens; null if it opens none. */
async function signedInEmail({ headers }: Response): Promise<string | null> {
  const start = `${sessionCookieName()}=`;
  const opened = headers.getSetCookie().find((cookie) => cookie.startsWith(start));
  const [cookie = ""] = opened?.split(";") ?? [];
  const session = await sessionOf(new Headers({ cookie }));
  const profile = session && (await profileOf(session.merchantId, session.userId));
  return profile?.user.email ?? null;
}
