CREATE TABLE "api_keys" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"shape" text NOT NULL,
	"scopes" text[] NOT NULL,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"limit_per_window" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "api_keys_shape" CHECK ("api_keys"."shape" in ('A', 'B')),
	CONSTRAINT "api_keys_limit" CHECK ("api_keys"."limit_per_window" between 0 and 1000)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" text,
	"details" jsonb,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "card_counts" (
	"merchant_id" uuid NOT NULL,
	"status" text NOT NULL,
	"card_type" text NOT NULL,
	"slot" integer NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "card_counts_merchant_id_status_card_type_slot_pk" PRIMARY KEY("merchant_id","status","card_type","slot")
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code_hmac" "bytea" NOT NULL,
	"sealed_code" text NOT NULL,
	"code_last4" text NOT NULL,
	"currency" text NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"card_type" text NOT NULL,
	"owner_id" uuid,
	"batch_id" uuid,
	"sequence" bigint DEFAULT 0 NOT NULL,
	"expires_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cards_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "cards_status_known" CHECK ("cards"."status" in ('inactive', 'active', 'disabled')),
	CONSTRAINT "cards_type_known" CHECK ("cards"."card_type" in ('digital', 'physical')),
	CONSTRAINT "cards_currency" CHECK ("cards"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "cards_balance" CHECK ("cards"."balance_cents" between 0 and 9007199254740991),
	CONSTRAINT "cards_inactive_is_empty" CHECK ("cards"."status" <> 'inactive' or "cards"."balance_cents" = 0),
	CONSTRAINT "cards_sequence" CHECK ("cards"."sequence" >= 0)
);
--> statement-breakpoint
CREATE TABLE "consumers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consumers_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event" text NOT NULL,
	"card_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"transaction_id" uuid,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"new_balance_cents" bigint NOT NULL,
	"consumer_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"merchant_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"shape" text NOT NULL,
	"request_id" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_merchant_id_key_pk" PRIMARY KEY("merchant_id","key"),
	CONSTRAINT "idempotency_keys_key" CHECK (char_length("idempotency_keys"."key") between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"subject" text NOT NULL,
	"bucket" text NOT NULL,
	"hits" timestamp with time zone[] NOT NULL,
	CONSTRAINT "rate_limits_subject_bucket_pk" PRIMARY KEY("subject","bucket")
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"validity_months" integer DEFAULT 60,
	"transfers_enabled" boolean DEFAULT false NOT NULL,
	"rolled_up_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchants_slug_unique" UNIQUE("slug"),
	CONSTRAINT "merchants_validity" CHECK ("merchants"."validity_months" between 1 and 1200)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_status" CHECK ("outbox"."status" in ('pending', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "daily_totals" (
	"merchant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"counter_account" text NOT NULL,
	"currency" text NOT NULL,
	"count" bigint NOT NULL,
	"amount_cents" numeric NOT NULL,
	CONSTRAINT "daily_totals_merchant_id_day_type_status_counter_account_currency_pk" PRIMARY KEY("merchant_id","day","type","status","counter_account","currency")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"counter_account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"balance_after_cents" bigint NOT NULL,
	"note" text,
	"reference_id" text,
	"source" text,
	"transfer_id" uuid,
	"actor" text NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (to_timestamp(('x' || translate(left("id"::text, 13), '-', ''))::bit(48)::bigint / 1000.0)) STORED NOT NULL,
	CONSTRAINT "transactions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "transactions_type" CHECK ("transactions"."type" in ('load', 'spend', 'transfer_in', 'transfer_out', 'gift_sent', 'gift_received')),
	CONSTRAINT "transactions_status" CHECK ("transactions"."status" in ('completed', 'pending', 'failed')),
	CONSTRAINT "transactions_counter_account" CHECK ("transactions"."counter_account" in ('issuance', 'redemption', 'store_credit', 'escrow', 'transfer_clearing', 'fx', 'breakage')),
	CONSTRAINT "transactions_amount" CHECK ("transactions"."amount_cents" between 1 and 9007199254740991),
	CONSTRAINT "transactions_balance" CHECK ("transactions"."balance_after_cents" between 0 and 9007199254740991),
	CONSTRAINT "transactions_sequence" CHECK ("transactions"."sequence" >= 1),
	CONSTRAINT "transactions_note" CHECK (char_length("transactions"."note") <= 500),
	CONSTRAINT "transactions_reference_length" CHECK (char_length("transactions"."reference_id") <= 255)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner', 'manager', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"user_agent" text,
	"address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"consumer_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"card_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallets_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_owner_id_consumers_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_merchant_id_user_id_memberships_merchant_id_user_id_fk" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_id" ON "api_keys" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_code" ON "cards" USING btree ("code_hmac");--> statement-breakpoint
CREATE INDEX "cards_status" ON "cards" USING btree ("merchant_id","status","id");--> statement-breakpoint
CREATE INDEX "cards_owner" ON "cards" USING btree ("merchant_id","owner_id","id") WHERE "cards"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "cards_owner_fk" ON "cards" USING btree ("owner_id") WHERE "cards"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "cards_last4" ON "cards" USING btree ("merchant_id","code_last4","id");--> statement-breakpoint
CREATE INDEX "cards_batch" ON "cards" USING btree ("merchant_id","batch_id","id") WHERE "cards"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "events_card" ON "events" USING btree ("merchant_id","card_id","sequence");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_attempt_at") WHERE "outbox"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_card_sequence" ON "transactions" USING btree ("merchant_id","card_id","sequence");--> statement-breakpoint
CREATE INDEX "transactions_reference" ON "transactions" USING btree ("merchant_id","reference_id","id") WHERE "transactions"."reference_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_rare_type" ON "transactions" USING btree ("merchant_id","type","id") WHERE "transactions"."type" not in ('load', 'spend');--> statement-breakpoint
CREATE INDEX "transactions_unsettled" ON "transactions" USING btree ("merchant_id","status","id") WHERE "transactions"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_user" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_consumer" ON "wallets" USING btree ("merchant_id","consumer_id","currency");