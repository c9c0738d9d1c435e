import type { Role } from "../../context";
import { pg } from "../../db/client";
import { isUuid } from "../../ids";
import { SESSION_IDLE_HOURS } from "./policy";

/** Who is signed in, where, and as what. */
export type LiveSession = { id: string; userId: string; merchantId: string; role: Role };

/**
 * The session with this id, unless it was revoked, has ended or nobody used it for too long. That it
 * was used is written down at most once a minute.
 */
export async function checkSession(sessionId: string): Promise<LiveSession | null> {
  if (!isUuid(sessionId)) return null;
  const sql = pg();
  const [row] = await sql<(LiveSession & { noted: boolean })[]>`
    select s.id, s.user_id as "userId", s.merchant_id as "merchantId", m.role,
      s.last_seen_at > now() - interval '1 minute' as noted
    from user_sessions s
    join memberships m on m.merchant_id = s.merchant_id and m.user_id = s.user_id
    where s.id = ${sessionId} and s.revoked_at is null and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(hours => ${SESSION_IDLE_HOURS})`;
  if (!row) return null;
  const { noted, ...session } = row;
  if (!noted) {
    await sql`update user_sessions set last_seen_at = now()
      where id = ${sessionId} and last_seen_at <= now() - interval '1 minute'`;
  }
  return session;
}
