-- Bounds that every table keeps, each stated once.

-- The largest amount or balance: what a JavaScript number holds exactly.
create or replace function max_cents() returns bigint language sql immutable parallel safe as
$$ select 9007199254740991 $$;

create domain cents as bigint
  constraint cents_exact check (value between 0 and max_cents());
create domain amount_cents as cents
  constraint amount_cents_positive check (value >= 1);
create domain sequence_number as bigint
  constraint sequence_number_positive check (value >= 1);
create domain currency_code as text
  constraint currency_code_form check (value ~ '^[A-Z]{3}$');
create domain note as text
  constraint note_length check (char_length(value) <= 500);
create domain reference as text
  constraint reference_length check (char_length(value) <= 255);
create domain card_status as text
  constraint card_status_known check (value in ('inactive', 'active', 'disabled'));
create domain card_type as text
  constraint card_type_known check (value in ('digital', 'physical'));
create domain transaction_type as text
  constraint transaction_type_known check (value in ('load', 'spend', 'transfer_in',
    'transfer_out', 'gift_sent', 'gift_received'));
-- Nothing has failed by now: what was begun is completed.
create domain transaction_status as text
  constraint transaction_status_known check (value in ('completed', 'pending'));
create domain counter_account as text
  constraint counter_account_known check (value in ('issuance', 'redemption', 'store_credit',
    'escrow', 'transfer_clearing', 'fx', 'breakage'));

CREATE TABLE "ageing" (
	"merchant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"currency" "currency_code" NOT NULL,
	"age" text NOT NULL,
	"expiry" text NOT NULL,
	"cards" bigint NOT NULL,
	"balance_cents" numeric NOT NULL,
	CONSTRAINT "ageing_merchant_id_day_currency_age_expiry_pk" PRIMARY KEY("merchant_id","day","currency","age","expiry"),
	CONSTRAINT "ageing_age" CHECK ("ageing"."age" in ('3', '6', '12', '24', 'over')),
	CONSTRAINT "ageing_expiry" CHECK ("ageing"."expiry" in ('expired', '3', '6', '12', '24', 'over', 'never'))
);
--> statement-breakpoint
CREATE TABLE "ageing_runs" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"day" date,
	"ended_at" timestamp with time zone,
	"cursor" uuid,
	"finished_day" date,
	"worked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "expired_balances" (
	"merchant_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"currency" "currency_code" NOT NULL,
	"expires_on" date NOT NULL,
	"balance_cents" "cents" NOT NULL,
	CONSTRAINT "expired_balances_merchant_id_card_id_pk" PRIMARY KEY("merchant_id","card_id")
);
--> statement-breakpoint
CREATE TABLE "expired_totals" (
	"merchant_id" uuid NOT NULL,
	"currency" "currency_code" NOT NULL,
	"cards" bigint NOT NULL,
	"balance_cents" numeric NOT NULL,
	CONSTRAINT "expired_totals_merchant_id_currency_pk" PRIMARY KEY("merchant_id","currency")
);
--> statement-breakpoint
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
	"replaced_by" uuid,
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
CREATE TABLE "batch_runs" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"after_card_id" uuid,
	"last_card_id" uuid,
	"amount_cents" "amount_cents",
	"note" "note",
	"actor" text NOT NULL,
	"request_id" text NOT NULL,
	"worked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "batch_runs_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "batch_runs_kind" CHECK ("batch_runs"."kind" in ('create', 'import', 'activate', 'void')),
	CONSTRAINT "batch_runs_counts" CHECK ("batch_runs"."done" >= 0 and "batch_runs"."skipped" >= 0 and "batch_runs"."done" + "batch_runs"."skipped" <= "batch_runs"."total")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"source" text NOT NULL,
	"quantity" integer NOT NULL,
	"created_cards" integer DEFAULT 0 NOT NULL,
	"currency" "currency_code",
	"card_type" text NOT NULL,
	"amount_cents" "amount_cents",
	"actor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batches_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "batches_source" CHECK ("batches"."source" in ('created', 'import')),
	CONSTRAINT "batches_quantity" CHECK ("batches"."quantity" between 1 and 50000),
	CONSTRAINT "batches_created" CHECK ("batches"."created_cards" between 0 and "batches"."quantity"),
	CONSTRAINT "batches_type" CHECK ("batches"."card_type" in ('digital', 'physical'))
);
--> statement-breakpoint
CREATE TABLE "import_slices" (
	"merchant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"sealed_rows" text NOT NULL,
	CONSTRAINT "import_slices_merchant_id_run_id_number_pk" PRIMARY KEY("merchant_id","run_id","number")
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
	"currency" "currency_code" NOT NULL,
	"balance_cents" "cents" DEFAULT 0 NOT NULL,
	"status" "card_status" NOT NULL,
	"card_type" "card_type" NOT NULL,
	"owner_id" uuid,
	"batch_id" uuid,
	"sequence" bigint DEFAULT 0 NOT NULL,
	"expires_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cards_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "cards_rules" CHECK (("cards"."status" <> 'inactive' or "cards"."balance_cents" = 0) and "cards"."sequence" >= 0)
);
--> statement-breakpoint
CREATE TABLE "consumer_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"merchant_id" uuid,
	"card_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "consumer_links_purpose" CHECK ("consumer_links"."purpose" in ('sign_in', 'invitation')),
	CONSTRAINT "consumer_links_card" CHECK (("consumer_links"."purpose" = 'invitation') = ("consumer_links"."card_id" is not null)
        and ("consumer_links"."card_id" is null) = ("consumer_links"."merchant_id" is null))
);
--> statement-breakpoint
CREATE TABLE "consumer_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"consumer_id" uuid NOT NULL,
	"merchant_id" uuid,
	"card_id" uuid,
	"user_agent" text,
	"address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "consumer_sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "consumer_sessions_card" CHECK (("consumer_sessions"."card_id" is null) = ("consumer_sessions"."merchant_id" is null))
);
--> statement-breakpoint
CREATE TABLE "consumer_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"consumer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"last4" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "consumer_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "consumers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consumers_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"consumer_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event" text NOT NULL,
	"card_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"transaction_id" uuid,
	"amount_cents" "cents" NOT NULL,
	"currency" "currency_code" NOT NULL,
	"new_balance_cents" "cents" NOT NULL,
	"consumer_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "fx_rates" (
	"day" date NOT NULL,
	"currency" "currency_code" NOT NULL,
	"per_euro" numeric NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fx_rates_day_currency_pk" PRIMARY KEY("day","currency"),
	CONSTRAINT "fx_rates_positive" CHECK ("fx_rates"."per_euro" > 0)
);
--> statement-breakpoint
CREATE TABLE "gifts" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"sender_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"amount_cents" "amount_cents" NOT NULL,
	"currency" "currency_code" NOT NULL,
	"recipient_email" text NOT NULL,
	"message" "note",
	"token_hash" "bytea" NOT NULL,
	"deliver_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_card_id" uuid,
	"settled_transaction_id" uuid,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gifts_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "gifts_status_known" CHECK ("gifts"."status" in ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
	CONSTRAINT "gifts_settled" CHECK (("gifts"."status" = 'pending') = ("gifts"."settled_at" is null) and ("gifts"."settled_at" is null) = ("gifts"."settled_card_id" is null) and ("gifts"."settled_at" is null) = ("gifts"."settled_transaction_id" is null))
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
CREATE TABLE "invitations" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "invitations_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'manager', 'viewer')),
	CONSTRAINT "invitations_settled" CHECK ("invitations"."accepted_at" is null or "invitations"."withdrawn_at" is null)
);
--> statement-breakpoint
CREATE TABLE "ledger_checks" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"phase" text DEFAULT 'cards' NOT NULL,
	"cursor" text,
	"cards" bigint DEFAULT 0 NOT NULL,
	"transactions" bigint DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"worked_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"finished_cards" bigint DEFAULT 0 NOT NULL,
	"finished_transactions" bigint DEFAULT 0 NOT NULL,
	"finished_problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "ledger_checks_phase" CHECK ("ledger_checks"."phase" in ('cards', 'days', 'sums'))
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"currency" "currency_code" DEFAULT 'USD' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"validity_months" integer DEFAULT 60,
	"transfers_enabled" boolean DEFAULT false NOT NULL,
	"rolled_up_until" timestamp with time zone,
	"closed_zone" text,
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
CREATE TABLE "platform_cards" (
	"merchant_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"platform_id" text,
	"state" text NOT NULL,
	"reason" text,
	"expected_cents" "cents" DEFAULT 0 NOT NULL,
	"synced_sequence" bigint DEFAULT 0 NOT NULL,
	"pending_reference" text,
	"pending_cents" bigint,
	"seen_cents" "cents",
	"seen_as" text,
	"seen_at" timestamp with time zone,
	"unposted_cents" "cents" DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_cards_merchant_id_connection_id_card_id_pk" PRIMARY KEY("merchant_id","connection_id","card_id"),
	CONSTRAINT "platform_cards_state_known" CHECK ("platform_cards"."state" in ('queued', 'created', 'failed', 'disabled')),
	CONSTRAINT "platform_cards_seen_as" CHECK ("platform_cards"."seen_as" in ('enabled', 'disabled', 'missing')),
	CONSTRAINT "platform_cards_created" CHECK ("platform_cards"."state" <> 'created' or "platform_cards"."platform_id" is not null),
	CONSTRAINT "platform_cards_pending" CHECK (("platform_cards"."pending_reference" is null) = ("platform_cards"."pending_cents" is null))
);
--> statement-breakpoint
CREATE TABLE "platform_connections" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"name" text NOT NULL,
	"currency" "currency_code" NOT NULL,
	"sealed_token" text,
	"status" text NOT NULL,
	"last_error" text,
	"unreachable_in_a_row" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone,
	"polled_until" timestamp with time zone,
	"polling_since" timestamp with time zone,
	"poll_cursor" text,
	"reconciled_at" timestamp with time zone,
	"reconciling_since" timestamp with time zone,
	"reconcile_cursor" text,
	"points_available" double precision,
	"points_maximum" double precision,
	"points_per_second" double precision,
	"points_at" timestamp with time zone,
	"disconnected_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_connections_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "platform_connections_kind" CHECK ("platform_connections"."kind" in ('shopify', 'http')),
	CONSTRAINT "platform_connections_status" CHECK ("platform_connections"."status" in ('connected', 'failing', 'disconnected')),
	CONSTRAINT "platform_connections_disconnected" CHECK (("platform_connections"."status" = 'disconnected') = ("platform_connections"."disconnected_at" is not null) and ("platform_connections"."status" = 'disconnected') = ("platform_connections"."sealed_token" is null))
);
--> statement-breakpoint
CREATE TABLE "daily_totals" (
	"merchant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"type" "transaction_type" NOT NULL,
	"status" "transaction_status" NOT NULL,
	"counter_account" "counter_account" NOT NULL,
	"currency" "currency_code" NOT NULL,
	"count" bigint NOT NULL,
	"amount_cents" numeric NOT NULL,
	CONSTRAINT "daily_totals_merchant_id_day_type_status_counter_account_currency_pk" PRIMARY KEY("merchant_id","day","type","status","counter_account","currency")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"sequence" "sequence_number" NOT NULL,
	"type" "transaction_type" NOT NULL,
	"status" "transaction_status" NOT NULL,
	"counter_account" "counter_account" NOT NULL,
	"amount_cents" "amount_cents" NOT NULL,
	"currency" "currency_code" NOT NULL,
	"balance_after_cents" "cents" NOT NULL,
	"note" "note",
	"reference_id" "reference",
	"source" text,
	"transfer_id" uuid,
	"actor" text NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (to_timestamp(('x' || translate(left("id"::text, 13), '-', ''))::bit(48)::bigint / 1000.0)) STORED NOT NULL,
	CONSTRAINT "transactions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"direction" text NOT NULL,
	"card_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"amount_cents" "amount_cents" NOT NULL,
	"currency" "currency_code" NOT NULL,
	"counter_merchant_id" uuid NOT NULL,
	"counter_amount_cents" "amount_cents" NOT NULL,
	"counter_currency" "currency_code" NOT NULL,
	"rate" text,
	"rate_as_of" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfers_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "transfers_direction" CHECK ("transfers"."direction" in ('out', 'in')),
	CONSTRAINT "transfers_other_store" CHECK ("transfers"."counter_merchant_id" <> "transfers"."merchant_id"),
	CONSTRAINT "transfers_rate" CHECK (("transfers"."rate" is null) = ("transfers"."currency" = "transfers"."counter_currency")),
	CONSTRAINT "transfers_rate_day" CHECK (("transfers"."rate" is null) = ("transfers"."rate_as_of" is null))
);
--> statement-breakpoint
CREATE TABLE "address_proofs" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "address_proofs_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"merchant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_opened_at" timestamp with time zone,
	CONSTRAINT "memberships_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner', 'manager', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_resets_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
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
	"password_changed_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"sealed_totp_secret" text,
	"totp_set_up_at" timestamp with time zone,
	"totp_enabled_at" timestamp with time zone,
	"totp_last_step" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_totp" CHECK ("users"."totp_enabled_at" is null or "users"."sealed_totp_secret" is not null)
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"consumer_id" uuid NOT NULL,
	"currency" "currency_code" NOT NULL,
	"card_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallets_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"url" text NOT NULL,
	"http_status" integer,
	"error" text,
	"excerpt" text,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_attempts_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"body" text,
	"last_error" text,
	"settled_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"dismissed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('pending', 'delivered', 'failed', 'held'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp with time zone,
	"sealed_secret" text NOT NULL,
	"sealed_next_secret" text,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"last_error" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "webhooks_events" CHECK (cardinality("webhooks"."events") >= 1),
	CONSTRAINT "webhooks_disabled" CHECK ("webhooks"."active" = ("webhooks"."disabled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "ageing_runs" ADD CONSTRAINT "ageing_runs_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expired_balances" ADD CONSTRAINT "expired_balances_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expired_totals" ADD CONSTRAINT "expired_totals_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_runs" ADD CONSTRAINT "batch_runs_merchant_id_batch_id_batches_merchant_id_id_fk" FOREIGN KEY ("merchant_id","batch_id") REFERENCES "public"."batches"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_slices" ADD CONSTRAINT "import_slices_merchant_id_run_id_batch_runs_merchant_id_id_fk" FOREIGN KEY ("merchant_id","run_id") REFERENCES "public"."batch_runs"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_owner_id_consumers_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_merchant_id_batch_id_batches_merchant_id_id_fk" FOREIGN KEY ("merchant_id","batch_id") REFERENCES "public"."batches"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer_links" ADD CONSTRAINT "consumer_links_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer_sessions" ADD CONSTRAINT "consumer_sessions_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer_sessions" ADD CONSTRAINT "consumer_sessions_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer_tokens" ADD CONSTRAINT "consumer_tokens_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_sender_id_consumers_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_merchant_id_settled_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","settled_card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_checks" ADD CONSTRAINT "ledger_checks_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_cards" ADD CONSTRAINT "platform_cards_merchant_id_connection_id_platform_connections_merchant_id_id_fk" FOREIGN KEY ("merchant_id","connection_id") REFERENCES "public"."platform_connections"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_cards" ADD CONSTRAINT "platform_cards_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_connections" ADD CONSTRAINT "platform_connections_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_counter_merchant_id_merchants_id_fk" FOREIGN KEY ("counter_merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_proofs" ADD CONSTRAINT "address_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_merchant_id_user_id_memberships_merchant_id_user_id_fk" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."memberships"("merchant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_merchant_id_delivery_id_webhook_deliveries_merchant_id_id_fk" FOREIGN KEY ("merchant_id","delivery_id") REFERENCES "public"."webhook_deliveries"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_merchant_id_webhook_id_webhooks_merchant_id_id_fk" FOREIGN KEY ("merchant_id","webhook_id") REFERENCES "public"."webhooks"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_merchant_id_event_id_events_merchant_id_id_fk" FOREIGN KEY ("merchant_id","event_id") REFERENCES "public"."events"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expired_balances_order" ON "expired_balances" USING btree ("merchant_id","currency","expires_on","card_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_id" ON "api_keys" USING btree ("id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("merchant_id","actor","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("merchant_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_action" ON "audit_log" USING btree ("merchant_id","actor","action","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("merchant_id","subject_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "batch_runs_one_at_a_time" ON "batch_runs" USING btree ("merchant_id","batch_id") WHERE "batch_runs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "batch_runs_due" ON "batch_runs" USING btree ("worked_at") WHERE "batch_runs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "batch_runs_batch" ON "batch_runs" USING btree ("merchant_id","batch_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_code" ON "cards" USING btree ("code_hmac");--> statement-breakpoint
CREATE INDEX "cards_status" ON "cards" USING btree ("merchant_id","status","id");--> statement-breakpoint
CREATE INDEX "cards_owner" ON "cards" USING btree ("merchant_id","owner_id","id") WHERE "cards"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "cards_owner_fk" ON "cards" USING btree ("owner_id") WHERE "cards"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "cards_last4" ON "cards" USING btree ("merchant_id","code_last4","id");--> statement-breakpoint
CREATE INDEX "cards_currency" ON "cards" USING btree ("merchant_id","currency","id");--> statement-breakpoint
CREATE INDEX "cards_expires" ON "cards" USING btree ("merchant_id","expires_on","id") WHERE "cards"."expires_on" is not null;--> statement-breakpoint
CREATE INDEX "cards_batch" ON "cards" USING btree ("merchant_id","batch_id","id") WHERE "cards"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "consumer_links_expiry" ON "consumer_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "consumer_sessions_consumer" ON "consumer_sessions" USING btree ("consumer_id");--> statement-breakpoint
CREATE INDEX "consumer_sessions_expiry" ON "consumer_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "consumer_tokens_consumer" ON "consumer_tokens" USING btree ("consumer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_consumer" ON "customers" USING btree ("merchant_id","consumer_id");--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("merchant_id","email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "events_card" ON "events" USING btree ("merchant_id","card_id","sequence");--> statement-breakpoint
CREATE INDEX "events_age" ON "events" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_token" ON "gifts" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_transaction" ON "gifts" USING btree ("merchant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "gifts_card" ON "gifts" USING btree ("merchant_id","card_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_settled" ON "gifts" USING btree ("merchant_id","settled_transaction_id");--> statement-breakpoint
CREATE INDEX "gifts_sender" ON "gifts" USING btree ("sender_id","id");--> statement-breakpoint
CREATE INDEX "gifts_recipient" ON "gifts" USING btree ("recipient_email","id");--> statement-breakpoint
CREATE INDEX "gifts_status" ON "gifts" USING btree ("merchant_id","status","id");--> statement-breakpoint
CREATE INDEX "gifts_due" ON "gifts" USING btree ("expires_at") WHERE "gifts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending" ON "invitations" USING btree ("merchant_id","email") WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("kind","next_attempt_at") WHERE "outbox"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_platform_due" ON "outbox" USING btree ("merchant_id","next_attempt_at") WHERE "outbox"."status" = 'pending' and "outbox"."kind" = 'platform_card';--> statement-breakpoint
CREATE UNIQUE INDEX "platform_cards_platform" ON "platform_cards" USING btree ("merchant_id","connection_id","platform_id") WHERE "platform_cards"."platform_id" is not null;--> statement-breakpoint
CREATE INDEX "platform_cards_state" ON "platform_cards" USING btree ("merchant_id","connection_id","state","card_id");--> statement-breakpoint
CREATE INDEX "platform_cards_different" ON "platform_cards" USING btree ("merchant_id","connection_id","card_id") WHERE "platform_cards"."state" in ('queued', 'failed') or "platform_cards"."unposted_cents" > 0 or "platform_cards"."seen_as" = 'missing' or ("platform_cards"."seen_as" = 'disabled' and "platform_cards"."state" = 'created') or "platform_cards"."seen_cents" > "platform_cards"."expected_cents";--> statement-breakpoint
CREATE UNIQUE INDEX "platform_connections_live" ON "platform_connections" USING btree ("merchant_id") WHERE "platform_connections"."status" <> 'disconnected';--> statement-breakpoint
CREATE UNIQUE INDEX "platform_connections_address" ON "platform_connections" USING btree ("merchant_id","kind","address");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_card_sequence" ON "transactions" USING btree ("merchant_id","card_id","sequence");--> statement-breakpoint
CREATE INDEX "transactions_reference" ON "transactions" USING btree ("merchant_id","reference_id","id") WHERE "transactions"."reference_id" is not null;--> statement-breakpoint
CREATE INDEX "transactions_rare_type" ON "transactions" USING btree ("merchant_id","type","id") WHERE "transactions"."type" not in ('load', 'spend');--> statement-breakpoint
CREATE INDEX "transactions_unsettled" ON "transactions" USING btree ("merchant_id","status","id") WHERE "transactions"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "transactions_by_hand" ON "transactions" USING btree ("merchant_id","actor","id") WHERE "transactions"."actor" like 'user:%';--> statement-breakpoint
CREATE INDEX "transactions_store_credit" ON "transactions" USING btree ("merchant_id","id") WHERE "transactions"."counter_account" = 'store_credit';--> statement-breakpoint
CREATE INDEX "transfers_counter" ON "transfers" USING btree ("merchant_id","counter_merchant_id","id");--> statement-breakpoint
CREATE INDEX "transfers_card" ON "transfers" USING btree ("merchant_id","card_id","id");--> statement-breakpoint
CREATE INDEX "transfers_transaction" ON "transfers" USING btree ("merchant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_user" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_consumer" ON "wallets" USING btree ("merchant_id","consumer_id","currency");--> statement-breakpoint
CREATE INDEX "wallets_currency" ON "wallets" USING btree ("merchant_id","currency","id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery" ON "webhook_attempts" USING btree ("merchant_id","delivery_id","id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_webhook" ON "webhook_attempts" USING btree ("merchant_id","webhook_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("merchant_id","webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("merchant_id","webhook_id","next_attempt_at") WHERE "webhook_deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("merchant_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_missed" ON "webhook_deliveries" USING btree ("merchant_id","webhook_id","id") WHERE "webhook_deliveries"."status" in ('held', 'failed') and "webhook_deliveries"."dismissed_at" is null;

--> statement-breakpoint
-- Written by hand from here on.

-- Room on each page for the next version of a row, so that a balance update stays where it is.
alter table cards set (fillfactor = 80);
alter table rate_limits set (fillfactor = 50);
alter table card_counts set (fillfactor = 50);

-- A raised limit's calls are more than fit beside a row; packing and unpacking them would cost more than
-- the debit that they count.
alter table rate_limits alter hits set storage external;

-- On the database and not at start-up of a connection, which PgBouncer refuses. Postgres would compile the
-- queries of a large store for longer than they take: by its estimate of rows that an index spares it.
do $do$
declare
  setting text;
begin
  foreach setting in array array[$$statement_timeout = '5s'$$, $$lock_timeout = '2s'$$,
    $$idle_in_transaction_session_timeout = '15s'$$, 'jit = off'] loop
    execute format('alter database %I set %s', current_database(), setting);
  end loop;
end $do$;

comment on table address_proofs is 'Mailed links that prove a person''s address, once; kept as a hash.';
comment on table ageing is 'What was outstanding at the end of a closed day, by age and by expiry of the cards.';
comment on table ageing_runs is 'How far housekeeping has come with a merchant''s ageing, and which day is whole.';
comment on table api_keys is 'Keys of tills and shops; the secret is kept as its hash.';
comment on table audit_log is 'Who changed what, written in the commit of the change.';
create type kept_answer as (merchant_id uuid, key text, fingerprint bytea, shape text, request_id text,
  answer jsonb);
comment on type kept_answer is 'What functions read and write of idempotency_keys, whichever columns that gets.';
comment on table batch_runs is 'Work on a batch that takes more than one commit, and how far it has come.';
comment on table batches is 'Cards that were made together.';
comment on table card_counts is 'How many cards a merchant has, by status and type, spread over slots against contention.';
comment on table cards is 'Gift cards. The balance is written in lib/ledger alone; the code is kept as a hash and sealed.';
comment on table consumer_links is 'Mailed links that let a consumer in, once; the token is kept as its hash.';
comment on table consumer_sessions is 'Browsers in which a consumer''s wallet is open; the token is kept as its hash.';
comment on table consumer_tokens is 'What a shop presents to claim cards for the consumer who made it; kept as its hash.';
comment on table consumers is 'People who hold cards, of any store, known by their normalized e-mail address.';
comment on table customers is 'The consumers who own, or owned, a card of a merchant.';
comment on table daily_totals is 'Closed days of a merchant, in its time zone, by currency, type and counter-account.';
comment on table events is 'What a change of a card tells the world, written in the commit of the change.';
comment on table expired_balances is 'Active cards that expired with a balance.';
comment on table expired_totals is 'How many expired balances a merchant has and what they sum to, by currency.';
comment on table fx_rates is 'The European Central Bank''s reference rates by day.';
comment on table gifts is 'Money on its way from one consumer to another at a store.';
comment on table idempotency_keys is 'Answers kept for 24 hours under the caller''s Idempotency-Key, without secrets.';
comment on table import_slices is 'Rows of a file that are still to be imported, sealed since they hold codes.';
comment on table invitations is 'Invitations to a store''s team; the token is kept as its hash.';
comment on table ledger_checks is 'How far housekeeping has come in checking a merchant''s books, and what the last pass found.';
comment on table memberships is 'Who works in which store, in which role.';
comment on table merchants is 'Stores, which are the tenants: every other row that has a merchant_id is theirs alone.';
comment on table outbox is 'Work that leaves the process, queued in the commit that calls for it.';
comment on table password_resets is 'Mailed links that let their holder choose another password, once; kept as a hash.';
comment on table platform_cards is 'What mirrors a card in an online shop, and how far it follows the card.';
comment on table platform_connections is 'An online shop whose gift cards mirror a store''s cards.';
comment on table rate_limits is 'The instants of a subject''s last calls: an exact sliding window.';
comment on table recovery_codes is 'What signs in once in place of a code, when the device is lost; kept as a hash.';
comment on table transactions is 'Append-only movements between a card and a counter-account of its merchant.';
comment on table transfers is 'One side of a transfer; each of the two stores has a row of its own under the same id.';
comment on table user_sessions is 'Signed-in browsers; the cookie carries the id, this row decides whether it still counts.';
comment on table users is 'People who sign in to the portal; passwords are kept as their argon2id hashes.';
comment on table wallets is 'A consumer''s store credit at a merchant in one currency, backed by a card.';
comment on table webhook_attempts is 'What became of each attempt of a delivery.';
comment on table webhook_deliveries is 'One event on its way to one webhook, with its body as first rendered.';
comment on table webhooks is 'Endpoints that a merchant wants its events sent to; the signing secret is sealed.';
