import { mutant } from "./mutant.mjs";

const TEST_MODE_TEST = "lib/merchants/test-mode.test.ts";
const MAILS_TEST = "lib/outbox/test-mails.test.ts";
const EVENTS_TEST = "app/api/v1/test/events/events.test.ts";
const CLOCK_TEST = "app/api/v1/test/clock/clock.test.ts";

/** What a test twin does stays in it, and its time is its own. */
export const testMode = [
  mutant("Emails that a domain queues for a test twin are never sent.", "lib/outbox/mail.ts")
    .without('    ...(isKept && { status: "kept" }),\n')
    .caughtBy(MAILS_TEST, "emails of a test twin are kept"),
  mutant("Invitations of a test twin are never sent.", "lib/ledger/consumers.sql")
    .replacing("case when is_test then 'kept'", "case when is_test then 'pending'")
    .caughtBy(MAILS_TEST, "emails of a test twin are kept"),
  mutant("Emails of a test twin count against no quota.", "lib/outbox/store-mail.ts")
    .without("  if (await isTestStore(tx, merchantId)) return;\n")
    .caughtBy(MAILS_TEST, "count against no quota"),
  mutant("The dev mail page shows no email of a test twin.", "lib/outbox/list-mails.ts")
    .replacing(
      'and(eq(outbox.kind, "email"), ne(outbox.status, "kept"))',
      'eq(outbox.kind, "email")',
    )
    .caughtBy(MAILS_TEST, "emails of a test twin are kept"),
  mutant("A live store's clock can't be moved.", "lib/http/principals.ts")
    .without('  if (mode === "test" && !principal.isTest) throw new Refusal("test_mode_only");\n')
    .caughtBy(CLOCK_TEST, "a live key and a live store's owner"),
  mutant("Events are read once, also those that commit late.", "lib/webhooks/wait-for-events.ts")
    .replacing("x.xid < s.horizon and (x.xid, e.id) >", "(x.xid, e.id) >")
    .caughtBy(EVENTS_TEST, "every event is returned once"),
  mutant("Each store's listeners read its own events.", "lib/webhooks/wait-for-events.ts")
    .replacing("e.merchant_id = w.merchant_id and e.id >=", "e.id >=")
    .caughtBy(EVENTS_TEST, "only those of their own store"),
  mutant("No agreement names a test twin.", "lib/transfers/agreements/propose.ts")
    .replacing(
      "and(eq(merchants.slug, slug), isNull(merchants.liveMerchantId))",
      "eq(merchants.slug, slug)",
    )
    .caughtBy(TEST_MODE_TEST, "no agreement names a twin"),
  mutant("A customer's wallet shows no test cards.", "lib/consumers/wallet/cards.ts")
    .replacing(": isNull(merchants.liveMerchantId);", ": undefined;")
    .caughtBy(MAILS_TEST, "a customer's wallet shows no test card"),
  mutant("Cards expire by the store's own clock.", "lib/ledger/move.sql")
    .replacing("time_ahead(m.clock_offset_ms) at time zone", "now() at time zone")
    .caughtBy(CLOCK_TEST, "a card expires by the clock"),
  mutant("Holds end by the store's own clock.", "lib/ledger/records.sql")
    .replacing("at timestamptz := store_now(p_card.merchant_id);", "at timestamptz := now();")
    .caughtBy(CLOCK_TEST, "a hold ends by the clock"),
  mutant("A removed member's test keys stop.", "lib/merchants/team/members.ts")
    .without("  await revokeTestKeysOf(tx, ctx, userId);\n")
    .caughtBy(TEST_MODE_TEST, "loses the test keys"),
];
