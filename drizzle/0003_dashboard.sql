CREATE TABLE "ageing" (
	"merchant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
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
CREATE TABLE "customers" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"consumer_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
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
ALTER TABLE "api_keys" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "peak_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "closed_zone" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "last_opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sealed_totp_secret" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_set_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_enabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ageing_runs" ADD CONSTRAINT "ageing_runs_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_checks" ADD CONSTRAINT "ledger_checks_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_consumer" ON "customers" USING btree ("merchant_id","consumer_id");--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("merchant_id","email" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending" ON "invitations" USING btree ("merchant_id","email") WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("merchant_id","actor","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("merchant_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_action" ON "audit_log" USING btree ("merchant_id","actor","action","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("merchant_id","subject_id","id");--> statement-breakpoint
CREATE INDEX "cards_currency" ON "cards" USING btree ("merchant_id","currency","peak_cents","id");--> statement-breakpoint
CREATE INDEX "cards_expires" ON "cards" USING btree ("merchant_id","expires_on","id") WHERE "cards"."expires_on" is not null;--> statement-breakpoint
CREATE INDEX "transactions_by_hand" ON "transactions" USING btree ("merchant_id","actor","id") WHERE "transactions"."actor" like 'user:%';--> statement-breakpoint
CREATE INDEX "transactions_store_credit" ON "transactions" USING btree ("merchant_id","id") WHERE "transactions"."counter_account" = 'store_credit';--> statement-breakpoint
CREATE INDEX "wallets_currency" ON "wallets" USING btree ("merchant_id","currency","id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_totp" CHECK ("users"."totp_enabled_at" is null or "users"."sealed_totp_secret" is not null);