import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { and, eq, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { isRefusal } from "@/lib/base/errors";
import { newToken } from "@/lib/base/opaque-token";
import { db } from "@/lib/db/client/client";
import { passkeys } from "@/lib/db/schema/users";
import { giveBackAttempt, takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { reportFailedSignIn } from "@/lib/domain/people/failed-sign-in";
import type { Browser } from "@/lib/domain/people/session-records";
import { currentStoreOf, openSession } from "@/lib/domain/people/sessions";
import { type PasskeyResponse, relyingPartyId, saveChallenge, takeChallenge } from "./challenge";

/**
 * The options for the browser to sign in with any of its passkeys, and a token for a cookie: only the browser
 * that has it can use them. Refuses: rate_limited (by IP address).
 */
export async function startPasskeySignIn({ address }: Ctx) {
  await takeAttempt("passkey-address", address);
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(),
    userVerification: "required",
  });
  const { token } = newToken();
  await saveChallenge(options.challenge, { purpose: "sign-in", token });
  return { options, token };
}

type Answer = { response: PasskeyResponse; token: string | null };

/**
 * Opens a session for the user of a passkey. The device verified the user, so it counts as both factors.
 * Returns null if the passkey is unknown, or its response was not made for this browser in the last five
 * minutes. Refuses: rate_limited (by IP address).
 */
export async function signInWithPasskey(
  { response, token }: Answer,
  browser: Browser,
): Promise<{ userId: string; sessionId: string } | null> {
  await takeAttempt("sign-in-address", browser.address).catch((error) => {
    if (isRefusal(error)) reportFailedSignIn({ reason: "throttled" }, browser);
    throw error;
  });
  const passkey = await findVerified(response, token ?? "");
  const merchantId = passkey && (await currentStoreOf(db(), passkey.userId));
  if (!merchantId) {
    const failure = {
      reason: "wrong_passkey",
      ...(passkey && { userId: passkey.userId }),
    } as const;
    reportFailedSignIn(failure, browser);
    return null;
  }
  const { userId } = passkey;
  const sessionId = await db().transaction(async (tx) => {
    // If the passkey was removed or used meanwhile, nothing is updated.
    const [used] = await tx
      .update(passkeys)
      .set({ counter: passkey.newCounter, lastUsedAt: sql`now()` })
      .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
      .returning({ id: passkeys.id });
    return used ? await openSession({ userId, merchantId }, browser, tx, true) : null;
  });
  if (sessionId === null) return null;
  await giveBackAttempt("sign-in-address", browser.address);
  return { userId, sessionId };
}

async function findVerified(response: PasskeyResponse, token: string) {
  const expectedChallenge = await takeChallenge(response, { purpose: "sign-in", token });
  const [passkey] = await db()
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, response.id));
  if (expectedChallenge === null || !passkey) return null;
  const checked = await verifyAuthenticationResponse({
    // The library checks its form.
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: env().appUrl,
    expectedRPID: relyingPartyId(),
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransportFuture[],
    },
  }).catch(() => null);
  if (!checked?.verified) return null;
  return { ...passkey, newCounter: checked.authenticationInfo.newCounter };
}
