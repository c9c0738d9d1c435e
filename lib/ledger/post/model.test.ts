import fc from "fast-check";
import { expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { pg } from "@/lib/db/client/client";
import { isIncoming } from "@/lib/db/schema/transactions";
import { activate } from "@/lib/domain/cards/activate";
import { claim } from "@/lib/domain/cards/claim";
import { create } from "@/lib/domain/cards/create";
import { credit } from "@/lib/domain/cards/credit";
import { disable } from "@/lib/domain/cards/disable";
import { findCard } from "@/lib/domain/cards/find";
import { load } from "@/lib/domain/cards/load";
import { spend } from "@/lib/domain/cards/spend";
import { cardHistory } from "@/lib/domain/transactions/list-transactions";
import { verify } from "@/lib/ledger/verify/verify";
import { outcome } from "@/lib/testing/ledger-fixtures";
import { liftPersonalQuotas } from "@/lib/testing/mail-quotas";
import { SEED, scaled } from "@/lib/testing/random";
import { createStore } from "@/lib/testing/store";
import type { Transaction } from "./records";

liftPersonalQuotas();

const signedCents = ({ type, amountCents }: Transaction) =>
  isIncoming(type) ? amountCents : -amountCents;

const SEQUENCES = scaled(15);
const MAX_BALANCE_CENTS = Number.MAX_SAFE_INTEGER;

type ModelCard = { status: string; balance: number; moves: number; owner: string | null };
type Operation = { name: keyof typeof MODEL; card: number; amount: number; owner: string };

/** A minimal model of the ledger: the card after an operation, or the refusal code. */
const MODEL = {
  activate: (c: ModelCard, { amount, owner }: Operation) =>
    c.status === "active"
      ? "card_already_active"
      : c.status === "disabled"
        ? "card_not_active"
        : c.owner && c.owner !== owner
          ? "card_already_claimed"
          : { ...c, status: "active", balance: amount, moves: c.moves + 1, owner },
  debit: (c: ModelCard, { amount }: Operation) => changeModelBalance(c, -amount),
  credit: (c: ModelCard, { amount }: Operation) => changeModelBalance(c, amount),
  load: (c: ModelCard, { amount }: Operation) =>
    changeModelBalance({ ...c, status: c.status === "inactive" ? "active" : c.status }, amount),
  claim: (c: ModelCard, { owner }: Operation) =>
    c.status !== "active"
      ? "card_not_active"
      : c.owner && c.owner !== owner
        ? "card_already_claimed"
        : { ...c, owner },
  disable: (c: ModelCard) =>
    c.status === "disabled"
      ? "card_already_disabled"
      : c.status === "inactive"
        ? "card_not_active"
        : { ...c, status: "disabled" },
};

function changeModelBalance(c: ModelCard, cents: number): ModelCard | string {
  if (c.status !== "active") return "card_not_active";
  if (c.balance + cents < 0) return "insufficient_balance";
  if (c.balance + cents > MAX_BALANCE_CENTS) return "balance_limit_exceeded";
  return { ...c, balance: c.balance + cents, moves: c.moves + 1 };
}

const LEDGER_OPERATIONS: Record<
  keyof typeof MODEL,
  (ctx: Ctx, cardId: string, o: Operation) => Promise<unknown>
> = {
  activate: (ctx, cardId, o) =>
    activate(ctx, { cardId, amountCents: o.amount, consumerEmail: o.owner }),
  debit: (ctx, cardId, o) => spend(ctx, { cardId, amountCents: o.amount }),
  credit: (ctx, cardId, o) => credit(ctx, { cardId, amountCents: o.amount }),
  load: (ctx, cardId, o) => load(ctx, { cardId, amountCents: o.amount }),
  claim: (ctx, cardId, o) => claim(ctx, { cardId, email: o.owner }),
  disable: (ctx, cardId) => disable(ctx, { cardId }),
};

const operations = fc.array(
  fc.record({
    name: fc.constantFrom(
      ...(["activate", "debit", "credit", "load", "claim", "disable"] as const),
      ...(["activate", "debit", "credit", "load", "load", "debit"] as const),
    ),
    card: fc.nat(2),
    amount: fc.oneof(
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom(1, MAX_BALANCE_CENTS, MAX_BALANCE_CENTS - 1),
    ),
    owner: fc.constantFrom("ada@example.com", "bob@example.com"),
  }),
  { minLength: 1, maxLength: 25 },
);

async function checkCard(merchantId: string, cardId: string, model: ModelCard): Promise<void> {
  const card = await findCard(merchantId, cardId);
  if (!card) throw new Error("the card is not there");
  const history = await cardHistory(card, 100);
  expect(card).toMatchObject({
    status: model.status,
    balanceCents: model.balance,
    ownerEmail: model.owner,
  });
  const sequences = history.map((t) => t.sequence).reverse();
  expect(sequences).toEqual(Array.from({ length: model.moves }, (_, n) => n + 1));
  expect(history.reduce((sum, t) => sum + BigInt(signedCents(t)), 0n)).toBe(BigInt(model.balance));
  expect(history[0]?.balanceAfterCents ?? 0).toBe(model.balance);
}

test(`${SEQUENCES} random sequences of operations leave every card as a ten-line model has it`, async () => {
  console.log(`seed ${SEED} (TEST_SEED)`);
  await fc.assert(
    fc.asyncProperty(operations, async (list) => {
      const { id, ctx } = await createStore();
      const ids: string[] = [];
      const models: ModelCard[] = [];
      for (let n = 0; n < 3; n++) {
        ids.push((await create(ctx(), { currency: "JPY", cardType: "physical" })).card.id);
        models.push({ status: "inactive", balance: 0, moves: 0, owner: null });
      }
      for (const operation of list) {
        const cardId = ids[operation.card] ?? "";
        const before = models[operation.card] as ModelCard;
        const expected = MODEL[operation.name](before, operation);
        const done = await outcome(LEDGER_OPERATIONS[operation.name](ctx(), cardId, operation));
        expect(done).toBe(typeof expected === "string" ? expected : "done");
        if (typeof expected !== "string") models[operation.card] = expected;
        await checkCard(id, cardId, models[operation.card] as ModelCard);
      }
    }),
    { seed: SEED, numRuns: SEQUENCES },
  );
  expect(await verify()).toMatchObject({ ok: true });
  const [row] = await pg()<[{ n: string }]>`select count(*) as n from transactions`;
  expect(Number(row.n)).toBeGreaterThan(SEQUENCES);
});
