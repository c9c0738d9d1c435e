import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { users } from "../../db/schema/users";
import { invalid } from "../../errors";
import { takeAttempt } from "../../throttle/throttle";
import { personOf } from "../person";
import { sendProof } from "./send-proof";

/**
 * Mails the person who asks another link to confirm their address; the one sent before is void.
 * Refuses: unauthorized, invalid_request (it is confirmed already), rate_limited (by account).
 */
export async function resendProof(ctx: Ctx): Promise<object> {
  const { userId } = personOf(ctx);
  await takeAttempt("proof-mail", userId);
  await db().transaction(async (tx) => {
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.verifiedAt)));
    if (!user) throw invalid("email", "is confirmed already");
    await sendProof(tx, { userId, email: user.email });
  });
  return {};
}
