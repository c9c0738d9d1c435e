import { sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { currentTraceparent } from "@/lib/base/observe/trace";
import type { Tx } from "@/lib/db/client/client";
import type { Card } from "./records";

type Change = {
  /** A new uuid v7, because the change has no transaction. */
  causeId: string;
  amountCents: number;
  events: readonly string[];
};

/** Writes the events of a card change that moves no money; lib/ledger/post/move.sql writes the others. */
export async function emit(ctx: Ctx, tx: Tx, card: Card, change: Change): Promise<void> {
  const [row] = await tx.execute<{ deliveries: number }>(sql`
    select write_events(events_in_trace(
      events_of(row(c.*)::cards, ${card.ownerEmail}, ${change.causeId}, null, ${change.amountCents},
        array[${sql.join([...change.events], sql`, `)}]::text[]),
      ${currentTraceparent() ?? null})) as deliveries
    from cards c where c.merchant_id = ${card.merchantId} and c.id = ${card.id}`);
  ctx.reply.queuedWork ||= (row?.deliveries ?? 0) > 0;
}
