import { sql } from "drizzle-orm";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { Refusal } from "../errors";
import { newId } from "../ids";
import type { Movement } from "./move";
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
  const cards = movements.map(({ cardId, amountCents, note, ownerEmail }) => ({
    id: cardId,
    amount: amountCents,
    note,
    owner: ownerEmail,
    transaction: newId(),
    consumer: newId(),
    mail: silent ? null : newId(),
  }));
  const rows = await tx.execute<{ outcome: Outcome<Moved> }>(sql`select move(
      p_merchant => ${ctx.merchantId}, p_card => c.id, p_code_hmac => null,
      p_key => null, p_fingerprint => null, p_shape => ${ctx.shape},
      p_request_id => ${ctx.requestId}, p_actor => ${ctx.principal.actor},
      p_limits => '[]', p_activation_limits => '[]',
      p_transaction => c.transaction, p_type => ${movement.type},
      p_counter_account => ${movement.counterAccount}, p_amount => c.amount,
      p_currency => ${movement.currency ?? null},
      p_refused_statuses => ${JSON.stringify(movement.refusedStatuses)}::jsonb,
      p_refuses_expired => ${movement.refusesExpired},
      p_note => c.note, p_reference => ${movement.referenceId ?? null},
      p_source => ${movement.source ?? null},
      p_events => ${textArray(movement.events)}::text[],
      p_activation_events => ${textArray(movement.activationEvents)}::text[],
      p_owner_email => c.owner, p_new_consumer => c.consumer,
      p_new_mail => c.mail
    ) as outcome
    from json_to_recordset(${JSON.stringify(cards)}::json)
      as c (id uuid, amount bigint, note text, owner text, transaction uuid, consumer uuid,
        mail uuid)`);
  for (const { outcome } of rows) {
    const { answer } = outcome;
    if (answer && "refusal" in answer) throw new Refusal(answer.refusal);
    ctx.reply.deliveries += outcome.deliveries ?? 0;
  }
}

/** Names of events, which need no quoting, as Postgres writes an array. */
const textArray = (names: readonly string[]): string => `{${names.join(",")}}`;
