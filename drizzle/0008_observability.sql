-- Both are new or empty, and the previous release writes neither.
CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"succeeded_at" timestamp with time zone,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "traceparent" text;--> statement-breakpoint
comment on table job_runs is 'The last run of each scheduled job, in any process.';
