import type { Ctx } from "@/lib/base/context";
import { pg } from "@/lib/db/client/client";
import { type NewHold, placeHold } from "@/lib/domain/holds/place";
import { makeCard, openStore } from "./ledger-fixtures";

type Store = Awaited<ReturnType<typeof openStore>>;

/** Holds 600 cents of a card for 15 minutes, unless `given` says otherwise. */
export const place = async (ctx: () => Ctx, cardId: string, given: Partial<NewHold> = {}) =>
  (await placeHold(ctx(), { cardId, amountCents: 600, expiresInSeconds: 900, ...given })).hold;

/** A card with 1000 cents, of which 600 are held. */
export async function cardWithHold(given: Partial<NewHold> = {}, on?: Store) {
  const store = on ?? (await openStore());
  const card = await makeCard(store.ctx, { amountCents: 1_000, owner: "ada@example.com" });
  const hold = await place(store.ctx, card.id, given);
  return { ...store, storeId: store.id, card, cardId: card.id, hold, holdId: hold.id };
}

/** The card's `held_cents`. */
export const heldOn = async (cardId: string) => {
  const [row] = await pg()`select held_cents::int as cents from cards where id = ${cardId}`;
  return row?.cents;
};

/** Ends holds of a card by the clock, as if their time had passed. */
export const passTime = (cardId: string) =>
  pg()`update holds set expires_at = statement_timestamp() where card_id = ${cardId}`;
