import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { personOf } from "../person";
import { moveSession } from "./move-session";

/** Turns the session that asks to another store of its person. Refuses: unauthorized, not_found. */
export const switchStore = (
  ctx: Ctx,
  { merchantId }: { merchantId: string },
): Promise<{ merchantId: string }> =>
  db().transaction(async (tx) => {
    await moveSession(tx, personOf(ctx), merchantId, ctx.requestId);
    return { merchantId };
  });
