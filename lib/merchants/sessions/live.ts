import { sql } from "drizzle-orm";
import { userSessions } from "../../db/schema/users";
import { SESSION_IDLE_HOURS } from "./policy";

/** The condition under which a session counts, as checkSession() has it. */
export const isLive = sql`${userSessions.revokedAt} is null and ${userSessions.expiresAt} > now()
  and ${userSessions.lastSeenAt} > now() - make_interval(hours => ${SESSION_IDLE_HOURS})`;
