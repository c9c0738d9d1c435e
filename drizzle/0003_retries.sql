ALTER TABLE "webhooks" ADD COLUMN "exhausted_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "retry_schedule" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "disable_after_hours" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_retry_schedule" CHECK ("webhooks"."retry_schedule" in ('standard', 'one_day', 'three_days'));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_disable_after_hours" CHECK ("webhooks"."disable_after_hours" between 0 and 72);