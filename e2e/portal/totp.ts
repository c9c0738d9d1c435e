import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;

/** The code for this secret, `steps` × 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });
