import { env } from "@/lib/base/config/env";
import { log } from "@/lib/base/observe/log";

const DAY_MS = 24 * 3_600_000;
const WARNED_BEFORE_MS = 30 * DAY_MS;

/** When the certificates of Apple's passes expire, in epoch ms; none if they aren't configured. */
export function certificateExpiries(): { variable: string; expiresAtMs: number }[] {
  const apple = env().applePasses;
  if (!apple) return [];
  const byVariable = {
    APPLE_PASS_CERTIFICATE: apple.certificate,
    APPLE_WWDR_CERTIFICATE: apple.wwdr,
  };
  return Object.entries(byVariable).map(([variable, { validTo }]) => ({
    variable,
    expiresAtMs: Date.parse(validTo),
  }));
}

let warnedAtMs = -Infinity;

/** Logs a warning, once a day, for each certificate that expires within 30 days. Returns their number. */
export function warnOfExpiringCertificates(nowMs = Date.now()): number {
  const expiring = certificateExpiries().filter(
    ({ expiresAtMs }) => expiresAtMs - nowMs < WARNED_BEFORE_MS,
  );
  if (nowMs - warnedAtMs < DAY_MS) return expiring.length;
  for (const { variable, expiresAtMs } of expiring) {
    const expiresAt = new Date(expiresAtMs).toISOString();
    log().warn({ variable, expiresAt }, "a certificate of wallet passes expires soon");
  }
  if (expiring.length > 0) warnedAtMs = nowMs;
  return expiring.length;
}
