import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { Refusal } from "../errors";
import { newId } from "../ids";
import { type Movement, moveInput } from "./movement";
import type { Moved } from "./records";
import type { Outcome } from "./settle";

/** What is a card's own in a movement of many; the rest is what they share. */
type Own = Pick<Movement, "amountCents" | "note" | "ownerEmail"> & { cardId: string };
type Common = Omit<Movement, "cardId" | "codeHmac" | keyof Own>;

/**
 * Makes the same movement on each of these cards, inside a commit that has been admitted already and
 * keeps an answer of its own. The first refusal is thrown, and undoes them all with its commit.
 */
export function moveEach(
  ctx: Ctx,
  tx: Tx,
  cardIds: string[],
  { amountCents, note, ownerEmail, ...common }: Omit<Movement, "cardId" | "codeHmac">,
): Promise<void> {
  const movements = cardIds.map((cardId) => ({ cardId, amountCents, note, ownerEmail }));
  return moveMany(ctx, tx, movements, common);
}

/**
 * The same with amounts, notes and owners of their own; `silent` sends the owners no invitation.
 * The first refusal is thrown, and undoes them all with its commit.
 */
export async function moveMany(
  ctx: Ctx,
  tx: Tx,
  movements: Own[],
  { silent = false, ...movement }: Common & { silent?: boolean },
): Promise<void> {
  const unguarded = { ...ctx, idempotency: null, limits: [], activationLimits: [] };
  const inputs = movements.map((own) => {
    const input = moveInput(unguarded, { ...movement, ...own });
    return { ...input, transaction: newId(), ...(silent ? { new_mail: null } : {}) };
  });
  const rows = await tx.execute<{ outcome: Outcome<Moved>; deliveries: number }>(
    sql`select * from move_together(${JSON.stringify(inputs)}::jsonb, true)`,
  );
  for (const { outcome } of rows) {
    const { answer } = outcome;
    if (answer && "refusal" in answer) throw new Refusal(answer.refusal);
  }
  ctx.reply.deliveries += rows[0]?.deliveries ?? 0;
}
