-- Not validated: every row has one of the earlier accounts.
alter domain counter_account drop constraint counter_account_known;--> statement-breakpoint
alter domain counter_account add constraint counter_account_known check (value in ('issuance', 'imported',
  'redemption', 'store_credit', 'escrow', 'transfer_clearing', 'fx', 'breakage')) not valid;
