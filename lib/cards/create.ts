import { sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { pg, retrying } from "../db/client";
import { hex } from "../db/query";
import { cards } from "../db/schema/cards";
import { newId } from "../ids";
import { moveMany, unwrapOutcome } from "../ledger/move";
import { operation } from "../ledger/operation";
import type { Card, CardType, Outcome } from "../ledger/records";
import { newCode } from "./code";
import { findCards } from "./find";
import { MOVEMENTS } from "./movements";

export type NewCard = { currency: string; cardType: CardType; ownerEmail?: string | undefined };

/** Creates an inactive card with a balance of 0, owned by `ownerEmail` if given (spec, Cards). */
export async function create(
  ctx: Ctx,
  { currency, cardType, ownerEmail }: NewCard,
): Promise<{ card: Card }> {
  const { merchantId, principal, idempotency } = ctx;
  const id = newId();
  const { codeHmac, sealedCode, codeLast4 } = newCode(merchantId, id);
  const call = {
    merchant: merchantId,
    actor: principal.actor,
    request_id: ctx.requestId,
    key: idempotency?.key,
    fingerprint: hex(idempotency?.fingerprint),
    shape: ctx.shape,
    limits: ctx.limits,
    id,
    code_hmac: hex(codeHmac),
    sealed_code: sealedCode,
    code_last4: codeLast4,
    currency,
    card_type: cardType,
    owner_email: ownerEmail,
    new_consumer: newId(),
    new_audit: newId(),
  };
  const [row] = await retrying(
    () => pg()<{ outcome: Outcome<{ card: Card }> }[]>`
      select create_card(${JSON.stringify(call)}) as outcome`,
  );
  if (!row) throw new Error("create_card() gave no row");
  return unwrapOutcome(ctx, row.outcome);
}

export const MAX_CARDS_AT_ONCE = 100;

export type NewCards = NewCard & {
  /** From 1 to MAX_CARDS_AT_ONCE; only 1 with an owner. */
  count: number;
  /** Activation amount in minor units. If omitted, the cards stay inactive. */
  amountCents?: number | undefined;
  note?: string | undefined;
};

/**
 * Creates `count` identical cards in one commit and activates them if an amount is given. The response
 * includes their codes. Each card has its own row in the audit log.
 * Refuses: what activate() refuses.
 */
export async function createMany(ctx: Ctx, wanted: NewCards): Promise<{ cards: Card[] }> {
  const { ids } = await operation(ctx, async (tx) => {
    const ids = Array.from({ length: wanted.count }, newId);
    const { currency, cardType, ownerEmail, amountCents, note } = wanted;
    await tx.insert(cards).values(
      ids.map((id) => ({
        merchantId: ctx.merchantId,
        id,
        ...newCode(ctx.merchantId, id),
        currency,
        cardType,
        status: "inactive" as const,
        ownerId:
          ownerEmail && amountCents === undefined
            ? sql`consumer_for(${newId()}, ${ownerEmail})`
            : null,
      })),
    );
    await audit(
      tx,
      authorOf(ctx),
      ...ids.map((id) => ({
        action: "card.created" as const,
        subjectId: id,
        details: { currency, cardType, ownerEmail },
      })),
    );
    if (amountCents !== undefined) {
      const activation = { ...MOVEMENTS.activation, amountCents, note, ownerEmail };
      await moveMany(
        ctx,
        tx,
        ids.map((cardId) => ({ ...activation, cardId })),
      );
    }
    return { ids };
  });
  return { cards: await findCards(ctx.merchantId, ids) };
}
