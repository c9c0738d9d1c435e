import { Secret, TOTP } from "otpauth";
import type { Sql } from "postgres";
import { newTotpSecret, sealTotpSecret } from "@/lib/merchants/totp/code";

const STEP_MS = 30_000;

/** What a device with this secret shows, `steps` of half a minute from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

/** Turns a person's two-step sign-in on behind the server's back; gives the device's secret. */
export async function inTwoSteps(sql: Sql, { userId }: { userId: string }): Promise<string> {
  const secret = newTotpSecret();
  await sql`update users set totp_enabled_at = now(),
    sealed_totp_secret = ${sealTotpSecret(userId, secret)} where id = ${userId}`;
  return secret;
}
