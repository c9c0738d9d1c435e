import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { isIncoming } from "@/lib/db/schema/transactions";
import { newCodeColumns } from "@/lib/domain/cards/code";
import { verify } from "@/lib/ledger/verify/verify";

type Card = { merchantId: string; currency?: string; status?: "active" | "disabled" };

/** Creates a card without a history, for movements inserted directly. */
export async function bareCard({ merchantId, currency = "USD", status = "active" }: Card) {
  const id = newId();
  await db()
    .insert(cards)
    .values({
      merchantId,
      id,
      ...newCodeColumns(merchantId, id),
      currency,
      status,
      cardType: "digital",
      sequence: 0,
    });
  return id;
}

export type MovementValues = {
  merchantId: string;
  cardId: string;
  at: Date;
  type: string;
  amountCents: number;
  counterAccount?: string;
  source?: string;
  status?: "completed" | "pending";
};

const GIFT_AND_TRANSFER_CHECKS = /escrow|cleared|gift|transfer/;

/** The problems verify() finds, except about gifts and transfers, which inserted movements don't have. */
export const problemsOfMovements = async () =>
  (await verify()).problems.filter(({ check }) => !GIFT_AND_TRANSFER_CHECKS.test(check));

/** Inserts a movement dated `at`, with its balance and event, as move() would have written it. */
export async function writeMovement(movement: MovementValues): Promise<string> {
  const { merchantId, cardId, at, type, amountCents, status = "completed", source } = movement;
  const { counterAccount = type === "spend" ? "redemption" : "issuance" } = movement;
  const sql = pg();
  const moved = isIncoming(type) ? amountCents : -amountCents;
  return sql.begin(async (tx) => {
    const [row] = await tx`
      with card as (update cards set balance_cents = balance_cents + ${moved},
          sequence = sequence + 1, updated_at = ${at.toISOString()}
        where merchant_id = ${merchantId} and id = ${cardId} returning *)
      insert into transactions (merchant_id, id, card_id, sequence, type, status, counter_account,
          amount_cents, currency, balance_after_cents, source, actor, request_id)
        select merchant_id, overlay(first_id_at(${at.toISOString()}::timestamptz)::text
            placing right(gen_random_uuid()::text, 12) from 25)::uuid, id, sequence, ${type},
          ${status}, ${counterAccount}, ${amountCents}, currency,
          balance_cents, ${source ?? null}, ${`key:${newId()}`}, 'req' from card
      returning id, sequence, currency, balance_after_cents as balance`;
    await tx`insert into events (merchant_id, id, event, card_id, sequence, transaction_id,
        amount_cents, currency, new_balance_cents)
      values (${merchantId}, ${newId()}, 'card.balance_changed', ${cardId}, ${row?.sequence},
        ${row?.id}, ${amountCents}, ${row?.currency}, ${row?.balance})`;
    return row?.id as string;
  });
}

/** Completes a pending movement. */
export const completeMovement = async (id: string): Promise<void> => {
  await pg()`update transactions set status = 'completed' where id = ${id}`;
};
