CREATE TABLE "card_notes" (
	"merchant_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "card_notes_merchant_id_card_id_pk" PRIMARY KEY("merchant_id","card_id"),
	CONSTRAINT "card_notes_length" CHECK (length("card_notes"."note") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "buckets" (
	"name" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "buckets" ("name") VALUES ('bucket_1');--> statement-breakpoint
CREATE TABLE "consumer_buckets" (
	"consumer_id" uuid NOT NULL,
	"bucket" text NOT NULL,
	CONSTRAINT "consumer_buckets_consumer_id_bucket_pk" PRIMARY KEY("consumer_id","bucket")
);
--> statement-breakpoint
CREATE TABLE "pass_registrations" (
	"merchant_id" uuid NOT NULL,
	"pass_id" uuid NOT NULL,
	"device_library_id" text NOT NULL,
	"push_token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pass_registrations_merchant_id_pass_id_device_library_id_pk" PRIMARY KEY("merchant_id","pass_id","device_library_id")
);
--> statement-breakpoint
CREATE TABLE "wallet_passes" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_passes_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "wallet_passes_platform" CHECK ("wallet_passes"."platform" in ('apple', 'google'))
);
--> statement-breakpoint
CREATE TABLE "cashiers" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"pin_hash" text NOT NULL,
	"max_movement_in_cents" "amount_cents",
	"max_movement_out_cents" "amount_cents",
	"max_day_in_cents" "amount_cents",
	"max_day_out_cents" "amount_cents",
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deactivated_at" timestamp with time zone,
	CONSTRAINT "cashiers_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "cashiers_name_length" CHECK (length("cashiers"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_id" uuid NOT NULL,
	"pairing_code_hash" "bytea",
	"pairing_expires_at" timestamp with time zone,
	"paired_at" timestamp with time zone,
	"user_agent" text,
	"next_closing" integer DEFAULT 1 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "devices_name" CHECK (length("devices"."name") between 1 and 60),
	CONSTRAINT "devices_pairing" CHECK (("devices"."pairing_code_hash" is null) = ("devices"."pairing_expires_at" is null))
);
--> statement-breakpoint
CREATE TABLE "till_closings" (
	"merchant_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cashier_id" uuid NOT NULL,
	"totals" jsonb NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "till_closings_merchant_id_device_id_number_pk" PRIMARY KEY("merchant_id","device_id","number")
);
--> statement-breakpoint
CREATE TABLE "till_movements" (
	"merchant_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"cashier_id" uuid NOT NULL,
	"closing" integer NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" "amount_cents" NOT NULL,
	"currency" "currency_code" NOT NULL,
	"requested_cents" "amount_cents",
	"counted_in_cents" bigint NOT NULL,
	"counted_out_cents" bigint NOT NULL,
	CONSTRAINT "till_movements_merchant_id_transaction_id_pk" PRIMARY KEY("merchant_id","transaction_id"),
	CONSTRAINT "till_movements_kind" CHECK ("till_movements"."kind" in ('issued', 'topped_up', 'redeemed', 'refunded', 'load_reversed', 'redemption_reversed', 'refund_reversed'))
);
--> statement-breakpoint
CREATE TABLE "till_sessions" (
	"merchant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"cashier_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "till_sessions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "sender_name" text;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "recipient_name" text;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "design" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "scan_prefix" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "bucket" text DEFAULT 'bucket_1' NOT NULL;--> statement-breakpoint
ALTER TABLE "card_notes" ADD CONSTRAINT "card_notes_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pass_registrations" ADD CONSTRAINT "pass_registrations_merchant_id_pass_id_wallet_passes_merchant_id_id_fk" FOREIGN KEY ("merchant_id","pass_id") REFERENCES "wallet_passes"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_passes" ADD CONSTRAINT "wallet_passes_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cashiers" ADD CONSTRAINT "cashiers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_merchant_id_key_id_api_keys_merchant_id_id_fk" FOREIGN KEY ("merchant_id","key_id") REFERENCES "api_keys"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_closings" ADD CONSTRAINT "till_closings_merchant_id_device_id_devices_merchant_id_id_fk" FOREIGN KEY ("merchant_id","device_id") REFERENCES "devices"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_closings" ADD CONSTRAINT "till_closings_merchant_id_cashier_id_cashiers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","cashier_id") REFERENCES "cashiers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_movements" ADD CONSTRAINT "till_movements_merchant_id_device_id_devices_merchant_id_id_fk" FOREIGN KEY ("merchant_id","device_id") REFERENCES "devices"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_movements" ADD CONSTRAINT "till_movements_merchant_id_cashier_id_cashiers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","cashier_id") REFERENCES "cashiers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_sessions" ADD CONSTRAINT "till_sessions_merchant_id_device_id_devices_merchant_id_id_fk" FOREIGN KEY ("merchant_id","device_id") REFERENCES "devices"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_sessions" ADD CONSTRAINT "till_sessions_merchant_id_cashier_id_cashiers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","cashier_id") REFERENCES "cashiers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pass_registrations_device" ON "pass_registrations" USING btree ("device_library_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_passes_id" ON "wallet_passes" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_passes_card" ON "wallet_passes" USING btree ("merchant_id","card_id","platform");--> statement-breakpoint
CREATE UNIQUE INDEX "cashiers_name" ON "cashiers" USING btree ("merchant_id","name") WHERE "cashiers"."deactivated_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_key" ON "devices" USING btree ("key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_pairing_code" ON "devices" USING btree ("pairing_code_hash") WHERE "devices"."pairing_code_hash" is not null;--> statement-breakpoint
CREATE INDEX "till_movements_device" ON "till_movements" USING btree ("merchant_id","device_id","closing");--> statement-breakpoint
CREATE INDEX "till_movements_device_day" ON "till_movements" USING btree ("merchant_id","device_id","day");--> statement-breakpoint
CREATE INDEX "till_movements_cashier" ON "till_movements" USING btree ("merchant_id","cashier_id","day");--> statement-breakpoint
CREATE INDEX "till_movements_day" ON "till_movements" USING btree ("merchant_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "till_sessions_open" ON "till_sessions" USING btree ("merchant_id","device_id") WHERE "till_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "till_sessions_cashier" ON "till_sessions" USING btree ("merchant_id","cashier_id");--> statement-breakpoint
CREATE INDEX "till_sessions_expiry" ON "till_sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_sender_name" CHECK (length("gifts"."sender_name") between 1 and 60);--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_recipient_name" CHECK (length("gifts"."recipient_name") between 1 and 60);--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_design" CHECK (length("gifts"."design") between 1 and 40);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_scan_prefix" CHECK (length("merchants"."scan_prefix") between 1 and 20);--> statement-breakpoint
comment on table buckets is 'Parts of the data, each with a group of stores.';--> statement-breakpoint
comment on table consumer_buckets is 'The buckets that have, or had, something of a consumer. The first one is never listed.';--> statement-breakpoint
comment on table card_notes is 'The team''s notes about cards.';--> statement-breakpoint
comment on table cashiers is 'People who work at a store''s tills, with their PINs and limits.';--> statement-breakpoint
comment on table devices is 'Browsers that a store uses as tills, each with an API key underneath.';--> statement-breakpoint
comment on table till_sessions is 'Cashiers at devices, from their PIN until the till is locked.';--> statement-breakpoint
comment on table till_movements is 'Transactions made at tills: device, cashier, kind, and the closing that contains them.';--> statement-breakpoint
comment on table till_closings is 'Numbered closing reports of devices.';--> statement-breakpoint
comment on table wallet_passes is 'Cards in the wallet app of a customer''s phone.';--> statement-breakpoint
comment on table pass_registrations is 'Phones that are notified when a pass changes.';
