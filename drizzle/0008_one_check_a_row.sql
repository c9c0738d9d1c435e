-- The functions are those of lib/ledger/rules.sql, which installs them anew. Every row has kept the
-- same rules so far: nothing is read again, and no movement waits for it.
create or replace function keeps_card_rules(
  p_status text, p_type text, p_currency text, p_balance bigint, p_sequence bigint)
returns boolean language plpgsql immutable parallel safe as $$
begin
  return p_status in ('inactive', 'active', 'disabled')
    and p_type in ('digital', 'physical')
    and p_currency ~ '^[A-Z]{3}$'
    and p_balance between 0 and 9007199254740991
    and (p_status <> 'inactive' or p_balance = 0)
    and p_sequence >= 0;
end $$;--> statement-breakpoint
create or replace function keeps_transaction_rules(
  p_type text, p_status text, p_counter_account text, p_amount bigint, p_balance_after bigint,
  p_sequence bigint, p_note text, p_reference text)
returns boolean language plpgsql immutable parallel safe as $$
begin
  return p_type in ('load', 'spend', 'transfer_in', 'transfer_out', 'gift_sent', 'gift_received')
    and p_status in ('completed', 'pending', 'failed')
    and p_counter_account in ('issuance', 'redemption', 'store_credit', 'escrow',
      'transfer_clearing', 'fx', 'breakage')
    and p_amount between 1 and 9007199254740991
    and p_balance_after between 0 and 9007199254740991
    and p_sequence >= 1
    and (p_note is null or char_length(p_note) <= 500)
    and (p_reference is null or char_length(p_reference) <= 255);
end $$;--> statement-breakpoint
ALTER TABLE "cards" DROP CONSTRAINT "cards_status_known";--> statement-breakpoint
ALTER TABLE "cards" DROP CONSTRAINT "cards_type_known";--> statement-breakpoint
ALTER TABLE "cards" DROP CONSTRAINT "cards_currency";--> statement-breakpoint
ALTER TABLE "cards" DROP CONSTRAINT "cards_balance";--> statement-breakpoint
ALTER TABLE "cards" DROP CONSTRAINT "cards_inactive_is_empty";--> statement-breakpoint
ALTER TABLE "cards" DROP CONSTRAINT "cards_sequence";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_type";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_status";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_counter_account";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_amount";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_balance";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_sequence";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_note";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_reference_length";--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_rules" CHECK (keeps_card_rules("cards"."status", "cards"."card_type", "cards"."currency", "cards"."balance_cents", "cards"."sequence")) NOT VALID;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_rules" CHECK (keeps_transaction_rules("transactions"."type", "transactions"."status", "transactions"."counter_account", "transactions"."amount_cents", "transactions"."balance_after_cents", "transactions"."sequence", "transactions"."note", "transactions"."reference_id")) NOT VALID;