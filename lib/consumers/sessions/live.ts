import { sql } from "drizzle-orm";
import { consumerSessions } from "../../db/schema/consumer-access";
import { WALLET_IDLE_DAYS } from "./policy";

/** The condition under which a wallet's session counts. */
export const isLive = sql`${consumerSessions.revokedAt} is null
  and ${consumerSessions.expiresAt} > now()
  and ${consumerSessions.lastSeenAt} > now() - make_interval(days => ${WALLET_IDLE_DAYS})`;
