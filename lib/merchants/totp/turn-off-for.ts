import { eq } from "drizzle-orm";
import { audit } from "../../audit/audit";
import { db } from "../../db/client";
import { users } from "../../db/schema/users";
import { normaliseEmail } from "../../email";
import { invalid, Refusal } from "../../errors";
import { currentStoreOf } from "../current-store";
import { forgetTotp } from "./forget";

/**
 * Turns somebody's two-step sign-in off, for the operator: of a person who lost their device and
 * every recovery code. It is in the audit log of the store they work in, and told them by mail.
 * Refuses: not_found, invalid_request (it is off).
 */
export const turnOffTotpFor = (typed: string): Promise<{ userId: string }> =>
  db().transaction(async (tx) => {
    const [user] = await tx
      .select({ userId: users.id })
      .from(users)
      .where(eq(users.email, normaliseEmail(typed) ?? ""));
    if (!user) throw new Refusal("not_found", { message: `There is no account of ${typed}.` });
    const { userId } = user;
    if (!(await forgetTotp(tx, userId))) throw invalid("twoStep", "is off");
    const merchantId = await currentStoreOf(tx, userId);
    if (merchantId) {
      const author = { merchantId, actor: "operator", requestId: null };
      await audit(tx, author, { action: "totp.disabled", subjectId: userId });
    }
    return { userId };
  });
