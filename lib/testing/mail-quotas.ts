import { afterAll, beforeAll } from "vitest";
import { RECIPIENT_QUOTAS, SENDER_QUOTAS } from "@/lib/domain/limits/mail-quotas";

/** Lifts the quotas per person for a test file in which the same people send each other many gifts. */
export function liftPersonalQuotas(): void {
  const own = [{ ...RECIPIENT_QUOTAS }, { ...SENDER_QUOTAS }];
  beforeAll(() => {
    Object.assign(RECIPIENT_QUOTAS, { perStore: 100_000, everywhere: 100_000 });
    Object.assign(SENDER_QUOTAS, { gifts: 100_000 });
  });
  afterAll(() => {
    Object.assign(RECIPIENT_QUOTAS, own[0]);
    Object.assign(SENDER_QUOTAS, own[1]);
  });
}
