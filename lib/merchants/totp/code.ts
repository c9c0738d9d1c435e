import { Secret, TOTP } from "otpauth";
import { seal, unseal } from "../../secrets";

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
// What a device's clock may be off, and a person may take to type.
const DRIFT_STEPS = 1;

const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer: "Scrip", label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** A new secret in base 32, to be typed or scanned into a device. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that a QR code carries into a device (Key Uri Format). */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** How the secret is stored: it opens for this person alone. */
export const sealTotpSecret = (userId: string, secret: string): string =>
  seal("totp", userId, secret);

export const openTotpSecret = (userId: string, sealed: string): string =>
  unseal("totp", userId, sealed);

/** A code without the spaces and hyphens in which it is shown. */
export const bare = (typed: string): string => typed.replace(/[\s-]/g, "");

/** Whether it is a code of a device, and not a recovery code. */
export const isTotpCode = (typed: string): boolean => /^\d{6}$/.test(bare(typed));

/**
 * The 30-second step whose code this is, counted from 1970; null when it is none at `atMs`, give or
 * take a step.
 */
export function stepOfCode(secret: string, typed: string, atMs: number): number | null {
  if (!isTotpCode(typed)) return null;
  const off = totpOf(secret).validate({ token: bare(typed), timestamp: atMs, window: DRIFT_STEPS });
  return off === null ? null : Math.floor(atMs / 1_000 / STEP_SECONDS) + off;
}
