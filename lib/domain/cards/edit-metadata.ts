import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField } from "@/lib/base/errors";
import { type Metadata, sizeProblem } from "@/lib/base/metadata";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { Card } from "@/lib/ledger/post/records";
import { lockingCard } from "./find";

export type MetadataEdit = {
  cardId: string;
  /** Pairs to set; null or "" removes a pair, null instead of the object removes all. */
  metadata?: Record<string, string | null> | null | undefined;
};

/**
 * Merges pairs into a card's metadata, whatever its status. Moves no money and emits no event.
 * Refuses: not_found, invalid_request (the result is too large).
 */
export const editMetadata = (ctx: Ctx, { cardId, metadata: change }: MetadataEdit) =>
  lockedOperation(
    requireScope(ctx, "cards:write"),
    lockingCard(ctx, cardId),
    async (tx, locked): Promise<{ card: Card }> => {
      const card = found(locked);
      const before = card.metadata ?? null;
      const after = change === undefined ? before : merged(before, change);
      const problem = after && sizeProblem(after);
      if (problem) throw invalidField("metadata", problem);
      const pairs = pairChanges(before ?? {}, after ?? {});
      if (Object.keys(pairs).length === 0) return { card };
      // No refusals past this point.
      const [changed] = await tx
        .update(cards)
        .set({ metadata: after, updatedAt: sql`statement_timestamp()` })
        .where(and(eq(cards.merchantId, ctx.merchantId), eq(cards.id, cardId)))
        .returning({ metadata: cards.metadata, updatedAt: cards.updatedAt });
      const details = { metadata: pairs };
      await audit(tx, authorOf(ctx), {
        action: "card.metadata_changed",
        subjectId: cardId,
        details,
      });
      return { card: { ...card, ...changed } };
    },
  );

/** The pairs after a change; null if none are left. */
function merged(
  before: Metadata | null,
  change: NonNullable<MetadataEdit["metadata"]> | null,
): Metadata | null {
  const pairs = Object.entries({ ...before, ...change }).filter(([, value]) => value);
  return change === null || pairs.length === 0 ? null : (Object.fromEntries(pairs) as Metadata);
}

/** What changed, by key. */
const pairChanges = (before: Metadata, after: Metadata) =>
  Object.fromEntries(
    Object.keys({ ...before, ...after })
      .filter((key) => before[key] !== after[key])
      .map((key) => [key, { from: before[key] ?? null, to: after[key] ?? null }]),
  );
