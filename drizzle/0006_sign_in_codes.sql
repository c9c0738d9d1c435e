CREATE TABLE "sign_in_codes" (
	"browser_hash" "bytea" PRIMARY KEY NOT NULL,
	"link_hash" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_in_codes_expiry" ON "sign_in_codes" USING btree ("expires_at");--> statement-breakpoint
comment on table sign_in_codes is 'Codes in the wallet''s sign-in emails, for the browsers that asked for them.';
