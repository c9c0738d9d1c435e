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
	"amount_cents" bigint,
	"note" text,
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
	"currency" text,
	"card_type" text NOT NULL,
	"amount_cents" bigint,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batches_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "batches_source" CHECK ("batches"."source" in ('created', 'import')),
	CONSTRAINT "batches_quantity" CHECK ("batches"."quantity" between 1 and 50000),
	CONSTRAINT "batches_created" CHECK ("batches"."created_cards" between 0 and "batches"."quantity"),
	CONSTRAINT "batches_type" CHECK ("batches"."card_type" in ('digital', 'physical')),
	CONSTRAINT "batches_amount" CHECK ("batches"."amount_cents" between 1 and 9007199254740991)
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
ALTER TABLE "batch_runs" ADD CONSTRAINT "batch_runs_merchant_id_batch_id_batches_merchant_id_id_fk" FOREIGN KEY ("merchant_id","batch_id") REFERENCES "public"."batches"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_slices" ADD CONSTRAINT "import_slices_merchant_id_run_id_batch_runs_merchant_id_id_fk" FOREIGN KEY ("merchant_id","run_id") REFERENCES "public"."batch_runs"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "batch_runs_one_at_a_time" ON "batch_runs" USING btree ("merchant_id","batch_id") WHERE "batch_runs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "batch_runs_due" ON "batch_runs" USING btree ("worked_at") WHERE "batch_runs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "batch_runs_batch" ON "batch_runs" USING btree ("merchant_id","batch_id","id");--> statement-breakpoint
-- By hand, to be kept: no card is in a batch yet, which the index of cards in batches shows without a
-- look at the table.
ALTER TABLE "cards" ADD CONSTRAINT "cards_merchant_id_batch_id_batches_merchant_id_id_fk" FOREIGN KEY ("merchant_id","batch_id") REFERENCES "public"."batches"("merchant_id","id") ON DELETE no action ON UPDATE no action;