import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { consumerTokens } from "../../db/schema/consumer-access";
import { consumerOf } from "../person";
import { MAX_TOKENS } from "./policy";
import { type ConsumerToken, TOKEN_COLUMNS } from "./read";

/** The consumer's tokens that work, newest first. Refuses: unauthorized. */
export const listTokens = (ctx: Ctx): Promise<ConsumerToken[]> =>
  db()
    .select(TOKEN_COLUMNS)
    .from(consumerTokens)
    .where(
      and(
        eq(consumerTokens.consumerId, consumerOf(ctx).id),
        isNull(consumerTokens.revokedAt),
        gt(consumerTokens.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(consumerTokens.id))
    .limit(MAX_TOKENS);
