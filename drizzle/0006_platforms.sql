CREATE TABLE "platform_cards" (
	"merchant_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"platform_id" text,
	"state" text NOT NULL,
	"reason" text,
	"expected_cents" bigint DEFAULT 0 NOT NULL,
	"synced_sequence" bigint DEFAULT 0 NOT NULL,
	"pending_reference" text,
	"pending_cents" bigint,
	"seen_cents" bigint,
	"seen_as" text,
	"seen_at" timestamp with time zone,
	"unposted_cents" bigint DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_cards_merchant_id_connection_id_card_id_pk" PRIMARY KEY("merchant_id","connection_id","card_id"),
	CONSTRAINT "platform_cards_state_known" CHECK ("platform_cards"."state" in ('queued', 'created', 'failed', 'disabled')),
	CONSTRAINT "platform_cards_seen_as" CHECK ("platform_cards"."seen_as" in ('enabled', 'disabled', 'missing')),
	CONSTRAINT "platform_cards_expected" CHECK ("platform_cards"."expected_cents" between 0 and 9007199254740991),
	CONSTRAINT "platform_cards_unposted" CHECK ("platform_cards"."unposted_cents" between 0 and 9007199254740991),
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
	"currency" text NOT NULL,
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
	CONSTRAINT "platform_connections_currency" CHECK ("platform_connections"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "platform_connections_disconnected" CHECK (("platform_connections"."status" = 'disconnected') = ("platform_connections"."disconnected_at" is not null) and ("platform_connections"."status" = 'disconnected') = ("platform_connections"."sealed_token" is null))
);
--> statement-breakpoint
DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "platform_cards" ADD CONSTRAINT "platform_cards_merchant_id_connection_id_platform_connections_merchant_id_id_fk" FOREIGN KEY ("merchant_id","connection_id") REFERENCES "public"."platform_connections"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_cards" ADD CONSTRAINT "platform_cards_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_connections" ADD CONSTRAINT "platform_connections_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "platform_cards_platform" ON "platform_cards" USING btree ("merchant_id","connection_id","platform_id") WHERE "platform_cards"."platform_id" is not null;--> statement-breakpoint
CREATE INDEX "platform_cards_state" ON "platform_cards" USING btree ("merchant_id","connection_id","state","card_id");--> statement-breakpoint
CREATE INDEX "platform_cards_different" ON "platform_cards" USING btree ("merchant_id","connection_id","card_id") WHERE "platform_cards"."state" in ('queued', 'failed') or "platform_cards"."unposted_cents" > 0 or "platform_cards"."seen_as" = 'missing' or ("platform_cards"."seen_as" = 'disabled' and "platform_cards"."state" = 'created') or "platform_cards"."seen_cents" > "platform_cards"."expected_cents";--> statement-breakpoint
CREATE UNIQUE INDEX "platform_connections_live" ON "platform_connections" USING btree ("merchant_id") WHERE "platform_connections"."status" <> 'disconnected';--> statement-breakpoint
CREATE UNIQUE INDEX "platform_connections_address" ON "platform_connections" USING btree ("merchant_id","kind","address");--> statement-breakpoint
CREATE INDEX "outbox_platform_due" ON "outbox" USING btree ("merchant_id","next_attempt_at") WHERE "outbox"."status" = 'pending' and "outbox"."kind" = 'platform_card';--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("kind","next_attempt_at") WHERE "outbox"."status" = 'pending';