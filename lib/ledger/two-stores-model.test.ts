import fc from "fast-check";
import { expect, test } from "vitest";
import { disable } from "@/lib/cards/disable";
import { credit, spend } from "@/lib/cards/movements";
import { pg } from "@/lib/db/client";
import { acceptGift, cancelGift, declineGift } from "@/lib/gifts/accept-or-return";
import { sendGift } from "@/lib/gifts/send";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import {
  ADA_EMAIL,
  BOB_EMAIL,
  makeCard,
  outcome,
  twoAgreedStores,
} from "@/lib/testing/ledger-fixtures";
import { liftPersonalQuotas } from "@/lib/testing/mail-quotas";
import { transfer } from "@/lib/transfers/transfer";

liftPersonalQuotas();

const SEQUENCES = 60;
const START_BALANCE_CENTS = 100;

type ModelCard = { store: number; active: boolean; balance: number };
type ModelGift = { card: number; cents: number; settled: boolean };
/** Four cards at two stores, their gifts, and the total of settled gifts on new cards. */
type Model = { cards: ModelCard[]; gifts: ModelGift[]; elsewhere: number };

type Operation = {
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

const operations = fc.array(
  fc.record({
    name: fc.constantFrom<Operation["name"][]>(
      ...(["debit", "credit", "transfer", "transfer", "gift", "gift"] as const),
      ...(["accept", "decline", "cancel", "disable"] as const),
    ),
    card: fc.nat(3),
    other: fc.nat(3),
    cents: fc.integer({ min: 1, max: 60 }),
  }),
  { minLength: 5, maxLength: 20 },
);

test(`${SEQUENCES} random sequences of gifts, transfers and debits leave two stores as a model has them`, async () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
  console.log(`seed ${seed} (TEST_SEED)`);
  await fc.assert(
    fc.asyncProperty(operations, async (list) => {
      const stores = await twoAgreedStores();
      const cards = await Promise.all(
        [0, 0, 1, 1].map(async (store) => {
          const { id: storeId, ctx } = stores[store as 0 | 1];
          const card = await makeCard(ctx, { amountCents: START_BALANCE_CENTS, owner: ADA_EMAIL });
          return { ...card, store, storeId, ctx };
        }),
      );
      const model: Model = {
        cards: cards.map(({ store }) => ({ store, active: true, balance: START_BALANCE_CENTS })),
        gifts: [],
        elsewhere: 0,
      };
      const gifts: { id: string; card: (typeof cards)[number] }[] = [];

      const real = async ({ name, card, other, cents }: Operation): Promise<unknown> => {
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
      };

      for (const operation of list) {
        const settles = ["accept", "decline", "cancel"].includes(operation.name);
        const expected = apply(model, operation);
        if (settles && gifts.length === 0) continue;
        expect(await outcome(real(operation)), JSON.stringify(operation)).toBe(expected);
      }
      const ids = cards.map(({ id }) => id);
      const storeIds = stores.map(({ id }) => id);
      const rows = await pg()`select id, balance_cents::int as balance from cards
        where merchant_id = any(${storeIds})`;
      const balanceOf = (id: string) => rows.find((row) => row.id === id)?.balance;
      expect(ids.map(balanceOf)).toEqual(model.cards.map(({ balance }) => balance));
      const elsewhere = rows.filter(({ id }) => !ids.includes(id));
      expect(elsewhere.reduce((sum, row) => sum + row.balance, 0)).toBe(model.elsewhere);
    }),
    { seed, numRuns: SEQUENCES },
  );
  await expectNoProblems();
}, 180_000);
