import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { invalid } from "../../errors";
import { forgetTotp } from "./forget";
import { type Proof, proveBoth } from "./prove-both";

/**
 * Turns two-step sign-in off; its secret and recovery codes are forgotten.
 * Refuses: invalid_request (it is off, the password, the code), rate_limited, unavailable.
 */
export async function turnOffTotp(ctx: Ctx, proof: Proof): Promise<object> {
  const { userId } = await proveBoth(ctx, proof);
  await db().transaction(async (tx) => {
    if (!(await forgetTotp(tx, userId))) throw invalid("twoStep", "is off");
    await audit(tx, authorOf(ctx), { action: "totp.disabled", subjectId: userId });
  });
  return {};
}
