import type { Ctx } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import type { Metadata } from "@/lib/base/metadata";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { moveOne } from "@/lib/ledger/post/move";
import type { MovementResult } from "@/lib/ledger/post/records";
import { changeHold, endHold, type Hold } from "./hold";

export type Capture = {
  holdId: string;
  /** In minor units; the whole hold if omitted. */
  amountCents?: number | undefined;
  /** These are the hold's, if omitted. */
  note?: string | undefined;
  referenceId?: string | undefined;
  metadata?: Metadata | undefined;
};

/** A card can expire while an amount of it is held: that amount stays promised until the hold ends. */
const CAPTURE_POLICY = { ...MOVEMENT_POLICIES.redemption, refusesExpired: false };

/**
 * Redeems a hold, or part of it, once (design, section 11). The rest of it is available again.
 * Refuses: not_found, hold_ended (with its `status`), capture_exceeds_hold (with `capturableCents`), card_frozen.
 */
export const captureHold = (
  ctx: Ctx,
  { holdId, ...overrides }: Capture,
): Promise<MovementResult & { hold: Hold }> =>
  changeHold(ctx, holdId, async (tx, hold) => {
    const amountCents = overrides.amountCents ?? hold.amountCents;
    if (amountCents > hold.amountCents) {
      const extras = { capturableCents: hold.amountCents };
      throw new Refusal("capture_exceeds_hold", { extras });
    }
    // First, so that the hold doesn't block its own redemption.
    const captured = { status: "captured", capturedCents: amountCents } as const;
    const ended = await endHold(tx, ctx.merchantId, hold, captured);
    const moved = await moveOne(ctx, tx, {
      ...CAPTURE_POLICY,
      cardId: hold.cardId,
      holdId,
      amountCents,
      note: overrides.note ?? hold.note ?? undefined,
      referenceId: overrides.referenceId ?? hold.referenceId ?? undefined,
      metadata: overrides.metadata ?? hold.metadata ?? undefined,
    });
    return { ...moved, hold: ended };
  });
