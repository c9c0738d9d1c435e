import { eq } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { users } from "../db/schema/users";
import { Refusal } from "../errors";
import { personOf } from "./person";
import { codesLeft } from "./totp/recovery-codes";

/** How a person's account is secured. */
export type Security = {
  /** Null when it is still the first one. */
  passwordChangedAt: Date | null;
  /** Null when it is off. */
  twoStep: { since: Date; recoveryCodesLeft: number } | null;
};

/** How the account of the person who asks is secured. Refuses: unauthorized. */
export async function readSecurity(ctx: Ctx): Promise<Security> {
  const { userId } = personOf(ctx);
  const [user] = await db()
    .select({ passwordChangedAt: users.passwordChangedAt, since: users.totpEnabledAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new Refusal("unauthorized");
  const { passwordChangedAt, since } = user;
  const twoStep = since && { since, recoveryCodesLeft: await codesLeft(db(), userId) };
  return { passwordChangedAt, twoStep };
}
