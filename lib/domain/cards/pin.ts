import { and, eq, sql } from "drizzle-orm";
import { sameSecret, seal, sha256, unseal } from "@/lib/base/config/secrets";
import { withoutSeparators } from "@/lib/base/text";
import { onlyRow, type Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";

/** Normalizes a PIN as typed: 4 to 12 letters and digits. Null for anything else. */
export function parsePin(typed: string): string | null {
  const pin = withoutSeparators(typed);
  return /^[0-9a-z]{4,12}$/i.test(pin) ? pin.toUpperCase() : null;
}

type CardIds = { merchantId: string; id: string };

/** The columns that store a card's PIN, as `parsePin` returns it. */
export const pinColumns = ({ merchantId, id }: CardIds, pin: string) => ({
  merchantId,
  cardId: id,
  sealedPin: seal("card-pin", `${merchantId}:${id}`, pin),
});

/** Decrypts a card's PIN. */
export const unsealPin = ({ merchantId, id }: CardIds, sealedPin: string): string =>
  unseal("card-pin", `${merchantId}:${id}`, sealedPin);

/** What decides whether a card's code works on public pages: see `isPublicCode`. */
export type PinFacts = { sealedPin: string | null; hasGuessableCodes: boolean };

/**
 * Whether a stranger who typed this code may use it: a card with a PIN needs the PIN, and one of a batch whose
 * codes can be guessed must have one.
 */
export function isPublicCode(
  { sealedPin, hasGuessableCodes, ...card }: CardIds & PinFacts,
  pin: string | undefined,
): boolean {
  if (sealedPin === null) return !hasGuessableCodes;
  if (pin === undefined) return false;
  return sameSecret(sha256(unsealPin(card, sealedPin)), sha256(pin));
}

/** SQL: the columns of `PinFacts` for a query on `cards`. */
export const PIN_FACTS = {
  sealedPin: sql<string | null>`(select p.sealed_pin from card_pins p
    where p.merchant_id = cards.merchant_id and p.card_id = cards.id)`,
  hasGuessableCodes: sql<boolean>`coalesce((select b.has_guessable_codes from batches b
    where b.merchant_id = cards.merchant_id and b.id = cards.batch_id), false)`,
};

/** Reads the `PinFacts` of a locked card. */
export const readPinFacts = async (tx: Tx, { merchantId, id }: CardIds): Promise<PinFacts> =>
  onlyRow(
    await tx
      .select(PIN_FACTS)
      .from(cards)
      .where(and(eq(cards.merchantId, merchantId), eq(cards.id, id))),
  );
