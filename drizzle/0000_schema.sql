-- The schema of 1.0.0. Later releases add migrations; their rules are in lib/db/migrate/migrate.ts.

-- Bounds that every table keeps, each stated once.

-- The largest amount or balance: what a JavaScript number holds exactly.
create or replace function max_cents() returns bigint language sql immutable parallel safe as
$$ select 9007199254740991 $$;

create domain cents as bigint
  constraint cents_exact check (value between 0 and max_cents());
create domain amount_cents as cents
  constraint amount_cents_positive check (value >= 1);
create domain sequence_number as bigint
  constraint sequence_number_positive check (value >= 1);
create domain currency_code as text
  constraint currency_code_form check (value ~ '^[A-Z]{3}$');
create domain note as text
  constraint note_length check (char_length(value) <= 500);
create domain reference as text
  constraint reference_length check (char_length(value) <= 255);
create domain card_status as text
  constraint card_status_known check (value in ('inactive', 'active', 'disabled'));
create domain card_type as text
  constraint card_type_known check (value in ('digital', 'physical'));
create domain transaction_type as text
  constraint transaction_type_known check (value in ('load', 'spend', 'transfer_in',
    'transfer_out', 'gift_sent', 'gift_received'));
-- Nothing has failed by now: what was begun is completed.
create domain transaction_status as text
  constraint transaction_status_known check (value in ('completed', 'pending'));
create domain counter_account as text
  constraint counter_account_known check (value in ('issuance', 'imported', 'redemption',
    'store_credit', 'escrow', 'transfer_clearing', 'fx', 'breakage'));

-- The pairs of a store's card as numbers, which an index finds together with the store.
create function metadata_terms(p_merchant uuid, p_metadata jsonb)
returns bigint[] language sql immutable parallel safe as $$
  select array_agg(hashtextextended(p_merchant || ' ' || key || '=' || value, 0))
    from jsonb_each_text(p_metadata)
$$;
comment on function metadata_terms(uuid, jsonb) is
  'The pairs of a store''s card as numbers, for the index that finds cards by metadata.';

-- Stores

create table merchants (
  id uuid primary key,
  slug text not null,
  name text not null,
  currency currency_code not null default 'USD',
  time_zone text not null default 'UTC',
  validity_months integer default 60,
  rolled_up_until timestamptz,
  closed_zone text,
  created_at timestamptz not null default now(),
  requires_second_factor boolean not null default false,
  confirmed_at timestamptz,
  live_merchant_id uuid,
  clock_offset_ms bigint not null default 0,
  batch_totals_until timestamptz,
  language text not null default 'en',
  brand_color text,
  sender_name text,
  support_email text,
  support_phone text,
  terms_url text,
  notified_until timestamptz,
  reported_month text,
  constraint merchants_slug_unique unique (slug),
  constraint merchants_live_merchant_id_unique unique (live_merchant_id),
  constraint merchants_validity check (validity_months between 1 and 1200),
  constraint merchants_language check (language in ('en', 'de', 'fr', 'es')),
  constraint merchants_brand_color check (brand_color ~ '^#[0-9a-f]{6}$'),
  constraint merchants_terms_url check (terms_url like 'https://%'),
  constraint merchants_clock
    check (clock_offset_ms = 0 or (live_merchant_id is not null and clock_offset_ms > 0)),
  constraint merchants_live_merchant_id_merchants_id_fk
    foreign key (live_merchant_id) references merchants (id)
);
comment on table merchants is
  'Stores, which are the tenants: every other row that has a merchant_id is theirs alone.';

create table store_logos (
  merchant_id uuid primary key,
  image bytea not null,
  width_px integer not null,
  height_px integer not null,
  hash bytea not null,
  updated_at timestamptz not null default now(),
  constraint store_logos_size check (octet_length(image) <= 204800),
  constraint store_logos_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
comment on table store_logos is 'Logos that stores uploaded, re-encoded as PNG.';

-- People of a store, and how they sign in

create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  password_changed_at timestamptz,
  verified_at timestamptz,
  sealed_totp_secret text,
  totp_set_up_at timestamptz,
  totp_enabled_at timestamptz,
  totp_last_step bigint,
  created_at timestamptz not null default now(),
  constraint users_email_unique unique (email),
  constraint users_totp check (totp_enabled_at is null or sealed_totp_secret is not null)
);
comment on table users is
  'People who sign in to the portal; passwords are kept as their argon2id hashes.';

create table memberships (
  merchant_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamptz not null default now(),
  last_opened_at timestamptz,
  notifies_webhook_disabled boolean not null default true,
  notifies_monthly_report boolean not null default false,
  notifies_redemptions_from_cents cents,
  constraint memberships_merchant_id_user_id_pk primary key (merchant_id, user_id),
  constraint memberships_role check (role in ('owner', 'manager', 'viewer')),
  constraint memberships_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id),
  constraint memberships_user_id_users_id_fk foreign key (user_id) references users (id)
);
create index memberships_user on memberships (user_id);
comment on table memberships is 'Who works in which store, in which role.';

create table user_sessions (
  id uuid primary key,
  user_id uuid not null,
  merchant_id uuid not null,
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  has_passkey boolean not null default false,
  is_test boolean not null default false,
  constraint user_sessions_merchant_id_user_id_memberships_merchant_id_user_id_fk
    foreign key (merchant_id, user_id) references memberships (merchant_id, user_id)
);
create index user_sessions_user on user_sessions (user_id);
comment on table user_sessions is
  'Signed-in browsers; the cookie carries the id, this row decides whether it still counts.';

create table passkeys (
  id uuid primary key,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_credential_id_unique unique (credential_id),
  constraint passkeys_user_id_users_id_fk foreign key (user_id) references users (id)
);
create index passkeys_user on passkeys (user_id);
comment on table passkeys is 'Passkeys that people sign in with; only the public key is kept.';

create table passkey_challenges (
  challenge_hash bytea primary key,
  bound_to bytea not null,
  expires_at timestamptz not null
);
comment on table passkey_challenges is
  'What a passkey has to sign, once and within minutes; kept as its hash, with whom it is for.';

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_user_id_code_hash_pk primary key (user_id, code_hash),
  constraint recovery_codes_user_id_users_id_fk foreign key (user_id) references users (id)
);
comment on table recovery_codes is
  'What signs in once in place of a code, when the device is lost; kept as a hash.';

create table password_resets (
  user_id uuid primary key,
  token_hash bytea not null,
  expires_at timestamptz not null,
  constraint password_resets_token_hash_unique unique (token_hash),
  constraint password_resets_user_id_users_id_fk foreign key (user_id) references users (id)
);
comment on table password_resets is
  'Mailed links that let their holder choose another password, once; kept as a hash.';

create table address_proofs (
  user_id uuid primary key,
  token_hash bytea not null,
  expires_at timestamptz not null,
  email text,
  constraint address_proofs_token_hash_unique unique (token_hash),
  constraint address_proofs_user_id_users_id_fk foreign key (user_id) references users (id)
);
comment on table address_proofs is
  'Mailed links that prove a person''s address, once; kept as a hash.';

create table invitations (
  merchant_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint invitations_merchant_id_id_pk primary key (merchant_id, id),
  constraint invitations_role check (role in ('owner', 'manager', 'viewer')),
  constraint invitations_settled check (accepted_at is null or withdrawn_at is null),
  constraint invitations_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
create unique index invitations_token on invitations (token_hash);
create unique index invitations_pending on invitations (merchant_id, email)
  where accepted_at is null and withdrawn_at is null;
comment on table invitations is 'Invitations to a store''s team; the token is kept as its hash.';

create table saved_views (
  merchant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null default now(),
  constraint saved_views_merchant_id_id_pk primary key (merchant_id, id),
  constraint saved_views_list check (list in ('cards', 'transactions', 'customers', 'batches')),
  constraint saved_views_name_length check (length(name) between 1 and 60),
  constraint saved_views_query check (length(query) <= 2000),
  constraint saved_views_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
create unique index saved_views_name on saved_views (merchant_id, user_id, list, name);
comment on table saved_views is 'Filters of lists that team members saved under a name.';

-- API keys

create table api_keys (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  shape text not null,
  scopes text[] not null,
  prefix text not null,
  last4 text not null,
  secret_hash bytea not null,
  limit_per_window integer,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  replaced_by uuid,
  reminded_days_before integer,
  place text,
  address_ranges text[] not null default '{}',
  max_movement_in_cents amount_cents,
  max_movement_out_cents amount_cents,
  max_day_in_cents amount_cents,
  max_day_out_cents amount_cents,
  constraint api_keys_merchant_id_id_pk primary key (merchant_id, id),
  constraint api_keys_shape check (shape in ('A', 'B')),
  constraint api_keys_limit check (limit_per_window between 0 and 1000),
  constraint api_keys_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
create unique index api_keys_id on api_keys (id);
create index api_keys_expiring on api_keys (expires_at)
  where revoked_at is null and replaced_by is null;
comment on table api_keys is 'Keys of tills and shops; the secret is kept as its hash.';

-- Every movement of a key with a limit per day updates one row in place.
create table api_key_days (
  merchant_id uuid not null,
  key_id uuid not null,
  day date not null,
  currency currency_code not null,
  in_cents cents not null default 0,
  out_cents cents not null default 0,
  constraint api_key_days_merchant_id_key_id_day_currency_pk
    primary key (merchant_id, key_id, day, currency),
  constraint api_key_days_merchant_id_key_id_api_keys_merchant_id_id_fk
    foreign key (merchant_id, key_id) references api_keys (merchant_id, id)
) with (fillfactor = 50);
comment on table api_key_days is
  'What a key with a limit per day moved on a day, by currency and direction.';

-- Customers

create table consumers (
  id uuid primary key,
  email text not null,
  created_at timestamptz not null default now(),
  language text,
  constraint consumers_email_unique unique (email),
  constraint consumers_language check (language in ('en', 'de', 'fr', 'es'))
);
comment on table consumers is
  'People who hold cards, of any store, known by their normalized e-mail address.';

create table customers (
  merchant_id uuid not null,
  id uuid not null,
  consumer_id uuid not null,
  email text not null,
  created_at timestamptz not null default now(),
  name text,
  note text,
  constraint customers_merchant_id_id_pk primary key (merchant_id, id),
  constraint customers_name check (length(name) between 1 and 120),
  constraint customers_note check (length(note) between 1 and 2000),
  constraint customers_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id),
  constraint customers_consumer_id_consumers_id_fk
    foreign key (consumer_id) references consumers (id)
);
create unique index customers_consumer on customers (merchant_id, consumer_id);
create index customers_email on customers (merchant_id, email text_pattern_ops);
comment on table customers is 'The consumers who own, or owned, a card of a merchant.';

create table consumer_tokens (
  id uuid primary key,
  token_hash bytea not null,
  consumer_id uuid not null,
  name text not null,
  last4 text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint consumer_tokens_token_hash_unique unique (token_hash),
  constraint consumer_tokens_consumer_id_consumers_id_fk
    foreign key (consumer_id) references consumers (id)
);
create index consumer_tokens_consumer on consumer_tokens (consumer_id, id);
comment on table consumer_tokens is
  'What a shop presents to claim cards for the consumer who made it; kept as its hash.';

-- Batches

create table batches (
  merchant_id uuid not null,
  id uuid not null,
  name text not null,
  source text not null,
  quantity integer not null,
  created_cards integer not null default 0,
  currency currency_code,
  card_type text not null,
  amount_cents amount_cents,
  actor text not null,
  created_at timestamptz not null default now(),
  has_guessable_codes boolean not null default false,
  constraint batches_merchant_id_id_pk primary key (merchant_id, id),
  constraint batches_source check (source in ('created', 'import')),
  constraint batches_quantity check (quantity between 1 and 50000),
  constraint batches_created check (created_cards between 0 and quantity),
  constraint batches_type check (card_type in ('digital', 'physical')),
  constraint batches_merchant_id_merchants_id_fk foreign key (merchant_id) references merchants (id)
);
comment on table batches is 'Cards that were made together.';

create table batch_runs (
  merchant_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  kind text not null,
  total integer not null,
  done integer not null default 0,
  skipped integer not null default 0,
  after_card_id uuid,
  last_card_id uuid,
  amount_cents amount_cents,
  note note,
  actor text not null,
  request_id text not null,
  worked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint batch_runs_merchant_id_id_pk primary key (merchant_id, id),
  constraint batch_runs_kind check (kind in ('create', 'import', 'activate', 'void')),
  constraint batch_runs_counts check (done >= 0 and skipped >= 0 and done + skipped <= total),
  constraint batch_runs_merchant_id_batch_id_batches_merchant_id_id_fk
    foreign key (merchant_id, batch_id) references batches (merchant_id, id)
);
create unique index batch_runs_one_at_a_time on batch_runs (merchant_id, batch_id)
  where finished_at is null;
create index batch_runs_due on batch_runs (worked_at) where finished_at is null;
create index batch_runs_batch on batch_runs (merchant_id, batch_id, id);
comment on table batch_runs is
  'Work on a batch that takes more than one commit, and how far it has come.';

create table import_slices (
  merchant_id uuid not null,
  run_id uuid not null,
  number integer not null,
  sealed_rows text not null,
  constraint import_slices_merchant_id_run_id_number_pk primary key (merchant_id, run_id, number),
  constraint import_slices_merchant_id_run_id_batch_runs_merchant_id_id_fk
    foreign key (merchant_id, run_id) references batch_runs (merchant_id, id)
);
comment on table import_slices is
  'Rows of a file that are still to be imported, sealed since they hold codes.';

create table batch_totals (
  merchant_id uuid not null,
  batch_id uuid not null,
  currency currency_code not null,
  type transaction_type not null,
  counter_account counter_account not null,
  sold_cards bigint not null,
  amount_cents numeric not null,
  constraint batch_totals_merchant_id_batch_id_currency_type_counter_account_pk
    primary key (merchant_id, batch_id, currency, type, counter_account),
  constraint batch_totals_merchant_id_batch_id_batches_merchant_id_id_fk
    foreign key (merchant_id, batch_id) references batches (merchant_id, id)
);
comment on table batch_totals is
  'Closed days of the cards of a batch, by currency, type and counter-account.';

-- Cards

-- Room on each page for the next version of a row, so that a balance update stays where it is.
create table cards (
  merchant_id uuid not null,
  id uuid not null,
  code_hmac bytea not null,
  sealed_code text not null,
  code_last4 text not null,
  currency currency_code not null,
  balance_cents cents not null default 0,
  status card_status not null,
  card_type card_type not null,
  owner_id uuid,
  batch_id uuid,
  sequence bigint not null default 0,
  expires_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  held_cents bigint not null default 0,
  frozen_reason text,
  replaced_by_id uuid,
  metadata jsonb,
  details_changed_at timestamptz,
  constraint cards_merchant_id_id_pk primary key (merchant_id, id),
  constraint cards_rules check ((status <> 'inactive' or balance_cents = 0) and sequence >= 0),
  constraint cards_merchant_id_merchants_id_fk foreign key (merchant_id) references merchants (id),
  constraint cards_owner_id_consumers_id_fk foreign key (owner_id) references consumers (id),
  constraint cards_merchant_id_batch_id_batches_merchant_id_id_fk
    foreign key (merchant_id, batch_id) references batches (merchant_id, id)
) with (fillfactor = 80);
create unique index cards_code on cards (code_hmac);
create index cards_status on cards (merchant_id, status, id);
create index cards_owner on cards (merchant_id, owner_id, id) where owner_id is not null;
create index cards_owner_fk on cards (owner_id) where owner_id is not null;
create index cards_last4 on cards (merchant_id, code_last4, id);
create index cards_currency on cards (merchant_id, currency, id);
create index cards_expires on cards (merchant_id, expires_on, id) where expires_on is not null;
create index cards_details_changed on cards (merchant_id, details_changed_at)
  where details_changed_at is not null;
create index cards_batch on cards (merchant_id, batch_id, id) where batch_id is not null;
create index cards_metadata on cards using gin (metadata_terms(merchant_id, metadata))
  where metadata is not null;
create unique index cards_replaced_by on cards (merchant_id, replaced_by_id)
  where replaced_by_id is not null;
comment on table cards is
  'Gift cards. The balance is written in lib/ledger alone; the code is kept as a hash and sealed.';

create table card_pins (
  merchant_id uuid not null,
  card_id uuid not null,
  sealed_pin text not null,
  constraint card_pins_merchant_id_card_id_pk primary key (merchant_id, card_id),
  constraint card_pins_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
comment on table card_pins is
  'Encrypted PINs of imported cards; public pages ask for them along with the code.';

-- Updated in place.
create table card_counts (
  merchant_id uuid not null,
  status text not null,
  card_type text not null,
  slot integer not null,
  count bigint not null,
  constraint card_counts_merchant_id_status_card_type_slot_pk
    primary key (merchant_id, status, card_type, slot)
) with (fillfactor = 50);
comment on table card_counts is
  'How many cards a merchant has, by status and type, spread over slots against contention.';

create table holds (
  merchant_id uuid not null,
  id uuid not null,
  card_id uuid not null,
  amount_cents amount_cents not null,
  captured_cents cents not null default 0,
  status text not null,
  expires_at timestamptz not null,
  reference_id reference,
  note note,
  metadata jsonb,
  actor text not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint holds_merchant_id_id_pk primary key (merchant_id, id),
  constraint holds_status check (status in ('held', 'captured', 'released', 'expired')),
  constraint holds_captured
    check (captured_cents <= amount_cents and (status = 'captured') = (captured_cents > 0)),
  constraint holds_ended check ((status = 'held') = (ended_at is null)),
  constraint holds_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
create index holds_card on holds (merchant_id, card_id, id);
create index holds_due on holds (expires_at) where status = 'held';
comment on table holds is
  'Money set aside on a card until it is captured or released, or until it ends by itself.';

create table wallets (
  merchant_id uuid not null,
  id uuid not null,
  consumer_id uuid not null,
  currency currency_code not null,
  card_id uuid not null,
  created_at timestamptz not null default now(),
  constraint wallets_merchant_id_id_pk primary key (merchant_id, id),
  constraint wallets_consumer_id_consumers_id_fk
    foreign key (consumer_id) references consumers (id),
  constraint wallets_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
create unique index wallets_consumer on wallets (merchant_id, consumer_id, currency);
create index wallets_currency on wallets (merchant_id, currency, id);
comment on table wallets is
  'A consumer''s store credit at a merchant in one currency, backed by a card.';

create table consumer_links (
  token_hash bytea primary key,
  purpose text not null,
  email text not null,
  merchant_id uuid,
  card_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint consumer_links_purpose check (purpose in ('sign_in', 'invitation')),
  constraint consumer_links_card check ((purpose = 'invitation') = (card_id is not null)
      and (card_id is null) = (merchant_id is null)),
  constraint consumer_links_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
create index consumer_links_expiry on consumer_links (expires_at);
comment on table consumer_links is
  'Mailed links that let a consumer in, once; the token is kept as its hash.';

create table consumer_sessions (
  id uuid primary key,
  token_hash bytea not null,
  consumer_id uuid not null,
  merchant_id uuid,
  card_id uuid,
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint consumer_sessions_token_hash_unique unique (token_hash),
  constraint consumer_sessions_card check ((card_id is null) = (merchant_id is null)),
  constraint consumer_sessions_consumer_id_consumers_id_fk
    foreign key (consumer_id) references consumers (id),
  constraint consumer_sessions_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
create index consumer_sessions_consumer on consumer_sessions (consumer_id);
create index consumer_sessions_expiry on consumer_sessions (expires_at);
comment on table consumer_sessions is
  'Browsers in which a consumer''s wallet is open; the token is kept as its hash.';

-- The ledger

create table transactions (
  merchant_id uuid not null,
  id uuid not null,
  card_id uuid not null,
  sequence sequence_number not null,
  type transaction_type not null,
  status transaction_status not null,
  counter_account counter_account not null,
  amount_cents amount_cents not null,
  currency currency_code not null,
  balance_after_cents cents not null,
  note note,
  reference_id reference,
  source text,
  transfer_id uuid,
  actor text not null,
  request_id text not null,
  created_at timestamptz generated always as
    (to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)) stored not null,
  original_transaction_id uuid,
  hold_id uuid,
  metadata jsonb,
  constraint transactions_merchant_id_id_pk primary key (merchant_id, id),
  constraint transactions_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
create unique index transactions_card_sequence on transactions (merchant_id, card_id, sequence);
create index transactions_reference on transactions (merchant_id, reference_id, id)
  where reference_id is not null;
create index transactions_rare_type on transactions (merchant_id, type, id)
  where type not in ('load', 'spend');
create index transactions_unsettled on transactions (merchant_id, status, id)
  where status <> 'completed';
create index transactions_by_hand on transactions (merchant_id, actor, id)
  where actor like 'user:%';
create index transactions_store_credit on transactions (merchant_id, id)
  where counter_account = 'store_credit';
create index transactions_original on transactions (merchant_id, original_transaction_id)
  where original_transaction_id is not null;
comment on table transactions is
  'Append-only movements between a card and a counter-account of its merchant.';

create table idempotency_keys (
  merchant_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  shape text not null,
  request_id text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  path text,
  constraint idempotency_keys_merchant_id_key_pk primary key (merchant_id, key),
  constraint idempotency_keys_key check (char_length(key) between 1 and 255)
);
create index idempotency_keys_age on idempotency_keys (created_at);
comment on table idempotency_keys is
  'Answers kept for 24 hours under the caller''s Idempotency-Key, without secrets.';
create type kept_answer as (
  merchant_id uuid,
  key text,
  fingerprint bytea,
  shape text,
  request_id text,
  answer jsonb,
  path text
);
comment on type kept_answer is
  'What functions read and write of idempotency_keys, whichever columns that gets.';

-- Updated in place.
create table rate_limits (
  subject text not null,
  bucket text not null,
  hits timestamptz[] not null,
  constraint rate_limits_subject_bucket_pk primary key (subject, bucket)
) with (fillfactor = 50);
comment on table rate_limits is 'The instants of a subject''s last calls: an exact sliding window.';
-- A raised limit's calls are more than fit beside a row; packing and unpacking them would cost more than
-- the debit that they count.
alter table rate_limits alter hits set storage external;

create table ledger_checks (
  merchant_id uuid primary key,
  phase text not null default 'cards',
  cursor text,
  cards bigint not null default 0,
  transactions bigint not null default 0,
  problems jsonb not null default '[]'::jsonb,
  worked_at timestamptz,
  finished_at timestamptz,
  finished_cards bigint not null default 0,
  finished_transactions bigint not null default 0,
  finished_problems jsonb not null default '[]'::jsonb,
  constraint ledger_checks_phase check (phase in ('cards', 'days', 'sums')),
  constraint ledger_checks_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
comment on table ledger_checks is
  'How far housekeeping has come in checking a merchant''s books, and what the last pass found.';

-- Gifts and transfers

create table gifts (
  merchant_id uuid not null,
  id uuid not null,
  status text not null,
  sender_id uuid not null,
  card_id uuid not null,
  transaction_id uuid not null,
  amount_cents amount_cents not null,
  currency currency_code not null,
  recipient_email text not null,
  message note,
  token_hash bytea not null,
  deliver_at timestamptz not null,
  expires_at timestamptz not null,
  settled_card_id uuid,
  settled_transaction_id uuid,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint gifts_merchant_id_id_pk primary key (merchant_id, id),
  constraint gifts_status_known
    check (status in ('pending', 'accepted', 'declined', 'cancelled', 'expired')),
  constraint gifts_settled
    check ((status = 'pending') = (settled_at is null)
      and (settled_at is null) = (settled_card_id is null)
      and (settled_at is null) = (settled_transaction_id is null)),
  constraint gifts_sender_id_consumers_id_fk foreign key (sender_id) references consumers (id),
  constraint gifts_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id),
  constraint gifts_merchant_id_settled_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, settled_card_id) references cards (merchant_id, id)
);
create unique index gifts_token on gifts (token_hash);
create unique index gifts_transaction on gifts (merchant_id, transaction_id);
create index gifts_card on gifts (merchant_id, card_id, id);
create unique index gifts_settled on gifts (merchant_id, settled_transaction_id);
create index gifts_sender on gifts (sender_id, id);
create index gifts_recipient on gifts (recipient_email, id);
create index gifts_status on gifts (merchant_id, status, id);
create index gifts_due on gifts (expires_at) where status = 'pending';
comment on table gifts is 'Money on its way from one consumer to another at a store.';

create table transfers (
  merchant_id uuid not null,
  id uuid not null,
  direction text not null,
  card_id uuid not null,
  transaction_id uuid not null,
  amount_cents amount_cents not null,
  currency currency_code not null,
  counter_merchant_id uuid not null,
  counter_amount_cents amount_cents not null,
  counter_currency currency_code not null,
  rate text,
  rate_as_of date,
  created_at timestamptz not null default now(),
  counted_cents cents,
  constraint transfers_merchant_id_id_pk primary key (merchant_id, id),
  constraint transfers_direction check (direction in ('out', 'in')),
  constraint transfers_other_store check (counter_merchant_id <> merchant_id),
  constraint transfers_rate check ((rate is null) = (currency = counter_currency)),
  constraint transfers_rate_day check ((rate is null) = (rate_as_of is null)),
  constraint transfers_counter_merchant_id_merchants_id_fk
    foreign key (counter_merchant_id) references merchants (id),
  constraint transfers_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
create index transfers_counter on transfers (merchant_id, counter_merchant_id, id);
create index transfers_card on transfers (merchant_id, card_id, id);
create index transfers_transaction on transfers (merchant_id, transaction_id);
comment on table transfers is
  'One side of a transfer; each of the two stores has a row of its own under the same id.';

create table transfer_agreements (
  merchant_id uuid not null,
  id uuid not null,
  other_merchant_id uuid not null,
  status text not null,
  proposed_by_me boolean not null,
  currency currency_code not null,
  max_transfer_cents amount_cents,
  max_day_cents amount_cents,
  max_unsettled_cents amount_cents,
  day date not null default (now() at time zone 'UTC')::date,
  sent_cents cents not null default 0,
  received_cents cents not null default 0,
  owed_to_us_cents cents not null default 0,
  owed_by_us_cents cents not null default 0,
  proposed_at timestamptz not null default now(),
  accepted_at timestamptz,
  ended_at timestamptz,
  constraint transfer_agreements_merchant_id_id_pk primary key (merchant_id, id),
  constraint transfer_agreements_pair unique (merchant_id, other_merchant_id),
  constraint transfer_agreements_status check (status in ('proposed', 'active', 'ended')),
  constraint transfer_agreements_other_store check (other_merchant_id <> merchant_id),
  constraint transfer_agreements_limits check (status <> 'active' or (max_transfer_cents is not null
      and max_day_cents is not null and max_unsettled_cents is not null)),
  constraint transfer_agreements_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id),
  constraint transfer_agreements_other_merchant_id_merchants_id_fk
    foreign key (other_merchant_id) references merchants (id)
);
comment on table transfer_agreements is
  'One side of the agreement under which two stores exchange transfers; each has a row of its own under the same id.';

create table transfer_payments (
  merchant_id uuid not null,
  other_merchant_id uuid not null,
  id uuid not null,
  direction text not null,
  paid_cents cents not null,
  created_at timestamptz not null default now(),
  constraint transfer_payments_merchant_id_other_merchant_id_id_pk
    primary key (merchant_id, other_merchant_id, id),
  constraint transfer_payments_direction check (direction in ('out', 'in')),
  constraint transfer_payments_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id),
  constraint transfer_payments_other_merchant_id_merchants_id_fk
    foreign key (other_merchant_id) references merchants (id)
);
comment on table transfer_payments is
  'One side of a payment of what one store owed another for transfers; each has a row of its own under the same id.';

create table fx_rates (
  day date not null,
  currency currency_code not null,
  per_euro numeric not null,
  kept_at timestamptz not null default now(),
  constraint fx_rates_day_currency_pk primary key (day, currency),
  constraint fx_rates_positive check (per_euro > 0)
);
comment on table fx_rates is 'The European Central Bank''s reference rates by day.';

-- Reports

create table daily_totals (
  merchant_id uuid not null,
  day date not null,
  type transaction_type not null,
  status transaction_status not null,
  counter_account counter_account not null,
  currency currency_code not null,
  count bigint not null,
  amount_cents numeric not null,
  constraint daily_totals_merchant_id_day_type_status_counter_account_currency_pk
    primary key (merchant_id, day, type, status, counter_account, currency)
);
comment on table daily_totals is
  'Closed days of a merchant, in its time zone, by currency, type and counter-account.';

create table ageing (
  merchant_id uuid not null,
  day date not null,
  currency currency_code not null,
  age text not null,
  expiry text not null,
  cards bigint not null,
  balance_cents numeric not null,
  constraint ageing_merchant_id_day_currency_age_expiry_pk
    primary key (merchant_id, day, currency, age, expiry),
  constraint ageing_age check (age in ('3', '6', '12', '24', 'over')),
  constraint ageing_expiry check (expiry in ('expired', '3', '6', '12', '24', 'over', 'never'))
);
comment on table ageing is
  'What was outstanding at the end of a closed day, by age and by expiry of the cards.';

create table ageing_runs (
  merchant_id uuid primary key,
  day date,
  ended_at timestamptz,
  cursor uuid,
  finished_day date,
  worked_at timestamptz not null default now(),
  constraint ageing_runs_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
comment on table ageing_runs is
  'How far housekeeping has come with a merchant''s ageing, and which day is whole.';

create table expired_balances (
  merchant_id uuid not null,
  card_id uuid not null,
  currency currency_code not null,
  expires_on date not null,
  balance_cents cents not null,
  constraint expired_balances_merchant_id_card_id_pk primary key (merchant_id, card_id),
  constraint expired_balances_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
create index expired_balances_order on expired_balances (merchant_id, currency, expires_on, card_id);
comment on table expired_balances is 'Active cards that expired with a balance.';

create table expired_totals (
  merchant_id uuid not null,
  currency currency_code not null,
  cards bigint not null,
  balance_cents numeric not null,
  constraint expired_totals_merchant_id_currency_pk primary key (merchant_id, currency),
  constraint expired_totals_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
comment on table expired_totals is
  'How many expired balances a merchant has and what they sum to, by currency.';

create table month_closings (
  merchant_id uuid not null,
  month text not null,
  begins_at timestamptz,
  ends_at timestamptz not null,
  transactions bigint not null,
  totals jsonb not null,
  previous_hash bytea,
  hash bytea not null,
  actor text not null,
  closed_at timestamptz not null default now(),
  constraint month_closings_merchant_id_month_pk primary key (merchant_id, month),
  constraint month_closings_month check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  constraint month_closings_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
comment on table month_closings is
  'Months that an owner closed, with their totals and a hash that includes the month before.';

create table closed_transactions (
  merchant_id uuid not null,
  month text not null,
  number integer not null,
  ids uuid[] not null,
  hashes bytea[] not null,
  hashes_without_notes bytea[] not null,
  constraint closed_transactions_merchant_id_month_number_pk
    primary key (merchant_id, month, number),
  constraint closed_transactions_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
comment on table closed_transactions is
  'The hashes of the transactions of a closed month, up to 1,000 a row.';

-- Events and webhooks

create table events (
  merchant_id uuid not null,
  id uuid not null,
  event text not null,
  card_id uuid not null,
  sequence bigint not null,
  transaction_id uuid,
  amount_cents cents not null,
  currency currency_code not null,
  new_balance_cents cents not null,
  consumer_email text,
  created_at timestamptz not null default now(),
  traceparent text,
  constraint events_merchant_id_id_pk primary key (merchant_id, id),
  constraint events_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
create index events_card on events (merchant_id, card_id, sequence);
create index events_age on events using brin (created_at);
comment on table events is
  'What a change of a card tells the world, written in the commit of the change.';

create table webhooks (
  merchant_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  active boolean not null default true,
  disabled_reason text,
  disabled_at timestamptz,
  sealed_secret text not null,
  sealed_next_secret text,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  last_error text,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  exhausted_since timestamptz,
  retry_schedule text not null default 'standard',
  disable_after_hours integer not null default 0,
  constraint webhooks_merchant_id_id_pk primary key (merchant_id, id),
  constraint webhooks_events check (cardinality(events) >= 1),
  constraint webhooks_retry_schedule
    check (retry_schedule in ('standard', 'one_day', 'three_days')),
  constraint webhooks_disable_after_hours check (disable_after_hours between 0 and 72),
  constraint webhooks_disabled check (active = (disabled_at is null)),
  constraint webhooks_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
comment on table webhooks is
  'Endpoints that a merchant wants its events sent to; the signing secret is sealed.';

create table webhook_deliveries (
  merchant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  body text,
  last_error text,
  settled_at timestamptz,
  delivered_at timestamptz,
  dismissed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint webhook_deliveries_merchant_id_id_pk primary key (merchant_id, id),
  constraint webhook_deliveries_status check (status in ('pending', 'delivered', 'failed', 'held')),
  constraint webhook_deliveries_merchant_id_webhook_id_webhooks_merchant_id_id_fk
    foreign key (merchant_id, webhook_id) references webhooks (merchant_id, id),
  constraint webhook_deliveries_merchant_id_event_id_events_merchant_id_id_fk
    foreign key (merchant_id, event_id) references events (merchant_id, id)
);
create unique index webhook_deliveries_event on webhook_deliveries (merchant_id, webhook_id, event_id);
create index webhook_deliveries_due on webhook_deliveries (merchant_id, webhook_id, next_attempt_at)
  where status = 'pending';
create index webhook_deliveries_log on webhook_deliveries (merchant_id, webhook_id, id);
create index webhook_deliveries_age on webhook_deliveries using brin (created_at);
create index webhook_deliveries_missed on webhook_deliveries (merchant_id, webhook_id, id)
  where status in ('held', 'failed') and dismissed_at is null;
comment on table webhook_deliveries is
  'One event on its way to one webhook, with its body as first rendered.';

create table webhook_attempts (
  merchant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  url text not null,
  http_status integer,
  error text,
  excerpt text,
  duration_ms integer not null,
  created_at timestamptz not null default now(),
  constraint webhook_attempts_merchant_id_id_pk primary key (merchant_id, id),
  constraint webhook_attempts_merchant_id_delivery_id_webhook_deliveries_merchant_id_id_fk
    foreign key (merchant_id, delivery_id) references webhook_deliveries (merchant_id, id)
);
create index webhook_attempts_delivery on webhook_attempts (merchant_id, delivery_id, id);
create index webhook_attempts_webhook on webhook_attempts (merchant_id, webhook_id, created_at);
comment on table webhook_attempts is 'What became of each attempt of a delivery.';

-- Online shops

create table platform_connections (
  merchant_id uuid not null,
  id uuid not null,
  kind text not null,
  address text not null,
  name text not null,
  currency currency_code not null,
  sealed_token text,
  status text not null,
  last_error text,
  unreachable_in_a_row integer not null default 0,
  paused_until timestamptz,
  polled_until timestamptz,
  polling_since timestamptz,
  poll_cursor text,
  reconciled_at timestamptz,
  reconciling_since timestamptz,
  reconcile_cursor text,
  points_available double precision,
  points_maximum double precision,
  points_per_second double precision,
  points_at timestamptz,
  disconnected_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint platform_connections_merchant_id_id_pk primary key (merchant_id, id),
  constraint platform_connections_kind check (kind in ('shopify', 'http')),
  constraint platform_connections_status check (status in ('connected', 'failing', 'disconnected')),
  constraint platform_connections_disconnected
    check ((status = 'disconnected') = (disconnected_at is not null)
      and (status = 'disconnected') = (sealed_token is null)),
  constraint platform_connections_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
create unique index platform_connections_live on platform_connections (merchant_id)
  where status <> 'disconnected';
create unique index platform_connections_address on platform_connections (merchant_id, kind, address);
comment on table platform_connections is 'An online shop whose gift cards mirror a store''s cards.';

create table platform_cards (
  merchant_id uuid not null,
  connection_id uuid not null,
  card_id uuid not null,
  platform_id text,
  state text not null,
  reason text,
  expected_cents cents not null default 0,
  synced_sequence bigint not null default 0,
  pending_reference text,
  pending_cents bigint,
  seen_cents cents,
  seen_as text,
  seen_at timestamptz,
  unposted_cents cents not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint platform_cards_merchant_id_connection_id_card_id_pk
    primary key (merchant_id, connection_id, card_id),
  constraint platform_cards_state_known
    check (state in ('queued', 'created', 'failed', 'disabled')),
  constraint platform_cards_seen_as check (seen_as in ('enabled', 'disabled', 'missing')),
  constraint platform_cards_created check (state <> 'created' or platform_id is not null),
  constraint platform_cards_pending check ((pending_reference is null) = (pending_cents is null)),
  constraint platform_cards_merchant_id_connection_id_platform_connections_merchant_id_id_fk
    foreign key (merchant_id, connection_id) references platform_connections (merchant_id, id),
  constraint platform_cards_merchant_id_card_id_cards_merchant_id_id_fk
    foreign key (merchant_id, card_id) references cards (merchant_id, id)
);
create unique index platform_cards_platform on platform_cards (merchant_id, connection_id, platform_id)
  where platform_id is not null;
create index platform_cards_state on platform_cards (merchant_id, connection_id, state, card_id);
create index platform_cards_different on platform_cards (merchant_id, connection_id, card_id)
  where state in ('queued', 'failed') or unposted_cents > 0 or seen_as = 'missing'
    or (seen_as = 'disabled' and state = 'created') or seen_cents > expected_cents;
comment on table platform_cards is
  'What mirrors a card in an online shop, and how far it follows the card.';

-- Email

create table outbox (
  id uuid primary key,
  merchant_id uuid,
  kind text not null,
  payload jsonb not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  constraint outbox_status check (status in ('pending', 'done', 'failed', 'suppressed', 'kept'))
);
create index outbox_due on outbox (kind, next_attempt_at) where status = 'pending';
create index outbox_platform_due on outbox (merchant_id, next_attempt_at)
  where status = 'pending' and kind = 'platform_card';
create index outbox_kept on outbox (merchant_id, id) where status = 'kept';
comment on table outbox is 'Work that leaves the process, queued in the commit that calls for it.';

create table mail_suppressions (
  merchant_id uuid not null,
  id uuid not null,
  email_hash bytea not null,
  sealed_email text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint mail_suppressions_merchant_id_id_pk primary key (merchant_id, id),
  constraint mail_suppressions_reason check (reason in ('unsubscribed', 'bounced', 'complained')),
  constraint mail_suppressions_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
create unique index mail_suppressions_email on mail_suppressions (merchant_id, email_hash);
comment on table mail_suppressions is
  'Addresses that a store sends no email to, and why; kept as a keyed hash and encrypted.';

create table undeliverable_addresses (
  id uuid primary key,
  email_hash bytea not null,
  sealed_email text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint undeliverable_addresses_email_hash_unique unique (email_hash),
  constraint undeliverable_addresses_reason check (reason in ('bounced', 'complained'))
);
comment on table undeliverable_addresses is
  'Addresses that no store sends email to, because mail to them bounced or was reported as spam; kept as a keyed hash and encrypted.';

-- Operations

create table audit_log (
  merchant_id uuid not null,
  id uuid not null,
  actor text not null,
  action text not null,
  subject_id text,
  details jsonb,
  request_id text,
  created_at timestamptz not null default now(),
  constraint audit_log_merchant_id_id_pk primary key (merchant_id, id),
  constraint audit_log_merchant_id_merchants_id_fk
    foreign key (merchant_id) references merchants (id)
);
create index audit_log_actor on audit_log (merchant_id, actor, id);
create index audit_log_action on audit_log (merchant_id, action, id);
create index audit_log_actor_action on audit_log (merchant_id, actor, action, id);
create index audit_log_subject on audit_log (merchant_id, subject_id, id);
comment on table audit_log is 'Who changed what, written in the commit of the change.';

create table encryption_keys (
  id text primary key,
  added_at timestamptz not null default now()
);
comment on table encryption_keys is
  'Fingerprints of the encryption keys that values of this database need: one, except during a rotation.';

create table job_runs (
  job text primary key,
  ran_at timestamptz not null,
  succeeded_at timestamptz,
  duration_ms integer not null
);
comment on table job_runs is 'The last run of each scheduled job, in any process.';
