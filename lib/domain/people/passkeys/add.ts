import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { signedInUserOf } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db, onlyRow } from "@/lib/db/client/client";
import { passkeys, userSessions, users } from "@/lib/db/schema/users";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { queueMail } from "@/lib/domain/mail/mail";
import { confirmIdentity, type PartialProof } from "@/lib/domain/people/totp/accept-code";
import { type PasskeyResponse, relyingPartyId, saveChallenge, takeChallenge } from "./challenge";
import type { Passkey } from "./list";

const MAX_PASSKEYS = 20;

/**
 * The options for the browser to create a passkey, after the user confirmed that it's them. Requires a
 * confirmed email, so that nobody keeps a way into someone else's account.
 * Refuses: invalid_request (the password, the code, the email, too many passkeys), second_factor_required,
 * rate_limited, unavailable.
 */
export async function startAddingPasskey(ctx: Ctx, proof: PartialProof) {
  const { userId, sessionId } = signedInUserOf(ctx);
  await confirmIdentity(ctx, proof);
  const user = onlyRow(await db().select().from(users).where(eq(users.id, userId)));
  if (user.verifiedAt === null) {
    throw invalidField("email", "must be confirmed first, with the link we emailed you");
  }
  const existing = await db()
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  if (existing.length >= MAX_PASSKEYS) {
    throw invalidField(
      "passkeys",
      `an account can have at most ${MAX_PASSKEYS} passkeys; remove one first`,
    );
  }
  const options = await generateRegistrationOptions({
    rpName: "Scrip",
    rpID: relyingPartyId(),
    userID: new TextEncoder().encode(userId),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: "none",
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await saveChallenge(options.challenge, { purpose: "add", sessionId });
  return options;
}

/**
 * Adds the passkey that the browser created, and emails the user. The session counts as signed in with it.
 * Refuses: invalid_request (not created for this session in the last five minutes; added already).
 */
export async function addPasskey(
  ctx: Ctx,
  { name, response }: { name: string; response: PasskeyResponse },
): Promise<Passkey> {
  const { userId, sessionId } = signedInUserOf(ctx);
  const {
    id: credentialId,
    publicKey,
    counter,
    transports = [],
  } = await verify(response, sessionId);
  return await db().transaction(async (tx) => {
    const [added] = await tx
      .insert(passkeys)
      .values({ id: newId(), userId, credentialId, publicKey, counter, transports, name })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning();
    if (!added) throw invalidField("response", "was already added");
    await tx.update(userSessions).set({ hasPasskey: true }).where(eq(userSessions.id, sessionId));
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
    const details = { name };
    await audit(tx, authorOf(ctx), { action: "passkey.added", subjectId: added.id, details });
    if (user)
      await queueMail(tx, null, {
        template: "passkey_changed",
        to: user.email,
        change: "added",
        name,
      });
    return added;
  });
}

async function verify(response: PasskeyResponse, sessionId: string) {
  const expectedChallenge = await takeChallenge(response, { purpose: "add", sessionId });
  if (expectedChallenge === null) {
    throw invalidField("response", "took too long or was already used; add the passkey again");
  }
  const checked = await verifyRegistrationResponse({
    // The library checks its form.
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: env().appUrl,
    expectedRPID: relyingPartyId(),
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) throw invalidField("response", "is not a valid passkey for this site");
  return checked.registrationInfo.credential;
}
