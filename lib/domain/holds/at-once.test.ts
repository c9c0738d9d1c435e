import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import type { MovementResult } from "@/lib/ledger/post/records";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { cardWithHold, heldOn, passTime, place } from "@/lib/testing/holds";
import { atOnce, race, sameRequestContexts, stateOfCard } from "@/lib/testing/ledger-fixtures";
import { captureHold } from "./capture";
import { expireHolds } from "./expire";
import { readHold } from "./list";
import { placeHold } from "./place";
import { releaseHold } from "./release";

describe("at the same time", () => {
  test("20 captures of one hold, one succeeds", async () => {
    const { ctx, cardId, holdId } = await cardWithHold();
    expect(await race(20, () => captureHold(ctx(), { holdId, amountCents: 500 }))).toEqual({
      done: 1,
      hold_ended: 19,
    });
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 500 });
  });

  test("20 holds, as many as the balance allows", async () => {
    const { ctx, cardId } = await cardWithHold({ amountCents: 100 });
    const counts = await race(20, () => place(ctx, cardId, { amountCents: 100 }));
    expect(counts).toEqual({ done: 9, insufficient_balance: 11 });
    expect(await heldOn(cardId)).toBe(1_000);
  });

  test("captures, releases, debits, new holds and housekeeping never spend more than is there", async () => {
    const { ctx, cardId } = await cardWithHold({ amountCents: 1 });
    const holds = await atOnce(9, () => place(ctx, cardId, { amountCents: 100 }));
    let takenCents = 0;
    const take = async (moving: Promise<MovementResult>) => {
      const { transaction } = await moving;
      takenCents += transaction.amountCents;
    };
    const works = [
      (n: number) => take(captureHold(ctx(), { holdId: holds[n % 9]?.id ?? "", amountCents: 60 })),
      (n: number) => releaseHold(ctx(), { holdId: holds[n % 9]?.id ?? "" }),
      () => take(spend(ctx(), { cardId, amountCents: 37 })),
      () => take(spend(ctx(), { cardId, amountCents: 90, allowPartial: true })),
      () => place(ctx, cardId, { amountCents: 45 }),
      () => expireHolds(),
      (n: number) => pg()`update holds set expires_at = statement_timestamp()
        where id = ${holds[(n * 7) % 9]?.id ?? ""}`,
    ];
    const {
      done = 0,
      hold_ended = 0,
      insufficient_balance = 0,
    } = await race(120, async (n) => works[n % works.length]?.(n));
    expect(done + hold_ended + insufficient_balance).toBe(120);
    await expireHolds();
    await expectNoProblems();
    // New holds leave 9 of the first 99 available cents, so a partial debit succeeds.
    expect(takenCents).toBeGreaterThan(0);
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 1_000 - takenCents });
    const [row] = await pg()`select balance_cents::int - held_cents::int as free from cards
      where id = ${cardId}`;
    expect(row?.free).toBeGreaterThanOrEqual(0);
  });

  test("housekeeping passes over cards that are in use, and a hold ends once", async () => {
    const { ctx, cardId, holdId } = await cardWithHold();
    await passTime(cardId);
    await pg().begin(async (tx) => {
      await tx`select from cards where id = ${cardId} for no key update`;
      await expireHolds();
      expect(await heldOn(cardId)).toBe(600);
    });
    await Promise.all([expireHolds(), expireHolds(), disable(ctx(), { cardId })]);
    expect(await heldOn(cardId)).toBe(0);
    expect((await readHold(ctx(), { holdId })).hold.status).toBe("expired");
  });
});

describe("the same request again", () => {
  test("places, captures and releases once, and answers the same", async () => {
    const { ctx, cardId, holdId } = await cardWithHold();
    const placing = sameRequestContexts(ctx);
    const order = { cardId, amountCents: 900, expiresInSeconds: 60, allowPartial: true };
    const [first, second] = await atOnce(2, () => placeHold(placing(), order));
    expect(first?.requestedAmountCents).toBe(900);
    expect(second?.hold.id).toBe(first?.hold.id);
    expect(await placeHold(placing(), order)).toMatchObject({ requestedAmountCents: 900 });
    expect(await heldOn(cardId)).toBe(1_000);

    const capturing = sameRequestContexts(ctx);
    const captures = await atOnce(2, () => captureHold(capturing(), { holdId }));
    expect(new Set(captures.map(({ transaction }) => transaction.id)).size).toBe(1);
    const releasing = sameRequestContexts(ctx);
    await atOnce(2, () => releaseHold(releasing(), { holdId: first?.hold.id ?? "" }));
    expect(await stateOfCard(cardId)).toMatchObject({ balance: 400 });
    expect(await heldOn(cardId)).toBe(0);
  });
});
