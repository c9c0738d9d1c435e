import { openCode } from "../../cards/code";
import { findCard } from "../../cards/find";
import type { Ctx } from "../../context";
import { Refusal } from "../../errors";
import { readOwnCard } from "./cards";

/** The code of one of the consumer's cards, in fours. Refuses: unauthorized, not_found. */
export async function revealOwnCode(
  ctx: Ctx,
  { cardId }: { cardId: string },
): Promise<{ code: string }> {
  const { merchantId } = await readOwnCard(ctx, { cardId });
  const card = await findCard(merchantId, cardId);
  if (!card) throw new Refusal("not_found");
  return { code: openCode(card) };
}
