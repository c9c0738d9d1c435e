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
CREATE TABLE "fx_rates" (
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"per_euro" numeric NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fx_rates_day_currency_pk" PRIMARY KEY("day","currency"),
	CONSTRAINT "fx_rates_currency" CHECK ("fx_rates"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "fx_rates_positive" CHECK ("fx_rates"."per_euro" > 0)
);
--> statement-breakpoint
CREATE TABLE "address_proofs" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "address_proofs_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consumer_links" ADD CONSTRAINT "consumer_links_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer_sessions" ADD CONSTRAINT "consumer_sessions_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer_sessions" ADD CONSTRAINT "consumer_sessions_merchant_id_card_id_cards_merchant_id_id_fk" FOREIGN KEY ("merchant_id","card_id") REFERENCES "public"."cards"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer_tokens" ADD CONSTRAINT "consumer_tokens_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_proofs" ADD CONSTRAINT "address_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consumer_links_expiry" ON "consumer_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "consumer_sessions_consumer" ON "consumer_sessions" USING btree ("consumer_id");--> statement-breakpoint
CREATE INDEX "consumer_sessions_expiry" ON "consumer_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "consumer_tokens_consumer" ON "consumer_tokens" USING btree ("consumer_id","id");
--> statement-breakpoint
-- Written by hand, to be kept: people of before who were mailed a link that they followed, or whose
-- store the operator made, have nothing left to confirm.
UPDATE "users" u SET "verified_at" = now() WHERE
	EXISTS (SELECT FROM "invitations" i WHERE i."email" = u."email" AND i."accepted_at" IS NOT NULL)
	OR EXISTS (SELECT FROM "audit_log" a WHERE a."action" = 'password.reset' AND a."subject_id" = u."id"::text)
	OR EXISTS (SELECT FROM "audit_log" a WHERE a."action" = 'merchant.created' AND a."actor" = 'operator'
		AND a."details" ->> 'ownerId' = u."id"::text);
