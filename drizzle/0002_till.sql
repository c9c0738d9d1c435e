-- The pairs of a store's card as numbers, which an index finds together with the store.
create function metadata_terms(p_merchant uuid, p_metadata jsonb)
returns bigint[] language sql immutable parallel safe as $$
  select array_agg(hashtextextended(p_merchant || ' ' || key || '=' || value, 0))
    from jsonb_each_text(p_metadata)
$$;
--> statement-breakpoint
CREATE TABLE "api_key_days" (
	"merchant_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"day" date NOT NULL,
	"currency" "currency_code" NOT NULL,
	"in_cents" "cents" DEFAULT 0 NOT NULL,
	"out_cents" "cents" DEFAULT 0 NOT NULL,
	CONSTRAINT "api_key_days_merchant_id_key_id_day_currency_pk" PRIMARY KEY("merchant_id","key_id","day","currency")
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"amount_cents" "amount_cents" NOT NULL,
	"captured_cents" "cents" DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"reference_id" "reference",
	"note" "note",
	"metadata" jsonb,
	"actor" text NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "holds_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "holds_status" CHECK ("holds"."status" in ('held', 'captured', 'released', 'expired')),
	CONSTRAINT "holds_captured" CHECK ("holds"."captured_cents" <= "holds"."amount_cents" and ("holds"."status" = 'captured') = ("holds"."captured_cents" > 0)),
	CONSTRAINT "holds_ended" CHECK (("holds"."status" = 'held') = ("holds"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_status";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "address_ranges" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "max_movement_in_cents" "amount_cents";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "max_movement_out_cents" "amount_cents";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "max_day_in_cents" "amount_cents";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "max_day_out_cents" "amount_cents";--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "held_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "frozen_reason" text;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "replaced_by_id" uuid;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "details_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "path" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "live_merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "clock_offset_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "original_transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "hold_id" uuid;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key_days" ADD CONSTRAINT "api_key_days_merchant_id_key_id_api_keys_merchant_id_id_fk" FOREIGN KEY ("merchant_id","key_id") REFERENCES "public"."api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_card" ON "holds" USING btree ("merchant_id","card_id","id");--> statement-breakpoint
CREATE INDEX "holds_due" ON "holds" USING btree ("expires_at") WHERE "holds"."status" = 'held';--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_live_merchant_id_merchants_id_fk" FOREIGN KEY ("live_merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_details_changed" ON "cards" USING btree ("merchant_id","details_changed_at") WHERE "cards"."details_changed_at" is not null;--> statement-breakpoint
CREATE INDEX "cards_metadata" ON "cards" USING gin (metadata_terms("merchant_id", "metadata")) WHERE "cards"."metadata" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "cards_replaced_by" ON "cards" USING btree ("merchant_id","replaced_by_id") WHERE "cards"."replaced_by_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_kept" ON "outbox" USING btree ("merchant_id","id") WHERE "outbox"."status" = 'kept';--> statement-breakpoint
CREATE INDEX "transactions_original" ON "transactions" USING btree ("merchant_id","original_transaction_id") WHERE "transactions"."original_transaction_id" is not null;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_live_merchant_id_unique" UNIQUE("live_merchant_id");--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_clock" CHECK ("merchants"."clock_offset_ms" = 0 or ("merchants"."live_merchant_id" is not null and "merchants"."clock_offset_ms" > 0));--> statement-breakpoint
-- Not validated: existing rows obey the former rule, which is stricter, and looking at each would lock the table.
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_status" CHECK ("outbox"."status" in ('pending', 'done', 'failed', 'suppressed', 'kept')) NOT VALID;
--> statement-breakpoint
alter type kept_answer add attribute path text;
comment on table holds is 'Money set aside on a card until it is captured or released, or until it ends by itself.';
comment on table api_key_days is 'What a key with a limit per day moved on a day, by currency and direction.';
-- Every movement of a key with a limit per day updates one row in place.
alter table api_key_days set (fillfactor = 50);
comment on function metadata_terms(uuid, jsonb) is 'The pairs of a store''s card as numbers, for the index that finds cards by metadata.';
