import { mutant } from "./mutant.mjs";

const EVENTS_TEST = "app/api/v1/test/events/events.release.test.ts";
const TENANCY_SPEC = "app/api/v1/tenancy.test.ts";

/** Each store has its own, and nothing of another. */
export const tenancy = [
  mutant("An Idempotency-Key belongs to one store.", "lib/ledger/idempotency/replay-and-limits.sql")
    .without("merchant_id = p_merchant and i.")
    .caughtBy("lib/ledger/post/admit.test.ts", "is another key at another merchant")
    .caughtBy("lib/domain/cards/reverse-by-key.test.ts", "of another store's request finds none"),
  mutant("A movement's Idempotency-Key belongs to one store.", "lib/ledger/post/move.sql")
    .without("merchant_id = w.merchant and i.")
    .caughtBy("lib/ledger/post/admit.test.ts", "is another key at another merchant"),
  mutant("Another store's card is not there by its id.", "lib/ledger/post/cards-at.sql")
    .without("merchant_id = w.merchant_id and k.")
    .caughtBy("lib/domain/cards/find.test.ts"),
  mutant("Another store's card is not there by its code.", "lib/domain/cards/find.ts")
    .replacing("and(eq(cards.merchantId, merchantId), which)", "which")
    .caughtBy(TENANCY_SPEC, "another store's id or code in a body"),
  mutant("No list shows another store's cards.", "lib/domain/cards/list.ts")
    .replacing("merchant_id = ${merchantId}", "true")
    .caughtBy(TENANCY_SPEC, "no list shows another store's rows"),
  mutant("The dashboard finds and exports the store's cards alone.", "lib/domain/cards/filters.ts")
    .without("    eq(cards.merchantId, merchantId),\n")
    .caughtBy("app/api/portal/cards.test.ts", "neither list nor file has a code"),
  mutant(
    "No list shows another store's transactions.",
    "lib/domain/transactions/transaction-filters.ts",
  )
    .without("    eq(transactions.merchantId, merchantId),\n")
    .caughtBy(TENANCY_SPEC, "no list shows another store's rows")
    .caughtBy(
      "lib/domain/transactions/search-transactions.release.test.ts",
      "another store's movements",
    ),
  mutant("Another store's webhook is absent.", "lib/domain/webhooks/find.ts")
    .without("merchantId, merchantId), eq(webhooks.")
    .caughtBy(TENANCY_SPEC, "another store's id in a path"),
  mutant(
    "Totals count the store's own transactions.",
    "lib/domain/transactions/total-transactions.ts",
  )
    .without("    eq(transactions.merchantId, merchantId),\n")
    .caughtBy("app/api/v1/me/me.test.ts", "a till's totals are exact"),
  mutant("GET /webhooks lists the store's own.", "lib/domain/webhooks/find.ts")
    .replacing(
      "and(eq(webhooks.merchantId, merchantId), isNull(webhooks.deletedAt)",
      "isNull(webhooks.deletedAt",
    )
    .caughtBy(TENANCY_SPEC, "no list shows another store's rows"),
  mutant("Another store's customer is absent.", "lib/domain/customers/customers.ts")
    .replacing(
      "and(eq(customers.merchantId, merchantId), eq(customers.id, id)",
      "eq(customers.id, id",
    )
    .caughtBy("app/api/portal/tenancy.test.ts", "GET /customers/[id]"),
  mutant("No search finds another store's customers.", "lib/domain/customers/search.ts")
    .without("${eq(customers.merchantId, merchantId)} and")
    .caughtBy("app/api/portal/customers.release.test.ts", "another store's customer is absent"),
  mutant("Another store's API key is not rolled.", "lib/domain/api-keys/read.ts")
    .without("merchantId, merchantId), eq(apiKeys.")
    .caughtBy("lib/domain/api-keys/roll.test.ts", "of another store is not found"),
  mutant("A cursor holds for its own list, filters and store alone.", "lib/base/page.ts")
    .without("|| !isOurs")
    .caughtBy("app/api/v1/pagination.test.ts", "holds for its own list"),
  mutant(
    "A page of a store other than the session's changes nothing.",
    "lib/api/kernel/sessions.ts",
  )
    .without('if (shown !== null && shown !== merchantId) throw new Refusal("store_changed");')
    .caughtBy("app/api/portal/roles.test.ts", "is refused if the page shows another store"),
  mutant("Each store's listeners read its own events.", "lib/domain/webhooks/wait-for-events.ts")
    .without("merchant_id = w.merchant_id and e.")
    .caughtBy(EVENTS_TEST, "only those of their own store"),
  mutant(
    "Events are read once, also those that commit late.",
    "lib/domain/webhooks/wait-for-events.ts",
  )
    .replacing("x.xid < s.horizon and (", "(")
    .caughtBy(EVENTS_TEST, "every event is returned once"),
  mutant("Cards expire by the store's own clock.", "lib/ledger/post/move.sql")
    .replacing("time_ahead(m.clock_offset_ms", "now(")
    .caughtBy("app/api/v1/test/clock/clock.release.test.ts", "a card expires by the clock"),
  mutant("An endpoint's queries go to its store's bucket.", "lib/api/kernel/endpoint.ts")
    .replacing("ctx.merchantId", '""')
    .caughtBy(
      "lib/domain/stores/stores-in-buckets.release.test.ts",
      "a till is paired by its code alone",
    ),
  mutant(
    "The other half of a transfer is in the other store's bucket.",
    "lib/domain/transfers/transfer.ts",
  )
    .replacing("(tx, target", "(tx, ctx")
    .caughtBy(
      "lib/domain/transfers/between-buckets.release.test.ts",
      "events and deliveries in the other store's bucket",
    ),
  mutant(
    "Only an active agreement opens a store's cards.",
    "lib/domain/transfers/agreements/agreement.ts",
  )
    .without('\n    eq(transferAgreements.status, "active"),')
    .caughtBy("lib/domain/transfers/transfer.test.ts", "without an agreement, or after it"),
  mutant("A wallet shows nobody else's cards.", "lib/domain/wallet/wallet/cards.ts")
    .replacing("eq(cards.ownerId, id), isNull", "isNull")
    .caughtBy("app/api/wallet/wallet.test.ts", "other people's cards are a 404")
    .caughtBy(
      "lib/domain/passes/apple/pass-file.release.test.ts",
      "only the owner of an active card",
    ),
  mutant("A link to one card doesn't open the whole wallet.", "lib/api/kernel/sessions.ts")
    .replacing('session.only ? ["wallet:card"] : [', "[")
    .caughtBy("app/api/wallet/wallet.test.ts", "does nothing that needs the whole"),
];
