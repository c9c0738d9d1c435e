import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { sameSecret } from "@/lib/base/config/secrets";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField, NO_CARD_WITH_CODE, notFound, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { db, type Tx } from "@/lib/db/client/client";
import { atStore, findAnywhere } from "@/lib/db/client/in-buckets";
import { cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { findOrCreateConsumer } from "@/lib/domain/customers/customers";
import { type Attempt, limitGuesses, pinGuesses } from "@/lib/domain/limits/attempt-limits";
import { admitStoreMail } from "@/lib/domain/mail/store-mail";
import { lockedOperation, storedResponse } from "@/lib/ledger/post/operation";
import type { Card } from "@/lib/ledger/post/records";
import { newCardLink } from "@/lib/ledger/post/sealed-link";
import { codeHmacs, parseStoreCode, storeCodeHmac, unsealCode } from "./code";
import { lockingCard } from "./find";
import { isPublicCode, PIN_FACTS, readPinFacts } from "./pin";
import { REFUSED_STATUSES, refuseStatus } from "./refused-statuses";

type Claim = {
  cardId: string;
  /** Email of the new owner, who gets an invitation. If omitted, the current consumer claims the card. */
  email?: string | undefined;
  /** The code on the card, normalized by `parseStoreCode`. If given, it must be this card's. */
  claimCode?: string | undefined;
  /** The card's PIN as `parsePin` returns it, needed with the code if the code is the caller's only proof. */
  pin?: string | undefined;
};

type ClaimResult = { card: Card };
type Assignment = Omit<Claim, "email"> & {
  claimant: string;
  invites: boolean;
  /** Whether the code must be one that strangers can use: see `isPublicCode`. */
  byCodeAlone?: boolean;
};

/**
 * Assigns an active card without an owner to the consumer with this normalized email, who gets an
 * invitation, or to the current consumer (spec, Cards). Claiming again for the same consumer changes
 * nothing and sends no email.
 * Without the card's code, which proves that the consumer holds it, the caller needs money:write. With the
 * code alone, it needs the PIN of a card that has one.
 * Refuses: insufficient_scope, invalid_request (no consumer, or two), not_found (also a wrong code or PIN),
 * rate_limited (wrong codes from a consumer or an address; wrong PINs; emails), card_not_active,
 * card_already_claimed, store_not_confirmed.
 */
export async function claim(
  ctx: Ctx,
  { cardId, email, claimCode, pin }: Claim,
): Promise<ClaimResult> {
  requireScope(ctx, "cards:write");
  const byCodeAlone = !ctx.principal.scopes.includes("money:write");
  if (claimCode === undefined && byCodeAlone) {
    throw new Refusal("insufficient_scope", {
      message: "Send the card's code as claimCode, or use a key with the scope money:write.",
    });
  }
  const claimant = claimantOf(ctx, email);
  const invites = email !== undefined;
  const assigned = { cardId, claimant, claimCode, pin, invites, byCodeAlone };
  if (claimCode === undefined) return await assign(ctx, assigned);
  const earlier = await storedResponse<ClaimResult>(ctx);
  if (earlier) return earlier;
  const pins = pin === undefined ? [] : pinGuesses(ctx.address, claimCode);
  return await limitGuesses([...attemptsOf(ctx, claimant), ...pins], () => assign(ctx, assigned));
}

/**
 * Assigns an active card without an owner to the consumer with this normalized email, who gets an invitation. For
 * callers who may give the card away. Refuses: what claim() does for an email.
 */
export const assignByEmail = (ctx: Ctx, { cardId, email }: { cardId: string; email: string }) =>
  assign(requireScope(ctx, "till:use"), { cardId, claimant: email, invites: true });

function claimantOf({ consumer }: Ctx, email: string | undefined): string {
  if (email !== undefined && consumer && consumer.email !== email) {
    throw invalidField("email", "must match the consumer in Scrip-Consumer");
  }
  const claimant = email ?? consumer?.email;
  if (claimant !== undefined) return claimant;
  throw invalidField(
    "email",
    "is required, unless you send the consumer's token as Scrip-Consumer: Bearer <token>",
  );
}

/**
 * Claims the card with this code, from any live store, for the current consumer: a printed card added to a
 * wallet. A card with a PIN needs it too. Refuses: not_found, rate_limited, card_not_active, card_already_claimed.
 */
export async function claimByCode(
  ctx: Ctx,
  email: string,
  { code, pin }: { code: string; pin?: string | undefined },
): Promise<ClaimResult> {
  requireScope(ctx, "wallet:own");
  const pins = pin === undefined ? [] : pinGuesses(ctx.address, code);
  return limitGuesses([...attemptsOf(ctx, email), ...pins], async () => {
    const found = await findAnywhere(async () => (await selectLive(code))[0]);
    if (!found || !isPublicCode(found, pin)) {
      throw notFound(NO_CARD_WITH_CODE);
    }
    const { merchantId, id: cardId } = found;
    const assigned = { cardId, claimant: email, claimCode: code, invites: false };
    return await atStore(ctx, merchantId, (here) => assign(here, assigned));
  });
}

/** The card with this code at any live store of the current bucket. */
const selectLive = (code: string) =>
  db()
    .select({ merchantId: cards.merchantId, id: cards.id, ...PIN_FACTS })
    .from(cards)
    .innerJoin(merchants, eq(merchants.id, cards.merchantId))
    .where(and(inArray(cards.codeHmac, codeHmacs(code)), isNull(merchants.liveMerchantId)));

/** Counted per store, so that stores can't use up each other's quota. */
const attemptsOf = ({ merchantId, address }: Ctx, claimant: string): Attempt[] => [
  ["claim-address", `${merchantId} ${address}`],
  ["claim-consumer", `${merchantId} ${claimant}`],
];

/** The same for a card that doesn't exist, a wrong code, and a wrong PIN. */
const noSuchCard = (claimCode: string | undefined) =>
  claimCode === undefined
    ? new Refusal("not_found")
    : notFound("No card found with this ID and code. If the card has a PIN, also send the PIN.");

const assign = (ctx: Ctx, { cardId, claimant: email, claimCode, ...rest }: Assignment) =>
  lockedOperation(ctx, lockingCard(ctx, cardId), async (tx, card): Promise<ClaimResult> => {
    const { invites, byCodeAlone, pin } = rest;
    if (!card || !hasCode(card, claimCode)) throw noSuchCard(claimCode);
    if (byCodeAlone && !(await isPublicCard(tx, card, pin))) throw noSuchCard(claimCode);
    refuseStatus(card, REFUSED_STATUSES.claim);
    if (card.ownerEmail === email) return { card };
    if (card.ownerEmail) throw new Refusal("card_already_claimed");
    if (invites) await admitStoreMail(tx, { merchantId: ctx.merchantId, to: email });
    // No refusals past this line.
    const ownerId = await findOrCreateConsumer(tx, email);
    const [changed] = await tx
      .update(cards)
      .set({ ownerId, updatedAt: sql`statement_timestamp()` })
      .where(and(eq(cards.merchantId, ctx.merchantId), eq(cards.id, cardId)))
      .returning({ updatedAt: cards.updatedAt });
    if (invites) await emailCard(tx, card, email);
    const details = { email, ...(invites && { emailed: true }) };
    await audit(tx, authorOf(ctx), { action: "card.claimed", subjectId: cardId, details });
    return { card: { ...card, ownerEmail: email, ...changed } };
  });

/** Queues an email with a new link to the card, in the transaction of the change. Its quotas are counted already. */
export async function emailCard(
  tx: Tx,
  { merchantId, id, balanceCents, currency }: Card,
  email: string,
): Promise<void> {
  const mailId = newId();
  const { tokenHash, sealedLink } = newCardLink(mailId);
  await tx.execute(sql`select invite(${mailId}, ${merchantId}, ${id}, ${balanceCents}, ${currency},
    ${email}, ${tokenHash}, ${sealedLink}, true)`);
}

const hasCode = (card: Card, claimCode: string | undefined): boolean =>
  claimCode === undefined || sameSecret(hmacOf(card, claimCode), hmacOf(card, unsealCode(card)));

async function isPublicCard(tx: Tx, card: Card, pin: string | undefined): Promise<boolean> {
  return isPublicCode({ ...card, ...(await readPinFacts(tx, card)) }, pin);
}

const hmacOf = ({ merchantId }: Card, code: string) =>
  storeCodeHmac(merchantId, parseStoreCode(code) ?? "");
