import { Secret, TOTP } from "otpauth";
import { seal, unseal } from "@/lib/base/config/secrets";
import { withoutSeparators } from "@/lib/base/text";

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
// Allows for an inaccurate device clock and the time it takes to type.
const DRIFT_STEPS = 1;

const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer: "Scrip", label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** A new secret for an authenticator app, in base 32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The URI in the QR code for an authenticator app (Key Uri Format). */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Encrypts the secret for storage. It can only be decrypted with the same user id. */
export const sealTotpSecret = (userId: string, secret: string): string =>
  seal("totp", userId, secret);

export const unsealTotpSecret = (userId: string, sealed: string): string =>
  unseal("totp", userId, sealed);

/** Whether this is an authenticator code (not a recovery code). */
export const isTotpCode = (typed: string): boolean => /^\d{6}$/.test(withoutSeparators(typed));

/**
 * The 30-second step of a code, counted from 1970; null if the code isn't valid at `atMs`, give or take one
 * step.
 */
export function stepOfCode(secret: string, typed: string, atMs: number): number | null {
  if (!isTotpCode(typed)) return null;
  const off = totpOf(secret).validate({
    token: withoutSeparators(typed),
    timestamp: atMs,
    window: DRIFT_STEPS,
  });
  return off === null ? null : Math.floor(atMs / 1_000 / STEP_SECONDS) + off;
}
