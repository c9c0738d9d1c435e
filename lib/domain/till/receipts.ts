import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found, notFound } from "@/lib/base/errors";
import { db, onlyRow, pg } from "@/lib/db/client/client";
import { storeNow } from "@/lib/db/client/clock";
import type { TILL_KINDS } from "@/lib/db/schema/till";
import { requireDevice } from "./sessions";

/** A movement as its receipt shows it; see ReceiptView in lib/api/contract/till/till.ts. Amounts in minor units. */
export type Receipt = {
  transactionId: string;
  number: string | null;
  kind: (typeof TILL_KINDS)[number] | null;
  reversedKind: (typeof TILL_KINDS)[number] | null;
  incoming: boolean;
  amountCents: number;
  requestedAmountCents: number | null;
  remainingAmountCents: number | null;
  currency: string;
  balanceAfterCents: number;
  card: { uuid: string; last4: string; expiresOn: string | null };
  code: string | null;
  at: Date | string;
  cashier: string | null;
  device: string | null;
  refundableCents: number;
  refundedCents: number;
  reversed: boolean;
  reversible: boolean;
  originalTransactionId: string | null;
};

const selectReceipts = (merchantId: string, which: SQL, limit: number) => sql`
  select t.id as "transactionId", t.reference_id as number,
    coalesce(m.kind, till_kind(t.type, t.sequence = 1, t.counter_account, t.source)) as kind,
    case when t.source = 'reversal' then (select till_kind(o.type, o.sequence = 1, o.counter_account, o.source)
      from transactions o where o.merchant_id = t.merchant_id and o.id = t.original_transaction_id)
      end as "reversedKind",
    sign_of(t.type) > 0 as incoming, t.amount_cents::float8 as "amountCents",
    m.requested_cents::float8 as "requestedAmountCents",
    (m.requested_cents - t.amount_cents)::float8 as "remainingAmountCents",
    t.currency, t.balance_after_cents::float8 as "balanceAfterCents",
    jsonb_build_object('uuid', c.id, 'last4', c.code_last4, 'expiresOn', c.expires_on) as card,
    null as code, t.created_at as at, p.name as cashier, d.name as device,
    coalesce(refundable, 0)::float8 as "refundableCents",
    coalesce(t.amount_cents - refundable, 0)::float8 as "refundedCents",
    is_reversed as reversed,
    coalesce(m.kind in ('issued', 'topped_up', 'redeemed', 'refunded') and not is_changed
      and t.created_at > now() - interval '24 hours', false) as reversible,
    t.original_transaction_id as "originalTransactionId"
  from transactions t
    join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
    left join till_movements m on m.merchant_id = t.merchant_id and m.transaction_id = t.id
    left join cashiers p on p.merchant_id = m.merchant_id and p.id = m.cashier_id
    left join devices d on d.merchant_id = m.merchant_id and d.id = m.device_id
    cross join lateral (select
      t.type = 'spend' and t.counter_account = 'redemption' and t.source is distinct from 'reversal'
        as is_redeemed,
      exists (select from transactions o where o.merchant_id = t.merchant_id
        and o.original_transaction_id = t.id and o.source = 'reversal') as is_reversed,
      exists (select from transactions o where o.merchant_id = t.merchant_id
        and o.original_transaction_id = t.id and not exists (select from transactions r
          where r.merchant_id = o.merchant_id and r.original_transaction_id = o.id
            and r.source = 'reversal')) as is_changed) state
    cross join lateral (select case when is_redeemed and not is_reversed
      then refundable_cents(t.merchant_id, t.id, '{}'::transactions[]) end as refundable) refunds
  where t.merchant_id = ${merchantId} and ${which}
  order by t.id desc limit ${limit}`;

const listReceipts = async (merchantId: string, which: SQL, limit: number): Promise<Receipt[]> => [
  ...(await db().execute<Receipt>(selectReceipts(merchantId, which, limit))),
];

/** The receipt of a transaction. Refuses: not_found. */
export async function readReceipt(merchantId: string, transactionId: string): Promise<Receipt> {
  const [receipt] = await listReceipts(merchantId, sql`t.id = ${transactionId}`, 1);
  return found(receipt);
}

const MAX_OF_CARD = 10;

/** The receipts of a card's newest movements. */
export const receiptsOfCard = (merchantId: string, cardId: string): Promise<Receipt[]> =>
  listReceipts(merchantId, sql`t.card_id = ${cardId}`, MAX_OF_CARD);

const MAX_RECENT = 20;

/** The newest receipts of the device, of its open closing and the one before. */
export const recentReceipts = (ctx: Ctx): Promise<Receipt[]> =>
  listReceipts(
    ctx.merchantId,
    sql`t.id in (select n.transaction_id from till_movements n
      join devices e on e.merchant_id = n.merchant_id and e.id = n.device_id
      where n.merchant_id = ${ctx.merchantId} and n.device_id = ${requireDevice(ctx).id}
        and n.closing >= e.next_closing - 1
      order by n.transaction_id desc limit ${MAX_RECENT})`,
    MAX_RECENT,
  );

const MAX_SAME_NUMBER = 5;

/** The receipt of the store's tills with this number, if there is one. */
export const receiptsNumbered = ({ merchantId }: Ctx, number: string): Promise<Receipt[]> =>
  listReceipts(
    merchantId,
    sql`t.reference_id = ${number} and m.transaction_id is not null`,
    MAX_SAME_NUMBER,
  );

/** Whether a receipt of the store's tills has this number. */
export async function isReceiptNumber({ merchantId }: Ctx, number: string): Promise<boolean> {
  const rows = await pg()<{ isTaken: boolean }[]>`
    select exists (select from transactions t join till_movements m
      on m.merchant_id = t.merchant_id and m.transaction_id = t.id
      where t.merchant_id = ${merchantId} and t.reference_id = ${number}) as "isTaken"`;
  return onlyRow(rows).isTaken;
}

/** The receipt with this number. Refuses: not_found. */
export async function findReceipts(ctx: Ctx, { number }: { number: string }): Promise<Receipt[]> {
  const receipts = await receiptsNumbered(ctx, number);
  if (receipts.length === 0) throw notFound("No receipt has this number.");
  return receipts;
}

/** A card as a till shows it. */
export type TillCard = {
  uuid: string;
  last4: string;
  currency: string;
  balanceCents: number;
  availableCents: number;
  status: "inactive" | "active" | "disabled";
  frozen: boolean;
  expiresOn: string | null;
  expired: boolean;
  /** What an inactive card is sold for, as printed on it; null for any amount. */
  denominationCents: number | null;
};

/** The merchant's card with this id. Refuses: not_found. */
export async function readTillCard(merchantId: string, cardId: string): Promise<TillCard> {
  const [card] = await db().execute<TillCard>(sql`
    select c.id as uuid, c.code_last4 as last4, c.currency, c.balance_cents::float8 as "balanceCents",
      (case when c.held_cents > 0 then available_cents(row(c.*)::cards) else c.balance_cents end)::float8
        as "availableCents",
      c.status, c.frozen_reason is not null as frozen, c.expires_on::text as "expiresOn",
      coalesce(c.expires_on < (${storeNow(merchantId)} at time zone s.time_zone)::date, false) as expired,
      case when c.status = 'inactive' then (select amount_cents::float8 from batches
        where merchant_id = c.merchant_id and id = c.batch_id) end as "denominationCents"
    from cards c join merchants s on s.id = c.merchant_id
    where c.merchant_id = ${merchantId} and c.id = ${cardId}`);
  return found(card);
}
