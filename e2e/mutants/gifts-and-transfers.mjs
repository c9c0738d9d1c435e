const GIFTS = "lib/gifts/gifts.test.ts";
const TRANSFER = "lib/transfers/transfer.test.ts";
const RATE = "lib/fx/rate.test.ts";

/** Money between people, stores and currencies. @type {import("./mutants.mjs").Mutant[]} */
export const giftsAndTransfers = [
  {
    guarantee: "A gift is returned once.",
    file: "lib/gifts/return.ts",
    find: 'if (gift.status !== "pending") throw new Refusal("gift_settled");',
    replace: "",
    tests: [{ file: GIFTS, title: "declining, cancelling and expiring at once exactly one wins" }],
  },
  {
    guarantee: "A gift is accepted once.",
    file: "lib/gifts/accept.ts",
    find: 'if (gift.status !== "pending" || gift.isOver)',
    replace: "if (gift.isOver)",
    tests: [
      { file: "app/api/wallet/gifts.test.ts", title: "accepted by ten at once is accepted once" },
    ],
  },
  {
    guarantee: "A gift goes back only when its 30 days are over.",
    file: "lib/gifts/return.ts",
    find: 'if (status === "expired" && !gift.isOver) throw new Refusal("gift_settled");',
    replace: "",
    tests: [{ file: "lib/gifts/expire.test.ts", title: "a gift that is not due" }],
  },
  {
    guarantee: "A gift comes back to a new card when its own was disabled meanwhile.",
    file: "lib/gifts/return.ts",
    find: 'const hasRoom = card?.status === "active" && amountCents',
    replace: "const hasRoom = card && amountCents",
    tests: [{ file: GIFTS, title: "that comes back to a card disabled meanwhile" }],
  },
  {
    guarantee: "A gift's sender is told what became of it.",
    file: "lib/gifts/settle.ts",
    find: 'if (status !== "cancelled") {',
    replace: "if (false) {",
    tests: [{ file: "lib/gifts/tell-sender.test.ts" }],
  },
  {
    guarantee: "A transfer gives the other card what its rate says, to the cent.",
    file: "lib/transfers/transfer.ts",
    find: "amountCents: arrivesCents,",
    replace: "amountCents: arrivesCents + 1,",
    tests: [{ file: TRANSFER, title: "takes from one card and gives to the other" }],
  },
  {
    guarantee: "Transfers that cross lock their cards in one order.",
    file: "lib/ledger/lock-cards.ts",
    find: ".orderBy(asc(cards.id))",
    replace: ".orderBy(sql`${cards.id} desc`)",
    tests: [{ file: TRANSFER, title: "the card with the lower id is locked first" }],
  },
  {
    guarantee: "A card of a store that takes no transfers is answered as no card.",
    file: "lib/transfers/transfer.ts",
    find: '"active" && target.store.transfersEnabled;',
    replace: '"active";',
    tests: [{ file: "e2e/api/transfers/transfers.spec.ts" }],
  },
  {
    guarantee: "A store that takes no transfers makes none.",
    file: "lib/transfers/transfer.ts",
    find: "if (!source.store.transfersEnabled) throw",
    replace: "if (false) throw",
    tests: [
      { file: "e2e/api/transfers/transfers.spec.ts", title: "makes none, and learns nothing" },
    ],
  },
  {
    guarantee: "A conversion is rounded down, never in the payer's favour.",
    file: "lib/fx/rate.ts",
    find: "(amountCents * rate.digits * tenTo(decimalsOf(to))) /",
    replace:
      "(amountCents * rate.digits * tenTo(decimalsOf(to)) + tenTo(rate.scale + decimalsOf(from)) - 1n) /",
    tests: [{ file: RATE, title: "of known amounts" }],
  },
  {
    guarantee: "Rates there and back never make more than there was.",
    file: "lib/fx/rate.ts",
    find: "return { digits: (over * tenTo(scale)) / under, scale };",
    replace: "return { digits: (over * tenTo(scale)) / under + 1n, scale };",
    tests: [{ file: RATE, title: "there and back makes nothing" }],
  },
  {
    guarantee: "Currencies of 0 and 3 decimals convert rightly.",
    file: "lib/fx/rate.ts",
    find: "tenTo(rate.scale + decimalsOf(from));",
    replace: "tenTo(rate.scale + 2);",
    tests: [{ file: "e2e/api/transfers/fx-rate.spec.ts", title: "an amount is converted with it" }],
  },
  {
    guarantee: "A rate is stale from the fifth day on.",
    file: "lib/fx/stale.ts",
    find: "const FRESH_DAYS = 4;",
    replace: "const FRESH_DAYS = 5;",
    tests: [{ file: RATE, title: "a rate is stale from the fifth day on" }],
  },
  {
    guarantee: "A quote is signed: what was changed in it opens no longer.",
    file: "lib/fx/quote.ts",
    find: 'if (!sameSecret(Buffer.from(tag, "base64url"), tagOf(payload))) return null;',
    replace: "",
    tests: [{ file: "lib/fx/update-rates.test.ts", title: "a quote is signed" }],
  },
  {
    guarantee: "A quote holds for ten minutes.",
    file: "lib/transfers/convert.ts",
    find: "if (quote.expiresAt.getTime() <= Date.now()) {",
    replace: "if (false) {",
    tests: [{ file: TRANSFER, title: "is refused once its ten minutes are over" }],
  },
];
