import type { Ctx } from "@/lib/base/context";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { isGuessable } from "./guessable";
import { normalizePassword, withHashLimit } from "./hash";

/**
 * Whether hashPassword() would refuse a password because it's easy to guess. Strangers ask while they type.
 * Refuses: rate_limited (by IP address), unavailable.
 */
export async function checkPassword(
  { address }: Ctx,
  { password, personal }: { password: string; personal: string[] },
): Promise<{ isGuessable: boolean }> {
  await takeAttempt("password-check", address);
  return await withHashLimit("stranger", async () => ({
    isGuessable: await isGuessable(normalizePassword(password), personal),
  }));
}
