import { Secret, TOTP } from "otpauth";
import type { Sql } from "postgres";
import { newTotpSecret, sealTotpSecret } from "@/lib/merchants/totp/code";

const STEP_MS = 30_000;

/** The code for this secret, `steps` × 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

/** Turns on two-step sign-in for a person, directly in the database. Returns the secret. */
export async function enableTwoStep(sql: Sql, { userId }: { userId: string }): Promise<string> {
  const secret = newTotpSecret();
  await sql`update users set totp_enabled_at = now(),
    sealed_totp_secret = ${sealTotpSecret(userId, secret)} where id = ${userId}`;
  return secret;
}
