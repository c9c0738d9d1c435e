-- Not validated where the table may be large: the new columns are empty.
CREATE TABLE "store_logos" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"image" "bytea" NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_logos_size" CHECK (octet_length("store_logos"."image") <= 204800)
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "saved_views_list" CHECK ("saved_views"."list" in ('cards', 'transactions', 'customers', 'batches')),
	CONSTRAINT "saved_views_name_length" CHECK (length("saved_views"."name") between 1 and 60),
	CONSTRAINT "saved_views_query" CHECK (length("saved_views"."query") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "batch_totals" (
	"merchant_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"currency" "currency_code" NOT NULL,
	"type" "transaction_type" NOT NULL,
	"counter_account" "counter_account" NOT NULL,
	"sold_cards" bigint NOT NULL,
	"amount_cents" numeric NOT NULL,
	CONSTRAINT "batch_totals_merchant_id_batch_id_currency_type_counter_account_pk" PRIMARY KEY("merchant_id","batch_id","currency","type","counter_account")
);
--> statement-breakpoint
ALTER TABLE "address_proofs" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "consumers" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "batch_totals_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "brand_color" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "sender_name" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "support_email" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "support_phone" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "terms_url" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "notified_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "reported_month" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "notifies_webhook_disabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "notifies_monthly_report" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "notifies_redemptions_from_cents" "cents";--> statement-breakpoint
ALTER TABLE "store_logos" ADD CONSTRAINT "store_logos_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_totals" ADD CONSTRAINT "batch_totals_merchant_id_batch_id_batches_merchant_id_id_fk" FOREIGN KEY ("merchant_id","batch_id") REFERENCES "public"."batches"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("merchant_id","user_id","list","name");--> statement-breakpoint
ALTER TABLE "consumers" ADD CONSTRAINT "consumers_language" CHECK ("consumers"."language" in ('en', 'de', 'fr', 'es')) NOT VALID;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_name" CHECK (length("customers"."name") between 1 and 120) NOT VALID;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_note" CHECK (length("customers"."note") between 1 and 2000) NOT VALID;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_language" CHECK ("merchants"."language" in ('en', 'de', 'fr', 'es'));--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_brand_color" CHECK ("merchants"."brand_color" ~ '^#[0-9a-f]{6}$');--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_terms_url" CHECK ("merchants"."terms_url" like 'https://%');--> statement-breakpoint
comment on table store_logos is 'Logos that stores uploaded, re-encoded as PNG.';--> statement-breakpoint
comment on table saved_views is 'Filters of lists that team members saved under a name.';--> statement-breakpoint
comment on table batch_totals is 'Closed days of the cards of a batch, by currency, type and counter-account.';
