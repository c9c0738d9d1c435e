import { eq } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { giveBackAttempt, takeAttempt } from "../../throttle/throttle";
import { isPassword } from "../password";
import { personOf } from "../person";

/**
 * Has a signed-in person show their password again, for what an unlocked browser alone must not do;
 * gives what is known of them. Failures are counted by account.
 * Refuses: invalid_request at `path` (another password), rate_limited, unavailable.
 */
export async function provePassword(ctx: Ctx, password: string, path = "password") {
  const { userId } = personOf(ctx);
  await takeAttempt("password-proof", userId);
  const [user] = await db()
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  if (!user || !(await isPassword(password, user.passwordHash))) {
    throw invalid(path, "isn't right");
  }
  await giveBackAttempt("password-proof", userId);
  return { userId, ...user };
}
