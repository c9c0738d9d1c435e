import { and, eq, isNotNull } from "drizzle-orm";
import { authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { provePassword } from "../passwords/prove";
import { personOf } from "../person";
import { acceptCode } from "./accept-code";

export type Proof = { password: string; code: string };

/**
 * Has a signed-in person whose two-step sign-in is on show their password and a code again.
 * Refuses: invalid_request (it is off, the password, the code), rate_limited, unavailable.
 */
export async function proveBoth(ctx: Ctx, { password, code }: Proof) {
  const { userId } = personOf(ctx);
  const [on] = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.totpEnabledAt)));
  if (!on) throw invalid("twoStep", "is off");
  const user = await provePassword(ctx, password);
  const accepted = await acceptCode({ userId, code, address: ctx.address }, authorOf(ctx));
  if (!accepted) throw invalid("code", "isn't right, or was used before; wait for the next one");
  return user;
}
