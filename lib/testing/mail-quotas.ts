import { afterAll, beforeAll } from "vitest";
import { RECIPIENT_QUOTAS } from "@/lib/limits/mail-quotas";

/** Lifts the quotas per recipient for a test file that sends the same people many gifts. */
export function liftRecipientQuotas(): void {
  const own = { ...RECIPIENT_QUOTAS };
  beforeAll(() => void Object.assign(RECIPIENT_QUOTAS, { perStore: 100_000, everywhere: 100_000 }));
  afterAll(() => void Object.assign(RECIPIENT_QUOTAS, own));
}
