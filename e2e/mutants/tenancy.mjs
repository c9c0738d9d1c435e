const TENANCY = "e2e/api/tenancy.spec.ts";

/** What belongs to another merchant is answered as what does not exist. @type {import("./mutants.mjs").Mutant[]} */
export const tenancy = [
  {
    guarantee: "Another store's card is not there by its id.",
    file: "lib/ledger/cards-at.sql",
    find: "where k.merchant_id = w.merchant_id and k.id = w.card_id offset 0",
    replace: "where k.id = w.card_id offset 0",
    tests: [{ file: "lib/cards/find.test.ts" }],
  },
  {
    guarantee: "Another store's card is not there by its code.",
    file: "lib/cards/find.ts",
    find: ".where(and(eq(cards.merchantId, merchantId), which));",
    replace: ".where(which);",
    tests: [{ file: TENANCY, title: "another store's id or code in a body" }],
  },
  {
    guarantee: "No list shows another store's cards.",
    file: "lib/cards/list.ts",
    find: "return sql`merchant_id = ${merchantId}\n",
    replace: "return sql`true\n",
    tests: [{ file: TENANCY, title: "no list shows another store's rows" }],
  },
  {
    guarantee: "The portal finds and exports the store's cards alone.",
    file: "lib/cards/filters.ts",
    find: "    eq(cards.merchantId, merchantId),\n",
    replace: "",
    tests: [
      {
        file: "app/api/portal/cards/cards.test.ts",
        title: "another store's cards are in no list and no file",
      },
    ],
  },
  {
    guarantee: "No list shows another store's transactions.",
    file: "lib/history/transaction-filters.ts",
    find: "    eq(transactions.merchantId, merchantId),\n",
    replace: "",
    tests: [{ file: TENANCY, title: "no list shows another store's rows" }],
  },
  {
    guarantee: "Another store's movements are found by no search.",
    file: "lib/history/transaction-filters.ts",
    find: "    eq(transactions.merchantId, merchantId),\n",
    replace: "",
    tests: [
      { file: "lib/history/search-transactions.test.ts", title: "another store's movements" },
    ],
  },
  {
    guarantee: "Another store's webhook is absent.",
    file: "lib/webhooks/find.ts",
    find: "and(eq(webhooks.merchantId, merchantId), eq(webhooks.id, id), isNull(webhooks.deletedAt));",
    replace: "and(eq(webhooks.id, id), isNull(webhooks.deletedAt));",
    tests: [
      { file: "e2e/webhooks/registration.spec.ts", title: "another store's webhook is absent" },
    ],
  },
  {
    guarantee: "GET /webhooks lists the store's own.",
    file: "lib/webhooks/find.ts",
    find: ".where(and(eq(webhooks.merchantId, merchantId), isNull(webhooks.deletedAt)))",
    replace: ".where(isNull(webhooks.deletedAt))",
    tests: [{ file: TENANCY, title: "no list shows another store's rows" }],
  },
  {
    guarantee: "Another store's customer is absent.",
    file: "lib/customers/customers.ts",
    find: ".where(and(eq(customers.merchantId, merchantId), eq(customers.id, id)));",
    replace: ".where(eq(customers.id, id));",
    tests: [{ file: "app/api/portal/customers/customers.test.ts", title: "foreign is absent" }],
  },
  {
    guarantee: "Another store's API key is not rolled.",
    file: "lib/merchants/keys/roll.ts",
    find: '.where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId)))\n    .for("no key update");',
    replace: '.where(eq(apiKeys.id, keyId))\n    .for("no key update");',
    tests: [{ file: "lib/merchants/keys/roll.test.ts", title: "of another store, or of none" }],
  },
  {
    guarantee: "A cursor holds for its own list, filters and store alone.",
    file: "lib/page.ts",
    find: "|| !sameSecret(tag, tagOf(id, key, list))",
    replace: "",
    tests: [{ file: "e2e/api/pagination.spec.ts", title: "holds for its own list" }],
  },
  {
    guarantee: "A page of another store than the session's changes nothing.",
    file: "lib/http/sessions.ts",
    find: 'if (shown !== null && shown !== merchantId) throw new Refusal("store_changed");',
    replace: "",
    tests: [
      { file: "lib/http/sessions.test.ts", title: "neither reads nor changes anything by it" },
    ],
  },
  {
    guarantee:
      "Two stores may bring along the same code, and neither finds the other's card by it.",
    file: "lib/cards/code.ts",
    find: 'keyedHash("card-code", `${merchantId}:${code}`)',
    replace: 'keyedHash("card-code", code)',
    tests: [
      { file: "app/api/portal/batches/import/import.test.ts", title: "two stores may bring along" },
    ],
  },
];
