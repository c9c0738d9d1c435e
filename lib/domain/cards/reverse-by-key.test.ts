import { describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { atOnce, makeCard, openStore, outcome, stateOfCard } from "@/lib/testing/ledger-fixtures";
import { raceToWrite } from "@/lib/testing/locks";
import { disable } from "./disable";
import { type ReversalResult, reverse } from "./reverse";
import { spend } from "./spend";

const requestWith = (key: string) => ({
  idempotency: { key, fingerprint: Buffer.from("request"), path: "/api/v1/cards/x/debit" },
});

describe("a reversal by the key of a request", () => {
  async function till() {
    const { ctx } = await openStore();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1_000 });
    const key = newId();
    const debit = (amountCents = 300) => spend(ctx(requestWith(key)), { cardId, amountCents });
    const undo = (more?: Partial<Ctx>) => reverse(ctx(more), { idempotencyKey: key });
    return { ctx, cardId, key, debit, undo };
  }

  test("undoes what the request did", async () => {
    const { cardId, debit, undo } = await till();
    await debit();
    expect(await undo()).toMatchObject({ outcome: "reversed", card: { balanceCents: 1_000 } });
    expect(await outcome(undo())).toBe("already_reversed");
    // The retry is still answered with what happened first.
    expect(await debit()).toMatchObject({ card: { balanceCents: 700 } });
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 1_000, sequence: 3 });
  });

  test("that never arrived does nothing, and neither does the request when it arrives", async () => {
    const { cardId, debit, undo } = await till();
    expect(await undo()).toEqual({ outcome: "nothing_to_reverse" });
    expect(await undo()).toEqual({ outcome: "nothing_to_reverse" });
    expect(await outcome(debit())).toBe("idempotency_key_voided");
    expect(await outcome(debit(400))).toBe("idempotency_key_voided");
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 1_000, sequence: 1 });
  });

  test("that was refused does nothing, and leaves its refusal", async () => {
    const { debit, undo } = await till();
    expect(await outcome(debit(1_001))).toBe("insufficient_balance");
    expect(await undo()).toEqual({ outcome: "nothing_to_reverse" });
    expect(await outcome(debit(1_001))).toBe("insufficient_balance");
  });

  test("can't be its own, or that of a request that moved nothing", async () => {
    const { ctx, key, undo } = await till();
    expect(await outcome(undo(requestWith(key)))).toBe("invalid_request");
    const disabling = newId();
    const { id: cardId } = await makeCard(ctx, { amountCents: 1 });
    await disable(ctx(requestWith(disabling)), { cardId });
    const undone = reverse(ctx(), { idempotencyKey: disabling });
    expect(await outcome(undone)).toBe("not_reversible");
  });

  test("repeated under its own key gets its first response", async () => {
    const { debit, undo } = await till();
    const same = requestWith(newId());
    expect(await undo(same)).toEqual({ outcome: "nothing_to_reverse" });
    expect(await undo(same)).toEqual({ outcome: "nothing_to_reverse" });
    expect(await outcome(debit())).toBe("idempotency_key_voided");
  });

  test("of another store's request finds none, and leaves both stores' requests alone", async () => {
    const [one, other] = [await till(), await till()];
    await one.debit();
    const undone = await reverse(other.ctx(), { idempotencyKey: one.key });
    expect(undone).toEqual({ outcome: "nothing_to_reverse" });
    expect(await stateOfCard(one.cardId)).toMatchObject({ balance: 700, sequence: 2 });
    expect(await stateOfCard(other.cardId)).toMatchObject({ balance: 1_000, sequence: 1 });
    expect(await one.undo()).toMatchObject({ outcome: "reversed" });
  });

  type Till = Awaited<ReturnType<typeof till>>;

  /** Which of the two states a race ended in. Throws on any third. */
  async function endOf({ cardId, debit, undo }: Till, debited: string, undone: string) {
    const state = await stateOfCard(cardId);
    expect(state?.balance).toBe(1_000);
    const found = `${debited}, ${undone}, ${state?.history.join(", ")}`;
    expect([
      "done, reversed, load completed, spend completed, load completed",
      "idempotency_key_voided, nothing_to_reverse, load completed",
    ]).toContain(found);
    // Both stay what they are.
    expect(await outcome(debit())).toBe(debited);
    const again = undone === "reversed" ? "already_reversed" : "done";
    expect(await outcome(undo())).toBe(again);
    return undone;
  }

  const outcomeOfReversal = (work: Promise<ReversalResult>) =>
    work.then((result) => result.outcome);

  test("and the request, at the same time, both happen or neither does", async () => {
    const race = async (n: number) => {
      const one = await till();
      const both: [Promise<string>, Promise<string>] =
        n % 2 === 0
          ? [outcome(one.debit()), outcomeOfReversal(one.undo())]
          : ([outcomeOfReversal(one.undo()), outcome(one.debit())].reverse() as never);
      const [debited, undone] = await Promise.all(both);
      return await endOf(one, debited, undone);
    };
    for (let round = 0; round < 5; round++) expect(await atOnce(20, race)).toHaveLength(20);
    await expectNoProblems();
  });

  test.each(Array.from({ length: 6 }, (_, n) => n))(
    "and the request, each about to commit before the other, both happen or neither does (%i)",
    async () => {
      const one = await till();
      const [debited, undone] = await raceToWrite("idempotency_keys", () =>
        Promise.all([outcome(one.debit()), outcomeOfReversal(one.undo())]),
      );
      await endOf(one, debited, undone);
    },
  );
});
