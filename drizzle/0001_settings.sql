-- Room on each page for the next version of a row, so that a balance update stays where it is.
ALTER TABLE "cards" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "rate_limits" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "card_counts" SET (fillfactor = 50);--> statement-breakpoint
-- On the database and not at start-up of a connection, which PgBouncer refuses.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I SET statement_timeout = %L', current_database(), '5s');
  EXECUTE format('ALTER DATABASE %I SET lock_timeout = %L', current_database(), '2s');
  EXECUTE format('ALTER DATABASE %I SET idle_in_transaction_session_timeout = %L', current_database(), '15s');
END
$$;
