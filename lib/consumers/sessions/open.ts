import { eq, sql } from "drizzle-orm";
import type { Ctx, WalletSession } from "../../context";
import type { Tx } from "../../db/client";
import { consumerSessions } from "../../db/schema/consumer-access";
import { newId } from "../../ids";
import { newToken } from "../../opaque-token";
import { WALLET_MAX_DAYS } from "./policy";

const MAX_USER_AGENT_CHARS = 300;

/**
 * Opens a consumer's wallet in the browser that asks, for one card or all, in place of the one that
 * is open there; gives its token.
 */
export async function openWallet(
  tx: Tx,
  { address, userAgent, principal }: Ctx,
  consumerId: string,
  only: WalletSession["only"],
): Promise<string> {
  const { token, tokenHash } = newToken();
  if (principal.wallet) {
    await tx
      .update(consumerSessions)
      .set({ revokedAt: sql`now()` })
      .where(eq(consumerSessions.id, principal.wallet.id));
  }
  await tx.insert(consumerSessions).values({
    id: newId(),
    tokenHash,
    consumerId,
    merchantId: only?.merchantId ?? null,
    cardId: only?.cardId ?? null,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARS) ?? null,
    address,
    expiresAt: sql`now() + make_interval(days => ${WALLET_MAX_DAYS})`,
  });
  return token;
}
