import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { Refusal } from "../errors";
import { endOf, openCode } from "./code";
import { findCard } from "./find";

/** The code of a card, for a person who may change it; audited. Refuses: not_found. */
export async function revealCode(
  ctx: Ctx,
  { cardId }: { cardId: string },
): Promise<{ code: string }> {
  const card = await findCard(ctx.merchantId, cardId);
  if (!card) throw new Refusal("not_found");
  const code = openCode(card);
  const details = { last4: endOf(code) };
  await audit(db(), authorOf(ctx), { action: "card.code_revealed", subjectId: cardId, details });
  return { code };
}
