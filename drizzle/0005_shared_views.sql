ALTER TABLE "saved_views" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_list";--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_list" CHECK ("saved_views"."list" in ('cards', 'transactions', 'customers', 'batches', 'audit'));--> statement-breakpoint
UPDATE "saved_views" SET "query" = regexp_replace("query", '(^|&)last4=', '\1search=') WHERE "list" = 'cards';