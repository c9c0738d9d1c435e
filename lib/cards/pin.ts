import { sql } from "drizzle-orm";
import { keyedHash, sameSecret } from "../secrets";

/** Normalizes a PIN as typed: 4 to 12 letters and digits. Null for anything else. */
export function parsePin(typed: string): string | null {
  const pin = typed.replace(/[\s-]/g, "");
  return /^[0-9a-z]{4,12}$/i.test(pin) ? pin.toUpperCase() : null;
}

type CardIds = { merchantId: string; id: string };

/** The keyed hash of a card's PIN, as `parsePin` returns it. */
export const pinHmacOf = ({ merchantId, id }: CardIds, pin: string): Buffer =>
  keyedHash("card-pin", `${merchantId}:${id}:${pin}`);

/** What public pages need to know of a card before its code counts: see `isPublicCode`. */
export type PinFacts = { pinHmac: Uint8Array | null; hasGuessableCodes: boolean };

/**
 * Whether a stranger who typed this code may use it: a card with a PIN needs the PIN, and one of a batch whose
 * codes can be guessed must have one.
 */
export function isPublicCode(card: CardIds & PinFacts, pin: string | undefined): boolean {
  if (card.pinHmac === null) return !card.hasGuessableCodes;
  return pin !== undefined && sameSecret(pinHmacOf(card, pin), card.pinHmac);
}

/** SQL: the columns of `PinFacts` for a query on `cards`. */
export const PIN_FACTS = {
  pinHmac: sql<Uint8Array | null>`(select p.pin_hmac from card_pins p
    where p.merchant_id = cards.merchant_id and p.card_id = cards.id)`,
  hasGuessableCodes: sql<boolean>`coalesce((select b.has_guessable_codes from batches b
    where b.merchant_id = cards.merchant_id and b.id = cards.batch_id), false)`,
};
