import { type Ctx, requireScope } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import type { Metadata } from "@/lib/base/metadata";
import { callPool, onlyRow, type Tx, withRetries } from "@/lib/db/client/client";
import { hex } from "@/lib/db/client/query";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { findOrCreateConsumer } from "@/lib/domain/customers/customers";
import { moveMany, unwrapOutcome } from "@/lib/ledger/post/move";
import { operation } from "@/lib/ledger/post/operation";
import type { Card, CardType, Outcome } from "@/lib/ledger/post/records";
import { newCodeColumns } from "./code";
import { findCards } from "./find";
import { MOVEMENT_POLICIES } from "./movements";

export type NewCard = {
  currency: string;
  cardType: CardType;
  ownerEmail?: string | undefined;
  metadata?: Metadata | undefined;
};

/** A new card and its creator, as in `Principal.actor`; a response stored by an earlier version lacks them. */
export type CreatedCard = { card: Card; createdBy?: string };

/** Creates an inactive card with a balance of 0, owned by `ownerEmail` if given (spec, Cards). */
export async function create(
  ctx: Ctx,
  { currency, cardType, ownerEmail, metadata }: NewCard,
): Promise<CreatedCard> {
  requireScope(ctx, "cards:write");
  const { merchantId, principal, idempotency } = ctx;
  const id = newId();
  const code = newCodeColumns(merchantId, id);
  const call = {
    merchant: merchantId,
    actor: principal.actor,
    request_id: ctx.requestId,
    key: idempotency?.key,
    fingerprint: hex(idempotency?.fingerprint),
    path: idempotency?.path,
    shape: ctx.shape,
    limits: ctx.limits,
    id,
    code_hmac: hex(code.codeHmac),
    sealed_code: code.sealedCode,
    code_last4: code.codeLast4,
    currency,
    card_type: cardType,
    owner_email: ownerEmail,
    metadata,
    new_consumer: newId(),
    new_audit: newId(),
  };
  const rows = await withRetries(
    () => callPool("create_card")<{ outcome: Outcome<CreatedCard> }[]>`
      select create_card(${JSON.stringify(call)}) as outcome`,
  );
  return unwrapOutcome(ctx, onlyRow(rows).outcome);
}

export const MAX_CARDS_AT_ONCE = 100;

export type NewCards = Omit<NewCard, "metadata"> & {
  /** From 1 to MAX_CARDS_AT_ONCE; only 1 with an owner. */
  count: number;
  /** Activation amount in minor units. If omitted, the cards stay inactive. */
  amountCents?: number | undefined;
  note?: string | undefined;
};

/** Creates `count` identical cards in one commit, active if an amount is given. Refuses: as activate(). */
export async function createMany(ctx: Ctx, newCards: NewCards): Promise<{ cards: Card[] }> {
  requireScope(ctx, "store:manage");
  const { merchantId } = ctx;
  const { ids } = await operation(ctx, async (tx) => {
    const ids = Array.from({ length: newCards.count }, newId);
    const { currency, cardType, ownerEmail, amountCents, note } = newCards;
    // An activation assigns the owner itself.
    const owned = ownerEmail && amountCents === undefined;
    const ownerId = owned ? await findOrCreateConsumer(tx, ownerEmail) : null;
    const inactive = { merchantId, currency, cardType, status: "inactive", ownerId } as const;
    await tx
      .insert(cards)
      .values(ids.map((id) => ({ ...inactive, id, ...newCodeColumns(merchantId, id) })));
    const created = {
      action: "card.created",
      details: { currency, cardType, ownerEmail },
    } as const;
    await audit(tx, authorOf(ctx), ...ids.map((subjectId) => ({ ...created, subjectId })));
    if (amountCents !== undefined) {
      const activation = { ...MOVEMENT_POLICIES.activation, amountCents, note, ownerEmail };
      const movements = ids.map((cardId) => ({ ...activation, cardId }));
      await moveMany(ctx, tx, movements);
    }
    return { ids };
  });
  return { cards: await findCards(merchantId, ids) };
}

type NewDigitalCard = {
  merchantId: string;
  currency: string;
  ownerId: string;
  /** For a gift, whose movement doesn't set the date. Other movements set it by the store's validity. */
  expiresOn?: string | null;
};

/** Creates a digital card for a consumer in the transaction that funds it. Returns its id. */
export async function createDigitalCard(
  tx: Tx,
  { merchantId, ...card }: NewDigitalCard,
): Promise<string> {
  const id = newId();
  const code = newCodeColumns(merchantId, id);
  const kind = { cardType: "digital", status: "inactive" } as const;
  await tx.insert(cards).values({ merchantId, id, ...code, ...kind, ...card });
  return id;
}
