CREATE TABLE "closed_transactions" (
	"merchant_id" uuid NOT NULL,
	"month" text NOT NULL,
	"number" integer NOT NULL,
	"ids" uuid[] NOT NULL,
	"hashes" "bytea"[] NOT NULL,
	"hashes_without_notes" "bytea"[] NOT NULL,
	CONSTRAINT "closed_transactions_merchant_id_month_number_pk" PRIMARY KEY("merchant_id","month","number")
);
--> statement-breakpoint
CREATE TABLE "month_closings" (
	"merchant_id" uuid NOT NULL,
	"month" text NOT NULL,
	"begins_at" timestamp with time zone,
	"ends_at" timestamp with time zone NOT NULL,
	"transactions" bigint NOT NULL,
	"totals" jsonb NOT NULL,
	"previous_hash" "bytea",
	"hash" "bytea" NOT NULL,
	"actor" text NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "month_closings_merchant_id_month_pk" PRIMARY KEY("merchant_id","month"),
	CONSTRAINT "month_closings_month" CHECK ("month_closings"."month" ~ '^\d{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
ALTER TABLE "closed_transactions" ADD CONSTRAINT "closed_transactions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_closings" ADD CONSTRAINT "month_closings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
comment on table month_closings is 'Months that an owner closed, with their totals and a hash that includes the month before.';--> statement-breakpoint
comment on table closed_transactions is 'The hashes of the transactions of a closed month, up to 1,000 a row.';
