import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy, PATH_HEADER, pageHeaders, scansCodes } from "@/app/security";
import { isProduction } from "@/lib/base/config/env";

const METHODS = ["GET", "HEAD"];

/**
 * Gives every page its security headers, with a nonce of its own that Next puts on its scripts. Refuses other methods than
 * GET and HEAD, as our own server does before (lib/server/prepare-request.ts).
 */
export function proxy(request: NextRequest): NextResponse {
  if (!METHODS.includes(request.method)) {
    return new NextResponse(null, { status: 405, headers: { Allow: METHODS.join(", ") } });
  }
  const nonce = randomBytes(16).toString("base64");
  const https = isProduction();
  const development = process.env.NODE_ENV === "development";
  const scans = scansCodes(request.nextUrl.pathname);
  const policy = contentSecurityPolicy({ nonce, https, development, scans });

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Next reads the nonce from here.
  headers.set("Content-Security-Policy", policy);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });

  response.headers.set("Content-Security-Policy", policy);
  for (const [name, value] of Object.entries(pageHeaders(https, scans))) {
    response.headers.set(name, value);
  }
  return response;
}

// Pages only: a body that passes through here is cut at 10 MB, and files need no nonce.
export const config = { matcher: ["/((?!api/|_next/|gift-designs/|favicon\\.svg$).*)"] };
