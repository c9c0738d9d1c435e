import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { cards } from "../db/schema/cards";
import { Refusal } from "../errors";
import { newId } from "../ids";
import { operation } from "../ledger/operation";
import type { Card } from "../ledger/records";
import { audit, authorOf } from "../merchants/audit";
import { sameSecret } from "../secrets";
import { codeHmac, openCode, parseCode } from "./code";
import { lockCard } from "./find";
import { REFUSED_STATUSES, refuseStatus } from "./status";

type Claim = {
  cardId: string;
  email: string;
  /** The code on the card, in the form `parseCode` gives; must be this card's when given. */
  claimCode?: string | undefined;
};

/**
 * Gives an active, ownerless card to the consumer with this (normalised) address and queues the
 * mail that invites them (spec, Cards). Claimed again by the same consumer, it stays as it is,
 * without mail.
 * Refuses: not_found, card_not_active, card_already_claimed.
 */
export const claim = (ctx: Ctx, { cardId, email, claimCode }: Claim) =>
  operation(ctx, async (tx): Promise<{ card: Card }> => {
    const card = await lockCard(tx, ctx.merchantId, cardId);
    if (!card || !hasCode(card, claimCode)) throw new Refusal("not_found");
    refuseStatus(card.status, REFUSED_STATUSES.claim);
    if (card.ownerEmail === email) return { card };
    if (card.ownerEmail) throw new Refusal("card_already_claimed");
    // Past this line it succeeds.
    const own = and(eq(cards.merchantId, ctx.merchantId), eq(cards.id, cardId));
    const [changed] = await tx
      .update(cards)
      .set({
        ownerId: sql`consumer_for(${newId()}, ${email})`,
        updatedAt: sql`clock_timestamp()`,
      })
      .where(own)
      .returning({ updatedAt: cards.updatedAt });
    await tx.execute(sql`select invite(${newId()}, c, ${email}) from cards c
      where c.merchant_id = ${ctx.merchantId} and c.id = ${cardId}`);
    await audit(tx, authorOf(ctx), {
      action: "card.claimed",
      subjectId: cardId,
      details: { email },
    });
    return { card: { ...card, ownerEmail: email, ...changed } };
  });

const hasCode = (card: Card, claimCode: string | undefined): boolean =>
  claimCode === undefined ||
  sameSecret(codeHmac(claimCode), codeHmac(parseCode(openCode(card)) ?? ""));
