import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField, isRefusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Tx } from "@/lib/db/client/client";
import { expiredBalances } from "@/lib/db/schema/ageing";
import { cardPins, cards } from "@/lib/db/schema/cards";
import { holds } from "@/lib/db/schema/holds";
import { wallets } from "@/lib/db/schema/wallets";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { emit } from "@/lib/ledger/post/emit";
import { type LockedCard, lockCards } from "@/lib/ledger/post/lock-cards";
import { moveMany } from "@/lib/ledger/post/move";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { Card, CardType } from "@/lib/ledger/post/records";
import {
  codeColumns,
  generateCode,
  isHardToGuess,
  last4Of,
  maskCode,
  storeCodeHmacs,
  unsealCode,
} from "./code";
import { endCard } from "./disable";
import { findCardByCode, lockCard } from "./find";
import { guessabilityOf } from "./guessable";
import { limitCardCodes } from "./limit-codes";
import { EVENTS_BY_CHANGE, MOVEMENT_POLICIES, REPLACEMENT_SOURCE } from "./movements";
import { type PinFacts, pinColumns, readPinFacts, unsealPin } from "./pin";
import { REFUSED_STATUSES, refuseStatus } from "./refused-statuses";

export type Replacement = {
  cardId: string;
  /** The same as before if omitted. */
  cardType?: CardType | undefined;
  /** The code of the new card, normalized by `parseStoreCode`; a new one if omitted. */
  code?: string | undefined;
};

/**
 * The new card and the disabled one, which has its code masked only: a stored response has no codes, and a replay
 * reads that of `card` alone. `createdBy` is the actor, who sees the new card's code.
 */
export type Replaced = {
  card: Card;
  replaced: Omit<Card, "sealedCode"> & { maskedCode: string };
  createdBy: string;
};

/**
 * Replaces a lost card: in one commit, its balance moves to a new card, which takes over its owner, expiration
 * date, batch, PIN, metadata, holds and store-credit wallet, and it is disabled and refers to the new one. A
 * frozen or expired card can be replaced; the new one isn't frozen, and has expired as well.
 * Refuses: not_found, card_not_active (with `status`), invalid_request (code: used by another card, or easy to
 * guess on a card without a PIN), rate_limited (also such codes of a caller).
 */
export async function replace(ctx: Ctx, replacement: Replacement): Promise<Replaced> {
  requireScope(ctx, "cards:write");
  requireScope(ctx, "money:write");
  return replacement.code === undefined
    ? replaceCard(ctx, replacement)
    : limitCardCodes(ctx, () => replaceCard(ctx, replacement), isCodeTaken);
}

const replaceCard = (ctx: Ctx, replacement: Replacement): Promise<Replaced> =>
  lockedOperation(
    ctx,
    (tx) => lockCards(tx, [{ merchantId: ctx.merchantId, cardId: replacement.cardId }]),
    (tx, [old]) => replaceLocked(ctx, tx, found(old), replacement),
  );

async function replaceLocked(
  ctx: Ctx,
  tx: Tx,
  old: LockedCard,
  replacement: Replacement,
): Promise<Replaced> {
  const { merchantId } = ctx;
  refuseStatus(old, REFUSED_STATUSES.replace);
  const facts = await readPinFacts(tx, old);
  if (replacement.code !== undefined) await checkCode(tx, merchantId, replacement.code, facts);
  const id = newId();
  await insertSuccessor(tx, old, id, replacement);
  // No refusals past this line.
  await moveBelongings(tx, old, id, facts);
  await moveBalance(ctx, tx, old, id);
  const { sealedCode, ...disabled } = await endCard(ctx, tx, old, { replacedById: id });
  const card = found(await lockCard(tx, merchantId, id));
  const maskedCode = maskCode(unsealCode({ ...disabled, sealedCode }));
  await auditBoth(ctx, tx, old, card);
  return { card, replaced: { ...disabled, maskedCode }, createdBy: ctx.principal.actor };
}

const isCard = ({ merchantId, id }: Pick<Card, "merchantId" | "id">) =>
  and(eq(cards.merchantId, merchantId), eq(cards.id, id));

/** Checks a code that the store gives like those of an import. */
async function checkCode(
  tx: Tx,
  merchantId: string,
  code: string,
  { sealedPin, hasGuessableCodes }: PinFacts,
): Promise<void> {
  if (await findCardByCode(merchantId, storeCodeHmacs(merchantId, code), tx)) throw codeIsTaken();
  // Short codes work on no public page, and those of a batch that can be guessed need a PIN there.
  const isProtected = sealedPin !== null || hasGuessableCodes || !isHardToGuess(code);
  if (!isProtected && guessabilityOf([code]).reason !== null) {
    throw invalidField("code", "is easy to guess; use random letters and digits, or omit it");
  }
}

/** Whether a refusal says that a code is another card's: it reveals as much as a right guess. */
const isCodeTaken = (error: unknown): boolean =>
  isRefusal(error) && error.options.fields?.[0]?.path === "code";

const codeIsTaken = () => invalidField("code", "is already used by another card");

/** Inserts the new card, active and empty. Refuses: invalid_request (a code that was taken meanwhile). */
async function insertSuccessor(
  tx: Tx,
  old: LockedCard,
  id: string,
  { cardType = old.cardType, code = generateCode() }: Replacement,
): Promise<void> {
  const { merchantId, currency, ownerId, batchId, expiresOn, metadata, heldCents } = old;
  const inserted = await tx
    .insert(cards)
    .values({
      merchantId,
      id,
      ...codeColumns(merchantId, id, code),
      currency,
      cardType,
      status: "active",
      ownerId,
      batchId,
      expiresOn,
      metadata,
      heldCents,
    })
    .onConflictDoNothing()
    .returning({ id: cards.id });
  if (inserted.length === 0) throw codeIsTaken();
}

/** Moves everything but the balance to the new card: holds, store credit, its note, PIN and row of expired balances. */
async function moveBelongings(
  tx: Tx,
  old: LockedCard,
  id: string,
  { sealedPin }: PinFacts,
): Promise<void> {
  const { merchantId, ownerId } = old;
  await tx
    .update(holds)
    .set({ cardId: id })
    .where(
      and(eq(holds.merchantId, merchantId), eq(holds.cardId, old.id), eq(holds.status, "held")),
    );
  if (old.heldCents > 0) await tx.update(cards).set({ heldCents: 0 }).where(isCard(old));
  if (ownerId) {
    const isWallet = and(eq(wallets.merchantId, merchantId), eq(wallets.consumerId, ownerId));
    await tx
      .update(wallets)
      .set({ cardId: id })
      .where(and(isWallet, eq(wallets.currency, old.currency), eq(wallets.cardId, old.id)));
  }
  // The trigger in expired.sql keeps the balance of the row.
  await tx
    .update(expiredBalances)
    .set({ cardId: id })
    .where(and(eq(expiredBalances.merchantId, merchantId), eq(expiredBalances.cardId, old.id)));
  await tx.execute(sql`insert into card_notes (merchant_id, card_id, note)
    select merchant_id, ${id}, note from card_notes
    where merchant_id = ${merchantId} and card_id = ${old.id}`);
  if (sealedPin !== null) {
    await tx.insert(cardPins).values(pinColumns({ merchantId, id }, unsealPin(old, sealedPin)));
  }
}

/** Moves the balance in two movements under one id; an empty card only emits the new one's event. */
async function moveBalance(ctx: Ctx, tx: Tx, old: LockedCard, id: string): Promise<void> {
  if (old.balanceCents === 0) {
    const events = EVENTS_BY_CHANGE.emptyReplacement;
    const card = found(await lockCard(tx, old.merchantId, id));
    return await emit(ctx, tx, card, { causeId: newId(), amountCents: 0, events });
  }
  const moved = {
    amountCents: old.balanceCents,
    source: REPLACEMENT_SOURCE,
    transferId: newId(),
  };
  await moveMany(ctx, tx, [
    { ...MOVEMENT_POLICIES.replacedOut, ...moved, cardId: old.id },
    { ...MOVEMENT_POLICIES.replacedIn, ...moved, cardId: id },
  ]);
}

async function auditBoth(ctx: Ctx, tx: Tx, old: LockedCard, card: Card): Promise<void> {
  const { balanceCents, currency, codeLast4 } = old;
  const { cardType, ownerEmail } = card;
  await audit(
    tx,
    authorOf(ctx),
    {
      action: "card.created",
      subjectId: card.id,
      details: {
        currency,
        cardType,
        replaces: old.id,
        last4: codeLast4,
        ...(ownerEmail && { ownerEmail }),
      },
    },
    {
      action: "card.replaced",
      subjectId: old.id,
      details: { balanceCents, currency, replacedBy: card.id, last4: last4Of(unsealCode(card)) },
    },
  );
}
