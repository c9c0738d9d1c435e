import { claimByCode } from "../../cards/claim";
import type { Ctx } from "../../context";
import { consumerOf } from "../person";
import { type OwnCard, readOwnCard } from "./cards";

/**
 * Makes the card with this printed code the consumer's, of whatever store.
 * Refuses: unauthorized, not_found, rate_limited, card_not_active, card_already_claimed.
 */
export async function claimOwn(ctx: Ctx, { code }: { code: string }): Promise<OwnCard> {
  const { card } = await claimByCode(ctx, consumerOf(ctx).email, code);
  return await readOwnCard(ctx, { cardId: card.id });
}
