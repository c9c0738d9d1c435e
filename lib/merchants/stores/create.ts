import type { Ctx } from "../../context";
import { operation } from "../../ledger/operation";
import { takeAttempt } from "../../throttle/throttle";
import { foundStore, type NewStore } from "../create";
import { personOf } from "../person";
import { moveSession } from "./move-session";

/**
 * Creates one more store, owned by the person who asks, and moves their session there.
 * Refuses: unauthorized, rate_limited, invalid_request.
 */
export async function createStore(
  ctx: Ctx,
  store: NewStore,
): Promise<{ merchantId: string; slug: string }> {
  const person = personOf(ctx);
  await takeAttempt("sign-up-address", ctx.address);
  return await operation(ctx, async (tx) => {
    const made = await foundStore(tx, store, person.userId, ctx.requestId);
    await moveSession(tx, person, made.merchantId, ctx.requestId);
    return made;
  });
}
