import NextAuth, { CredentialsSignin, type NextAuthConfig } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { PasskeyResponseSchema } from "@/lib/api/contract/portal/passkeys";
import { passkeyTokenOf } from "@/lib/api/kernel/passkey-cookie";
import { addressOf } from "@/lib/api/kernel/principals";
import { knownCookieIn, sessionCookieName } from "@/lib/api/kernel/sessions";
import { env } from "@/lib/base/config/env";
import { isRefusal } from "@/lib/base/errors";
import { log, safeError } from "@/lib/base/observe/log";
import { headerOf } from "@/lib/base/request-headers";
import { signInWithPasskey } from "@/lib/domain/people/passkeys/sign-in";
import { USER_SESSIONS } from "@/lib/domain/people/session-records";
import { checkSession, revokeSession } from "@/lib/domain/people/sessions";
import { signIn } from "@/lib/domain/people/sign-in";

/** How Auth.js wraps an error thrown in a callback. */
const WrappedErrorSchema = z.object({ err: z.instanceof(Error) });

const CredentialsSchema = z.object({
  email: z.string().max(320),
  password: z.string(),
  code: z.string().max(40).optional(),
});

/**
 * Tells the form why sign-in failed: `code` is a refusal, or a missing or wrong second step. Reveals nothing
 * about an account without its password.
 */
class SignInError extends CredentialsSignin {
  constructor(code: string) {
    super();
    this.code = code;
  }
}

const credentials = Credentials({
  credentials: { email: {}, password: { type: "password" }, code: {} },
  authorize: async (given, request) => {
    const typed = CredentialsSchema.safeParse(given);
    if (!typed.success) return null;
    return await answerOf(signIn(typed.data, browserOf(request)));
  },
});

const browserOf = (request: Request) => ({
  address: addressOf(request),
  userAgent: headerOf(request.headers, "user-agent"),
  knownCookie: knownCookieIn(request.headers),
});

type SignedIn = { userId: string; sessionId: string };

/** What Auth.js gets from a sign-in: the session, or null if the credentials are wrong. */
async function answerOf(signingIn: Promise<SignedIn | string | null>) {
  try {
    const answer = await signingIn;
    if (typeof answer === "string") throw new SignInError(answer);
    return answer && { id: answer.userId, sessionId: answer.sessionId };
  } catch (error) {
    if (isRefusal(error)) throw new SignInError(error.code);
    throw error;
  }
}

const PasskeySchema = z.object({ response: z.string().max(40_000) });

const passkey = Credentials({
  id: "passkey",
  credentials: { response: {} },
  authorize: async (given, request) => {
    const sent = PasskeySchema.safeParse(given);
    const response = PasskeyResponseSchema.safeParse(
      sent.success ? parseJson(sent.data.response) : null,
    );
    if (!response.success) return null;
    const answer = { response: response.data, token: passkeyTokenOf(request.headers) };
    return await answerOf(signInWithPasskey(answer, browserOf(request)));
  },
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const sessionIdIn = (token: unknown): string | null =>
  z.object({ sessionId: z.string() }).safeParse(token).data?.sessionId ?? null;

/** The cookie contains only the id of the session's row. The row decides whether the session is valid. */
const callbacks: NextAuthConfig["callbacks"] = {
  jwt: async ({ token, user }) => {
    const sessionId = sessionIdIn(user ?? token);
    if (sessionId === null) return null;
    return user || (await checkSession(sessionId)) ? { sessionId } : null;
  },
  session: ({ session: { expires } }) => ({ expires }),
  redirect: ({ url }) => (url.startsWith(`${env().appUrl}/`) ? url : env().appUrl),
};

// Client errors are not logged, because anyone could flood the log with them.
const CLIENT_ERROR_TYPES = ["CredentialsSignin", "MissingCSRF", "UnknownAction"];

const logger: NextAuthConfig["logger"] = {
  error: (error) => {
    if ("type" in error && CLIENT_ERROR_TYPES.includes(String(error.type))) return;
    const cause = WrappedErrorSchema.safeParse(error.cause).data?.err;
    log().error({ error: safeError(cause ?? error) }, "signing in failed");
  },
  warn: (code) => log().warn({ code }, "signing in"),
};

// Configured at the first request, so that a build needs no secrets.
const nextAuth = NextAuth(() => {
  // Auth.js builds its own URL from it behind a proxy.
  process.env.AUTH_URL = env().appUrl;
  return {
    providers: [credentials, passkey],
    secret: env().authSecrets,
    basePath: "/api/auth",
    trustHost: true,
    useSecureCookies: env().production,
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: env().production },
      },
    },
    session: { strategy: "jwt", maxAge: USER_SESSIONS.maxHours * 60 * 60 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    callbacks,
    events: {
      signOut: async (message) => {
        const sessionId = sessionIdIn("token" in message ? message.token : null);
        if (sessionId !== null) await revokeSession(sessionId);
      },
    },
    logger,
  } satisfies NextAuthConfig;
});

export const { handlers } = nextAuth;
