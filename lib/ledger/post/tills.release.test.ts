import { expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { isRefusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { isBusy, pg } from "@/lib/db/client/client";
import { reverse } from "@/lib/domain/cards/reverse";
import { expireHolds } from "@/lib/domain/holds/expire";
import { advanceClock } from "@/lib/domain/test-clock/clock";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { randomBy, SEED, scaled } from "@/lib/testing/random";
import { createStore } from "@/lib/testing/store";
import {
  applyReversal,
  availableCents,
  expectedReversal,
  type ModelCard,
  type Moved,
  type Pick,
  ROUND_SECONDS,
  STEP_MAKERS,
  type Step,
} from "@/lib/testing/till-model";
import type { MovementResult } from "./records";

const TILLS = 12;
const STEPS = scaled(240);
const STEPS_A_ROUND = 10;

/** Rare steps end the life of a card, so they are chosen less often. */
const RARE = ["replace", "disable", "freeze"];

type Outcome = { code: string; answer: unknown };

/** Sends a request until it has an answer, as a till does: again with the same key while the service is busy. */
async function outcomeOf(send: () => Promise<unknown>): Promise<Outcome> {
  for (;;) {
    try {
      return { code: "done", answer: await send() };
    } catch (error) {
      if (isRefusal(error)) return { code: error.code, answer: null };
      if (!isBusy(error)) throw error;
    }
  }
}

const transactionIdIn = ({ answer }: Outcome) =>
  (answer as Partial<MovementResult> | null)?.transaction?.id;

/** A till with cards of its own. It makes requests one after the other, but for those it repeats or undoes. */
function openTill(ctx: (given?: Partial<Ctx>) => Ctx, partnerCode: string, seed: number) {
  const random = randomBy(seed);
  const number = (below: number) => Math.floor(random() * below);
  const of = <T>(list: readonly T[]): T | undefined => list[number(list.length)];
  const pick: Pick = { number, of };
  const cards: ModelCard[] = [];
  let ended: ModelCard[] = [];

  const openCard = async () => {
    const { id } = await makeCard(ctx, {});
    const empty = { status: "inactive", isFrozen: false, balance: 0 } as const;
    cards.push({ id, partnerCode, ...empty, holds: [], moves: [] });
  };

  const keyed = (key: string) => {
    const idempotency = { key, fingerprint: Buffer.from(key), path: "/test" };
    return () => ctx({ idempotency });
  };
  const reverseByKey = (idempotencyKey: string) =>
    outcomeOf(() => reverse(keyed(`undo-${idempotencyKey}`)(), { idempotencyKey }));

  /** The answer is lost, and the till undoes the request by its key: before, after, or while it runs. */
  async function undo(card: ModelCard, step: Step, key: string): Promise<void> {
    const send = () => outcomeOf(() => step.send(keyed(key)()));
    const order = of(["before", "after", "meanwhile"] as const);
    const sent: Promise<Outcome>[] = order === "before" ? [] : [send()];
    if (order === "after") await sent[0];
    const undone = await reverseByKey(key);
    // Sent again, or only now: it must have the outcome that the reversal says.
    const late = await send();
    const first = (await sent[0]) ?? late;
    expect([first.code, transactionIdIn(first)]).toEqual([late.code, transactionIdIn(late)]);
    if (late.code === "done") {
      step.apply(late.answer);
      const original = card.moves.at(-1) as Moved;
      expect(transactionIdIn(late)).toBe(original.id);
      const expected = expectedReversal(card, original);
      expect(undone.code).toBe(expected);
      if (expected === "done") {
        expect(undone.answer).toMatchObject({
          outcome: "reversed",
          reversedTransaction: { id: original.id },
        });
        applyReversal(card, original, undone.answer);
      }
    } else {
      expect(undone.answer).toEqual({ outcome: "nothing_to_reverse" });
      expect(["idempotency_key_voided", step.expected]).toContain(late.code);
      if (order === "after") expect(late.code).toBe(step.expected);
      if (order === "before") expect(late.code).toBe("idempotency_key_voided");
    }
  }

  async function takeStep(): Promise<void> {
    const card = of(cards) as ModelCard;
    const name = of(Object.keys(STEP_MAKERS)) ?? "";
    if (RARE.includes(name) && random() < 0.8) return;
    const step = (STEP_MAKERS[name] as (typeof STEP_MAKERS)[string])(card, pick);
    const key = newId();
    if (step.moves && random() < 0.3) return await undo(card, step, key);
    const copies = random() < 0.2 ? 2 : 1;
    const [first, again] = await Promise.all(
      Array.from({ length: copies }, () => outcomeOf(() => step.send(keyed(key)()))),
    );
    const context = `${name} of ${JSON.stringify(card)}`;
    expect([first?.code, again?.code ?? first?.code], context).toEqual([
      step.expected,
      step.expected,
    ]);
    if (again && first) expect(transactionIdIn(again)).toBe(transactionIdIn(first));
    if (first?.code === "done") step.apply(first.answer);
    if (card.status === "disabled") {
      cards.splice(cards.indexOf(card), 1);
      ended.push(card);
      await openCard();
    }
  }

  return {
    async work(steps: number) {
      while (cards.length < 3) await openCard();
      for (let n = 0; n < steps; n++) await takeStep();
    },
    /** The clock was moved: drops the holds that ended. */
    passRound() {
      for (const card of cards) {
        for (const hold of card.holds) hold.roundsLeft -= 1;
        card.holds = card.holds.filter(({ roundsLeft }) => roundsLeft > 0);
      }
    },
    async check() {
      for (const card of [...cards, ...ended]) {
        const [row] =
          await pg()`select balance_cents::float8 as balance, status, frozen_reason is not null as "isFrozen",
            available_cents(row(c.*)::cards)::float8 as available
          from cards c where id = ${card.id}`;
        const { balance, status, isFrozen } = card;
        expect(row).toEqual({ balance, status, isFrozen, available: availableCents(card) });
      }
      ended = [];
    },
  };
}

test(`${TILLS} tills at once, with lost answers, repeated requests and reversals before and after the original, have every card as their model has it`, async () => {
  console.log(`seed ${SEED} (TEST_SEED)`);
  const [{ id: liveMerchantId }, partner] = [await createStore(), await createStore()];
  const { id, ctx } = await createStore({ liveMerchantId });
  await agreeOnTransfers(id, partner.id);
  const tills = await Promise.all(
    Array.from({ length: TILLS }, async (_, n) => {
      const { code } = await makeCard(partner.ctx, { amountCents: 1 });
      return openTill(ctx, code, SEED + n);
    }),
  );
  for (let round = 1; round <= STEPS / TILLS / STEPS_A_ROUND; round++) {
    await Promise.all(tills.map((till) => till.work(STEPS_A_ROUND)));
    await advanceClock(ctx(), { advanceSeconds: ROUND_SECONDS });
    for (const till of tills) till.passRound();
    if (round % 5 === 0) await expireHolds();
    await Promise.all(tills.map((till) => till.check()));
  }
  await expectNoProblems();
}, 3_600_000);
