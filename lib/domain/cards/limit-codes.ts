import type { Ctx } from "@/lib/base/context";
import { isRefusal } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import {
  isWrongCode,
  limitWrongGuesses,
  THROTTLES,
  tryAttempt,
} from "@/lib/domain/limits/attempt-limits";
import { storedResponse } from "@/lib/ledger/post/operation";

/**
 * Finds a card of the caller's store by its code, or does something with it. Whatever can tell a code from another text
 * for a caller of the store runs here: a code is wrong, and counted, if `find` finds nothing or is refused as `isWrong`
 * says. The first request over the limit is in the audit log. A response that was stored before is replayed.
 * Refuses: rate_limited (300 wrong codes of a caller in 15 minutes), and what `find` does.
 */
export async function limitCardCodes<T extends object | undefined>(
  ctx: Ctx,
  find: () => Promise<T>,
  isWrong = isWrongCode,
): Promise<T> {
  let isAllowed = false;
  const guess = () => {
    isAllowed = true;
    return find();
  };
  try {
    return await limitWrongGuesses(["lookup-code", ctx.principal.actor], guess, isWrong);
  } catch (error) {
    if (isAllowed || !isRefusal(error)) throw error;
    const earlier = await storedResponse<NonNullable<T>>(ctx);
    if (earlier) return earlier;
    await auditOnce(ctx);
    throw error;
  }
}

async function auditOnce(ctx: Ctx): Promise<void> {
  if (!(await tryAttempt("lookup-code-audit", ctx.principal.actor))) return;
  await audit(db(), authorOf(ctx), {
    action: "cards.codes_guessed",
    subjectId: ctx.merchantId,
    details: { wrongCodes: THROTTLES["lookup-code"].max },
  });
}
