import { and, asc, eq, gt, lte } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField, Refusal } from "@/lib/base/errors";
import type { Db, Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { operation } from "@/lib/ledger/post/operation";
import { type Batch, requireIdleBatch, startRun } from "./batch";

/** Positions in a batch, from 1, both included. */
export type Range = { from?: number | undefined; to?: number | undefined };

/** Fills in the defaults of a range. Refuses: invalid_request (to). */
export function resolveRange(
  { createdCards }: Batch,
  { from = 1, to = createdCards }: Range,
): { from: number; to: number } {
  if (to > createdCards)
    throw invalidField("to", `must be at most ${createdCards}, the number of cards in the batch`);
  if (from > to) throw invalidField("to", `must be at least ${from}`);
  return { from, to };
}

/** Converts a range to ids: the cards after `afterCardId`, up to `lastCardId`. */
export async function boundsOf(
  from: Db | Tx,
  merchantId: string,
  batch: Batch,
  range: Range,
): Promise<{ total: number; afterCardId: string | null; lastCardId: string }> {
  const { from: first, to: last } = resolveRange(batch, range);
  const idAt = async (place: number) => {
    const [card] = await from
      .select({ id: cards.id })
      .from(cards)
      .where(and(eq(cards.merchantId, merchantId), eq(cards.batchId, batch.id)))
      .orderBy(asc(cards.id))
      .limit(1)
      .offset(place - 1);
    if (!card) throw new Error("a batch lacks a card that it counts");
    return card.id;
  };
  return {
    total: last - first + 1,
    afterCardId: first === 1 ? null : await idAt(first - 1),
    lastCardId: await idAt(last),
  };
}

export type BatchActivation = Range & {
  batchId: string;
  /** The amount for each card, in minor units. Defaults to the batch's amount. */
  amountCents?: number | undefined;
  /** Sells the cards for another amount than is printed on them. */
  anyAmount?: boolean | undefined;
  note?: string | undefined;
};

/**
 * Queues the activation of a batch's unsold cards, or of a range of them.
 * Refuses: not_found, batch_busy, amount_not_allowed (with `expectedAmountCents`), invalid_request (amountCents, to).
 */
export const activateBatch = (
  ctx: Ctx,
  { amountCents, anyAmount = false, note, ...range }: BatchActivation,
) =>
  changeUnsold(ctx, range, (batch) => {
    const each = amountCents ?? batch.amountCents;
    if (each === null)
      throw invalidField("amountCents", "is required, because the batch has no amount");
    const { currency, amountCents: expectedAmountCents } = batch;
    const isOverridden = expectedAmountCents !== null && each !== expectedAmountCents;
    if (isOverridden && !anyAmount)
      throw new Refusal("amount_not_allowed", { extras: { expectedAmountCents } });
    const details = { amountCents: each, currency, note, ...(isOverridden && { anyAmount }) };
    return { kind: "activate", what: { amountCents: each, note }, details };
  });

/**
 * Queues the disabling of a batch's unsold cards, or of a range of them.
 * Refuses: not_found, batch_busy, invalid_request (to).
 */
export const voidBatch = (ctx: Ctx, range: Range & { batchId: string }) =>
  changeUnsold(ctx, range, () => ({ kind: "void" }));

type Change = {
  kind: "activate" | "void";
  what?: { amountCents: number; note: string | undefined };
  details?: object;
};

const changeUnsold = (
  ctx: Ctx,
  { batchId, ...range }: Range & { batchId: string },
  changeOf: (batch: Batch) => Change,
) =>
  operation(requireScope(ctx, "store:manage"), async (tx): Promise<{ batch: Batch }> => {
    const batch = await requireIdleBatch(tx, ctx.merchantId, batchId);
    const { kind, what, details } = changeOf(batch);
    const bounds = await boundsOf(tx, ctx.merchantId, batch, range);
    const unsold = and(
      eq(cards.merchantId, ctx.merchantId),
      eq(cards.batchId, batchId),
      eq(cards.status, "inactive"),
      bounds.afterCardId ? gt(cards.id, bounds.afterCardId) : undefined,
      lte(cards.id, bounds.lastCardId),
    );
    const count = await tx.$count(cards, unsold);
    const { run } = await startRun(ctx, tx, { batchId, kind, ...what, ...bounds });
    await audit(tx, authorOf(ctx), {
      action: kind === "activate" ? "batch.activated" : "batch.voided",
      subjectId: batchId,
      details: { name: batch.name, ...details, cards: count, ...range },
    });
    return { batch: { ...batch, lastRun: run } };
  });
