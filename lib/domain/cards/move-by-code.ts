import { hasFormerKeys } from "@/lib/base/config/secrets";
import type { Ctx } from "@/lib/base/context";
import type { MovementResult } from "@/lib/ledger/post/records";
import { storeCodeHmac, storeCodeHmacs } from "./code";
import { findCardByCode } from "./find";
import { limitCardCodes } from "./limit-codes";
import type { CardMovement } from "./movements";

/** Names the card by its id, or by its code as `parseStoreCode` returns it. */
export type ByIdOrCode = Omit<CardMovement, "cardId"> & {
  cardId?: string | undefined;
  code?: string | undefined;
  currency?: string | undefined;
};

/** Moves the balance of the card that the request names itself, or of the card with this code: wrong ones are counted. */
export async function moveByCode(
  ctx: Ctx,
  code: string | undefined,
  moveCard: (card: object) => Promise<MovementResult>,
): Promise<MovementResult> {
  if (code === undefined) return await moveCard({});
  return await limitCardCodes(ctx, async () => moveCard(await cardWithCode(ctx.merchantId, code)));
}

/** Names a card by the hash of its code, or by its id while the hash can be under a former key. */
async function cardWithCode(merchantId: string, code: string) {
  const card = hasFormerKeys()
    ? await findCardByCode(merchantId, storeCodeHmacs(merchantId, code))
    : undefined;
  return card ? { cardId: card.id } : { codeHmac: storeCodeHmac(merchantId, code) };
}
