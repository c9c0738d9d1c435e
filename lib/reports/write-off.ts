import { sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import { EVENTS } from "../cards/events";
import type { Ctx } from "../context";
import { newId } from "../ids";
import { operation } from "../ledger/operation";

export const MAX_WRITTEN_OFF = 100;

const NOTE = "Expired balance written off";

export type WrittenOff = {
  writtenOff: { cardId: string; transactionId: string; amountCents: number; currency: string }[];
  /** What can't be written off (any more), and why. */
  skipped: {
    cardId: string;
    reason: "not_found" | "not_active" | "not_expired" | "empty";
  }[];
};

/**
 * Writes off what is left on up to a hundred expired cards as breakage, in one commit (design,
 * Ledger). Cards that were revived, spent or disabled meanwhile are skipped and told.
 */
export const writeOff = (ctx: Ctx, { cardIds }: { cardIds: string[] }): Promise<WrittenOff> =>
  operation(ctx, async (tx): Promise<WrittenOff> => {
    const [row] = await tx.execute<{ outcome: WrittenOff & { deliveries: number } }>(sql`
      select write_off(
        p_merchant => ${ctx.merchantId}, p_cards => ${list(cardIds)}::uuid[],
        p_transactions => ${list(cardIds.map(newId))}::uuid[], p_shape => ${ctx.shape},
        p_request_id => ${ctx.requestId}, p_actor => ${ctx.principal.actor}, p_note => ${NOTE},
        p_events => ${list(EVENTS.writtenOff)}::text[]) as outcome`);
    if (!row) throw new Error("write_off() gave no row");
    const { deliveries, ...answer } = row.outcome;
    ctx.reply.deliveries += deliveries;
    if (answer.writtenOff.length > 0) {
      await audit(tx, authorOf(ctx), {
        action: "breakage.written_off",
        subjectId: ctx.merchantId,
        details: { amounts: amountsOf(answer), cardIds: answer.writtenOff.map((c) => c.cardId) },
      });
    }
    return answer;
  });

const list = (values: readonly string[]) => sql`array[${sql.join([...values], sql`, `)}]`;

/** What was written off by currency, in minor units; as text, since sums may exceed a number. */
function amountsOf({ writtenOff }: WrittenOff): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { currency, amountCents } of writtenOff) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountCents));
  }
  return Object.fromEntries([...sums].map(([currency, cents]) => [currency, String(cents)]));
}
