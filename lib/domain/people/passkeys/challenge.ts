import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { env } from "@/lib/base/config/env";
import { sha256 } from "@/lib/base/config/secrets";
import { db } from "@/lib/db/client/client";
import { passkeyChallenges } from "@/lib/db/schema/users";

const VALID_MINUTES = 5;

/** The name of this site for passkeys: the host of APP_URL. */
export const relyingPartyId = (): string => new URL(env().appUrl).hostname;

/** What uses a challenge: the session that adds a passkey, or the browser that signs in. */
export type Binding = { purpose: "add"; sessionId: string } | { purpose: "sign-in"; token: string };

const hashOf = (binding: Binding): Uint8Array => sha256(JSON.stringify(binding));

/** Saves a challenge, which works once, for five minutes, and only for `binding`. */
export async function saveChallenge(challenge: string, binding: Binding): Promise<void> {
  await db()
    .insert(passkeyChallenges)
    .values({
      challengeHash: sha256(challenge),
      boundTo: hashOf(binding),
      expiresAt: sql`now() + make_interval(mins => ${VALID_MINUTES})`,
    });
}

const ClientData = z.object({ challenge: z.string() });

/** The browser's response to a challenge, whose details the WebAuthn library checks. */
export type PasskeyResponse = { id: string; response: { clientDataJSON: string } };

/** Uses up the challenge that a response answers, and returns it; null if it was not for `binding`. */
export async function takeChallenge(
  { response }: PasskeyResponse,
  binding: Binding,
): Promise<string | null> {
  const challenge = challengeIn(response.clientDataJSON);
  if (challenge === null) return null;
  const [taken] = await db()
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, sha256(challenge)),
        eq(passkeyChallenges.boundTo, hashOf(binding)),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ boundTo: passkeyChallenges.boundTo });
  return taken ? challenge : null;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const text = Buffer.from(clientDataJSON, "base64url").toString();
    return ClientData.parse(JSON.parse(text)).challenge;
  } catch {
    return null;
  }
}
