import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { personOf } from "../person";
import { revokeSessionsOf } from "./revoke-of";

/** Ends every session of the person but the one that asks, in force at once. Refuses: unauthorized. */
export const revokeOtherSessions = (ctx: Ctx): Promise<{ revoked: number }> =>
  db().transaction(async (tx) => {
    const { userId, sessionId } = personOf(ctx);
    const revoked = await revokeSessionsOf(tx, { userId, except: sessionId });
    if (revoked > 0) {
      const details = { revoked };
      await audit(tx, authorOf(ctx), {
        action: "session.others_revoked",
        subjectId: userId,
        details,
      });
    }
    return { revoked };
  });
