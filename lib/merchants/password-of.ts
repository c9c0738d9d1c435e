import { eq } from "drizzle-orm";
import { db } from "../db/client";
import { users } from "../db/schema/users";
import { isPassword } from "./password";
import { giveBackAttempt, takeAttempt } from "./throttle";

/**
 * Whether the password is the account's; a failure counts as a failed sign-in from the address.
 * Refuses: rate_limited, unavailable.
 */
export async function isPasswordOf(
  email: string,
  password: string,
  address: string,
): Promise<boolean> {
  const pair = JSON.stringify([email, address]);
  await takeAttempt("sign-in", pair);
  await takeAttempt("sign-in-email", email);
  const [user] = await db()
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email));
  if (!(await isPassword(password, user?.passwordHash ?? null))) return false;
  await giveBackAttempt("sign-in-email", email);
  await giveBackAttempt("sign-in", pair);
  return true;
}
