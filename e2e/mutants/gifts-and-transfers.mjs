import { mutant } from "./mutant.mjs";

const GIFTS_TEST = "lib/gifts/gifts.test.ts";
const TRANSFER_TEST = "lib/transfers/transfer.test.ts";
const AGREEMENTS_TEST = "app/api/portal/agreements/agreements.test.ts";
const LIMITS_TEST = "lib/transfers/agreements/limits.test.ts";
const RATE_TEST = "lib/fx/fx.test.ts";

/** Gifts, transfers and currencies. */
export const giftsAndTransfers = [
  mutant("A gift is returned once.", "lib/gifts/accept-or-return.ts")
    .without('if (gift.status !== "pending") throw new Refusal("gift_settled");')
    .caughtBy(GIFTS_TEST, "declining, cancelling and expiring at once exactly one wins"),
  mutant("A gift is accepted once.", "lib/gifts/accept-or-return.ts")
    .replacing('if (gift.status !== "pending" || gift.isOver)', "if (gift.isOver)")
    .caughtBy(GIFTS_TEST, "declining, cancelling and expiring at once exactly one wins"),
  mutant("A gift goes back only when its 30 days are over.", "lib/gifts/accept-or-return.ts")
    .without('if (status === "expired" && !gift.isOver) throw new Refusal("gift_settled");')
    .caughtBy("lib/gifts/accept-or-return.test.ts", "a gift that is not due"),
  mutant("A gift from a disabled card returns to a new card.", "lib/gifts/accept-or-return.ts")
    .replacing('const hasRoom = card?.status === "active"', "const hasRoom = card")
    .caughtBy(GIFTS_TEST, "that comes back to a card disabled meanwhile"),
  mutant("A gift's sender gets a mail about its outcome.", "lib/gifts/accept-or-return.ts")
    .replacing('if (status !== "cancelled") {', "if (false) {")
    .caughtBy("lib/gifts/accept-or-return.test.ts", "the sender gets"),
  mutant("A transfer is converted to the cent.", "lib/transfers/transfer.ts")
    .replacing("amountCents: arrivesCents,", "amountCents: arrivesCents + 1,")
    .caughtBy(TRANSFER_TEST, "takes from one card and gives to the other"),
  mutant("Transfers that cross lock their cards in one order.", "lib/ledger/lock-cards.ts")
    .replacing(".orderBy(asc(cards.id))", ".orderBy(sql`${cards.id} desc`)")
    .caughtBy(TRANSFER_TEST, "the card with the lower id is locked first"),
  mutant("An agreement that ends meanwhile lets no transfer through.", "lib/transfers/transfer.ts")
    .replacing('sides?.mine.status !== "active"', "!sides")
    .caughtBy(TRANSFER_TEST, "an agreement that ends meanwhile"),
  mutant(
    "A card of a store without agreement is locked by nobody else.",
    "lib/transfers/transfer.ts",
  )
    .replacing(
      "return card?.theirCurrency || card?.merchantId === merchantId ? card : undefined;",
      "return card;",
    )
    .caughtBy(TRANSFER_TEST, "without an agreement, or after it"),
  mutant("Only an active agreement opens a store's cards.", "lib/transfers/agreements/agreement.ts")
    .without('\n    eq(transferAgreements.status, "active"),')
    .caughtBy(TRANSFER_TEST, "without an agreement, or after it"),
  mutant("Limits apply in the currency they were counted in.", "lib/transfers/transfer.ts")
    .replacing("sides?.mine.currency !== mine || sides?.theirs.currency !== theirs", "!sides")
    .caughtBy(TRANSFER_TEST, "that changes its currency meanwhile"),
  mutant("Proposing again doesn't mail again.", "lib/transfers/agreements/propose.ts")
    .without("(!last || isMailable(last)) && ")
    .caughtBy(AGREEMENTS_TEST, "that proposes again within a day"),
  mutant("What is owed is what was transferred and not paid.", "lib/ledger/verify-checks.ts")
    .replacing("<> (r.to_us, r.by_us)", "<> (a.owed_to_us_cents, a.owed_by_us_cents)")
    .caughtBy(LIMITS_TEST, "is checked against the transfers and payments"),
  mutant("A store accepts proposals, not its own.", "lib/transfers/agreements/accept.ts")
    .without(" || mine.proposedByMe")
    .caughtBy(AGREEMENTS_TEST, "only after one proposed and the other's owner accepted"),
  mutant("The limits of both stores apply.", "lib/transfers/agreements/limits.ts")
    .without(" && counted.in.cents <= left.in")
    .caughtBy(LIMITS_TEST, "of either store applies"),
  mutant("Limits hold under concurrent transfers.", "lib/transfers/agreements/agreement.ts")
    .replacing('await (lock ? query.for("no key update") : query)', "await query")
    .caughtBy(LIMITS_TEST, "holds under concurrent transfers"),
  mutant("What is owed counts against its limit.", "lib/transfers/agreements/limits.ts")
    .without(" - owedCents")
    .caughtBy(LIMITS_TEST, "per transfer, per day and on what is unsettled"),
  mutant("A conversion is rounded down, never in the payer's favour.", "lib/fx/rate.ts")
    .replacing("(decimalsOf(to))", "(decimalsOf(to)) + tenTo(rate.scale + decimalsOf(from)) - 1n")
    .caughtBy(RATE_TEST, "of known amounts"),
  mutant("Rates there and back never make more than there was.", "lib/fx/rate.ts")
    .replacing("(over * tenTo(scale)) / under, scale", "(over * tenTo(scale)) / under + 1n, scale")
    .caughtBy(RATE_TEST, "there and back makes nothing"),
  mutant("Currencies of 0 and 3 decimals convert rightly.", "lib/fx/rate.ts")
    .replacing("tenTo(rate.scale + decimalsOf(from));", "tenTo(rate.scale + 2);")
    .caughtBy("e2e/api/transfers/fx-rate.spec.ts", "an amount is converted, rounding down"),
  mutant("A rate is stale from the fifth day on.", "lib/fx/rate.ts")
    .replacing("const FRESH_DAYS = 4;", "const FRESH_DAYS = 5;")
    .caughtBy(RATE_TEST, "a rate is stale from the fifth day on"),
  mutant("A quote is signed: what was changed in it opens no longer.", "lib/fx/quote.ts")
    .without("if (!tagsOf(payload).some((ours) => sameSecret(given, ours))) return null;")
    .caughtBy(RATE_TEST, "a quote is signed"),
  mutant("A quote holds for ten minutes.", "lib/transfers/convert.ts")
    .replacing("if (quote.expiresAt.getTime() <= Date.now()) {", "if (false) {")
    .caughtBy(TRANSFER_TEST, "is refused once its ten minutes are over"),
];
