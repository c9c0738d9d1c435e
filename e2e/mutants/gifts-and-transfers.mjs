import { mutant } from "./mutant.mjs";

const GIFTS = "lib/gifts/gifts.test.ts";
const TRANSFER = "lib/transfers/transfer.test.ts";
const RATE = "lib/fx/rate.test.ts";

/** Gifts, transfers and currencies. */
export const giftsAndTransfers = [
  mutant("A gift is returned once.", "lib/gifts/settle.ts")
    .without('if (gift.status !== "pending") throw new Refusal("gift_settled");')
    .caughtBy(GIFTS, "declining, cancelling and expiring at once exactly one wins"),
  mutant("A gift is accepted once.", "lib/gifts/settle.ts")
    .replacing('if (gift.status !== "pending" || gift.isOver)', "if (gift.isOver)")
    .caughtBy("app/api/wallet/gifts.test.ts", "accepted by ten at once is accepted once"),
  mutant("A gift goes back only when its 30 days are over.", "lib/gifts/settle.ts")
    .without('if (status === "expired" && !gift.isOver) throw new Refusal("gift_settled");')
    .caughtBy("lib/gifts/expire.test.ts", "a gift that is not due"),
  mutant(
    "A gift comes back to a new card when its own was disabled meanwhile.",
    "lib/gifts/settle.ts",
  )
    .replacing(
      'const hasRoom = card?.status === "active" && amountCents',
      "const hasRoom = card && amountCents",
    )
    .caughtBy(GIFTS, "that comes back to a card disabled meanwhile"),
  mutant("A gift's sender gets a mail about its outcome.", "lib/gifts/settle.ts")
    .replacing('if (status !== "cancelled") {', "if (false) {")
    .caughtBy("lib/gifts/tell-sender.test.ts"),
  mutant(
    "A transfer gives the other card what its rate says, to the cent.",
    "lib/transfers/transfer.ts",
  )
    .replacing("amountCents: arrivesCents,", "amountCents: arrivesCents + 1,")
    .caughtBy(TRANSFER, "takes from one card and gives to the other"),
  mutant("Transfers that cross lock their cards in one order.", "lib/ledger/lock-cards.ts")
    .replacing(".orderBy(asc(cards.id))", ".orderBy(sql`${cards.id} desc`)")
    .caughtBy(TRANSFER, "the card with the lower id is locked first"),
  mutant(
    "A card of a store that takes no transfers is answered as no card.",
    "lib/transfers/transfer.ts",
  )
    .replacing('"active" && target.store.transfersEnabled;', '"active";')
    .caughtBy("e2e/api/transfers/transfers.spec.ts"),
  mutant("A store that takes no transfers makes none.", "lib/transfers/transfer.ts")
    .replacing("if (!source.store.transfersEnabled) throw", "if (false) throw")
    .caughtBy(
      "e2e/api/transfers/transfers.spec.ts",
      "transfers that aren't enabled reveal no code",
    ),
  mutant("A conversion is rounded down, never in the payer's favour.", "lib/fx/rate.ts")
    .replacing(
      "(amountCents * rate.digits * tenTo(decimalsOf(to))) /",
      "(amountCents * rate.digits * tenTo(decimalsOf(to)) + tenTo(rate.scale + decimalsOf(from)) - 1n) /",
    )
    .caughtBy(RATE, "of known amounts"),
  mutant("Rates there and back never make more than there was.", "lib/fx/rate.ts")
    .replacing(
      "return { digits: (over * tenTo(scale)) / under, scale };",
      "return { digits: (over * tenTo(scale)) / under + 1n, scale };",
    )
    .caughtBy(RATE, "there and back makes nothing"),
  mutant("Currencies of 0 and 3 decimals convert rightly.", "lib/fx/rate.ts")
    .replacing("tenTo(rate.scale + decimalsOf(from));", "tenTo(rate.scale + 2);")
    .caughtBy("e2e/api/transfers/fx-rate.spec.ts", "an amount is converted, rounding down"),
  mutant("A rate is stale from the fifth day on.", "lib/fx/rate.ts")
    .replacing("const FRESH_DAYS = 4;", "const FRESH_DAYS = 5;")
    .caughtBy(RATE, "a rate is stale from the fifth day on"),
  mutant("A quote is signed: what was changed in it opens no longer.", "lib/fx/quote.ts")
    .without('if (!sameSecret(Buffer.from(tag, "base64url"), tagOf(payload))) return null;')
    .caughtBy("lib/fx/update-rates.test.ts", "a quote is signed"),
  mutant("A quote holds for ten minutes.", "lib/transfers/convert.ts")
    .replacing("if (quote.expiresAt.getTime() <= Date.now()) {", "if (false) {")
    .caughtBy(TRANSFER, "is refused once its ten minutes are over"),
];
