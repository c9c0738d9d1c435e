import { mutant } from "./mutant.mjs";

const TENANCY_SPEC = "e2e/api/tenancy.spec.ts";

/** Requests for another merchant's data get the same response as for missing data. */
export const tenancy = [
  mutant("Another store's card is not there by its id.", "lib/ledger/cards-at.sql")
    .replacing("where k.merchant_id = w.merchant_id and k.id = w.card_id", "where k.id = w.card_id")
    .caughtBy("lib/cards/find.test.ts"),
  mutant("Another store's card is not there by its code.", "lib/cards/find.ts")
    .replacing(".where(and(eq(cards.merchantId, merchantId), which));", ".where(which);")
    .caughtBy(TENANCY_SPEC, "another store's id or code in a body"),
  mutant("No list shows another store's cards.", "lib/cards/list.ts")
    .replacing("return sql`merchant_id = ${merchantId}\n", "return sql`true\n")
    .caughtBy(TENANCY_SPEC, "no list shows another store's rows"),
  mutant("The dashboard finds and exports the store's cards alone.", "lib/cards/filters.ts")
    .without("    eq(cards.merchantId, merchantId),\n")
    .caughtBy("app/api/portal/cards/cards.test.ts", "neither list nor file has a code"),
  mutant("No list shows another store's transactions.", "lib/history/transaction-filters.ts")
    .without("    eq(transactions.merchantId, merchantId),\n")
    .caughtBy(TENANCY_SPEC, "no list shows another store's rows"),
  mutant("Another store's movements are found by no search.", "lib/history/transaction-filters.ts")
    .without("    eq(transactions.merchantId, merchantId),\n")
    .caughtBy("lib/history/search-transactions.test.ts", "another store's movements"),
  mutant("A consumer never sees the metadata of a store.", "lib/contract/consumer-wallet.ts")
    .without("  metadata: {},\n")
    .caughtBy("app/api/v1/cards/metadata.test.ts", "a consumer's cards and history"),
  mutant("Another store's webhook is absent.", "lib/webhooks/find.ts")
    .replacing("eq(webhooks.merchantId, merchantId), eq(webhooks.id, id)", "eq(webhooks.id, id)")
    .caughtBy(TENANCY_SPEC, "another store's id in a path"),
  mutant("Another store's request is not reversed by its key.", "lib/ledger/replay-and-limits.sql")
    .replacing("where i.merchant_id = p_merchant and i.key = p_key", "where i.key = p_key")
    .caughtBy("lib/cards/reverse-by-key.test.ts", "of another store's request finds none"),
  mutant("Totals count the store's own transactions.", "lib/history/total-transactions.ts")
    .without("    eq(transactions.merchantId, merchantId),\n")
    .caughtBy("app/api/v1/me/me.test.ts", "a till's totals are exact"),
  mutant("GET /webhooks lists the store's own.", "lib/webhooks/find.ts")
    .replacing(
      ".where(and(eq(webhooks.merchantId, merchantId), isNull(webhooks.deletedAt)))",
      ".where(isNull(webhooks.deletedAt))",
    )
    .caughtBy(TENANCY_SPEC, "no list shows another store's rows"),
  mutant("Another store's customer is absent.", "lib/customers/customers.ts")
    .replacing(
      ".where(and(eq(customers.merchantId, merchantId), eq(customers.id, id)));",
      ".where(eq(customers.id, id));",
    )
    .caughtBy("app/api/portal/tenancy.test.ts", "GET /customers/[id]"),
  mutant("A saved view is its own person's.", "lib/merchants/saved-views.ts")
    .without(", eq(savedViews.userId, signedInUserOf(ctx).userId)")
    .caughtBy("app/api/portal/saved-views/saved-views.test.ts", "by nobody else"),
  mutant("No search finds another store's customers.", "lib/customers/search.ts")
    .replacing("${eq(customers.merchantId, merchantId)} and", "")
    .caughtBy("app/api/portal/customers/customers.test.ts", "another store's customer is absent"),
  mutant("Another store's API key is not rolled.", "lib/merchants/keys/read.ts")
    .replacing(
      "and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, id), isNoDevice(merchantId))",
      "and(eq(apiKeys.id, id), isNoDevice(merchantId))",
    )
    .caughtBy("lib/merchants/keys/roll.test.ts", "of another store is not found"),
  mutant("A cursor holds for its own list, filters and store alone.", "lib/page.ts")
    .without("|| !isOurs")
    .caughtBy("e2e/api/pagination.spec.ts", "holds for its own list"),
  mutant("A page of a store other than the session's changes nothing.", "lib/http/sessions.ts")
    .without('if (shown !== null && shown !== merchantId) throw new Refusal("store_changed");')
    .caughtBy("app/api/portal/roles.test.ts", "is refused if the page shows another store"),
  mutant("Stores may import the same code and find only their own.", "lib/cards/code.ts")
    .replacing("parseCode(code) ? code : `${merchantId}:${code}`;", "code;")
    .caughtBy("app/api/portal/batches/import/import.test.ts", "two stores may import"),
];
