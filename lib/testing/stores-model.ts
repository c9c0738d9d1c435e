import fc from "fast-check";
import { expect } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { pg } from "@/lib/db/client/client";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { acceptGift, cancelGift, declineGift } from "@/lib/domain/gifts/accept-or-return";
import { sendGift } from "@/lib/domain/gifts/send";
import { transfer } from "@/lib/domain/transfers/transfer";
import { ADA_EMAIL, BOB_EMAIL, makeCard, outcome } from "./ledger-fixtures";

/** What a card of a model test has at first, in minor units. */
export const START_BALANCE_CENTS = 100;

type ModelCard = { store: number; active: boolean; balance: number };
type ModelGift = { card: number; cents: number; settled: boolean };
/** Cards of several stores, their gifts, and the total of settled gifts on new cards. */
type Model = { cards: ModelCard[]; gifts: ModelGift[]; elsewhere: number };

export type Operation = {
  name: "debit" | "credit" | "transfer" | "gift" | "accept" | "decline" | "cancel" | "disable";
  card: number;
  other: number;
  cents: number;
};

/** Applies an operation to the model. Returns "done" or the refusal code. */
function apply(model: Model, { name, card, other, cents }: Operation): string {
  const one = model.cards[card] as ModelCard;
  const two = model.cards[other] as ModelCard;
  const gift = model.gifts[other % Math.max(1, model.gifts.length)];
  if (name === "disable") {
    if (!one.active) return "card_already_disabled";
    one.active = false;
    return "done";
  }
  if (name === "accept" || name === "decline" || name === "cancel") {
    if (!gift) return "none";
    if (gift.settled) return "gift_settled";
    gift.settled = true;
    const back = model.cards[gift.card] as ModelCard;
    if (name !== "accept" && back.active) back.balance += gift.cents;
    else model.elsewhere += gift.cents;
    return "done";
  }
  if (name === "transfer" && !two.active) return "not_found";
  if (!one.active) return "card_not_active";
  if (name === "credit") {
    one.balance += cents;
    return "done";
  }
  if (one.balance < cents) return "insufficient_balance";
  if (name === "transfer" && one.store === two.store) return "invalid_request";
  one.balance -= cents;
  if (name === "transfer") two.balance += cents;
  if (name === "gift") model.gifts.push({ card, cents, settled: false });
  return "done";
}

/** Random sequences of operations on this many cards. */
export const operationsOn = (cards: number) =>
  fc.array(
    fc.record({
      name: fc.constantFrom<Operation["name"][]>(
        ...(["debit", "credit", "transfer", "transfer", "gift", "gift"] as const),
        ...(["accept", "decline", "cancel", "disable"] as const),
      ),
      card: fc.nat(cards - 1),
      other: fc.nat(cards - 1),
      cents: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 5, maxLength: 20 },
  );

type Store = { id: string; ctx: () => Ctx };

/** Creates a card of Ada's at a store, in its bucket. */
export async function startingCard(store: Store) {
  const card = await inBucketOf(store.id, () =>
    makeCard(store.ctx, { amountCents: START_BALANCE_CENTS, owner: ADA_EMAIL }),
  );
  return { ...card, storeId: store.id, ctx: store.ctx };
}

type Card = Awaited<ReturnType<typeof startingCard>>;
type Gift = { id: string; card: Card };

/** Makes an operation at the store of its card or gift. */
async function make(
  { name, card, other, cents }: Operation,
  cards: Card[],
  gifts: Gift[],
): Promise<unknown> {
  const [one, two] = [cards[card], cards[other]];
  if (!one || !two) throw new Error("no such card");
  const gift = gifts[other % Math.max(1, gifts.length)];
  const own = { cardId: one.id, amountCents: cents };
  const settled = { giftId: gift?.id ?? "", email: BOB_EMAIL };
  const { ctx } = gift?.card ?? one;
  switch (name) {
    case "debit":
      return spend(one.ctx(), own);
    case "credit":
      return credit(one.ctx(), own);
    case "disable":
      return disable(one.ctx(), own);
    case "transfer":
      return transfer(one.ctx(), { ...own, fromCardId: one.id, toCode: two.code });
    case "gift": {
      const order = { ...own, senderId: one.ownerId, recipientEmail: BOB_EMAIL };
      const { gift: made } = await sendGift(one.ctx(), order);
      return gifts.push({ id: made.id, card: one });
    }
    case "accept":
      return acceptGift(ctx(), settled);
    case "decline":
      return declineGift(ctx(), settled);
    case "cancel":
      return cancelGift(ctx(), { ...settled, senderId: gift?.card.ownerId ?? "" });
  }
}

/** The balances of all cards of these stores by id, in minor units. */
export async function balancesOf(stores: Store[]): Promise<Map<string, number>> {
  const balances = new Map<string, number>();
  for (const { id: storeId } of stores) {
    const rows = await inBucketOf(
      storeId,
      () => pg()<{ id: string; balance: number }[]>`
        select id, balance_cents::int as balance from cards where merchant_id = ${storeId}`,
    );
    for (const { id, balance } of rows) balances.set(id, balance);
  }
  return balances;
}

/**
 * Makes operations on a card of each of these stores, which can be listed more than once. Expects each outcome and, at
 * the end, each balance to be that of the model.
 */
export async function expectAsModel(stores: Store[], list: Operation[]): Promise<void> {
  const cards = await Promise.all(stores.map(startingCard));
  const model: Model = {
    cards: stores.map((store) => ({
      store: stores.findIndex(({ id }) => id === store.id),
      active: true,
      balance: START_BALANCE_CENTS,
    })),
    gifts: [],
    elsewhere: 0,
  };
  const gifts: Gift[] = [];
  for (const operation of list) {
    const settles = ["accept", "decline", "cancel"].includes(operation.name);
    const expected = apply(model, operation);
    if (settles && gifts.length === 0) continue;
    const gift = gifts[operation.other % Math.max(1, gifts.length)];
    const at = (settles && gift?.card) || cards[operation.card];
    const made = inBucketOf(at?.storeId ?? "", () => make(operation, cards, gifts));
    expect(await outcome(made), JSON.stringify(operation)).toBe(expected);
  }
  const balances = await balancesOf(stores);
  expect(cards.map(({ id }) => balances.get(id))).toEqual(
    model.cards.map(({ balance }) => balance),
  );
  for (const { id } of cards) balances.delete(id);
  expect([...balances.values()].reduce((sum, balance) => sum + balance, 0)).toBe(model.elsewhere);
}
