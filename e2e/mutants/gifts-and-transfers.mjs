import { mutant } from "./mutant.mjs";

const GIFTS = "lib/gifts/gifts.test.ts";
const TRANSFER = "lib/transfers/transfer.test.ts";
const RATE = "lib/fx/rate.test.ts";

/** Money between people, stores and currencies. */
export const giftsAndTransfers = [
  mutant("A gift is returned once.", "lib/ledger/gifts.sql")
    .replacing(
      "when gift.status <> 'pending' or p_status = 'expired' and gift.expires_at > now()",
      "when p_status = 'expired' and gift.expires_at > now()",
    )
    .caughtBy(GIFTS, "declining, cancelling and expiring at once exactly one wins"),
  mutant("A gift is accepted once.", "lib/ledger/gifts.sql")
    .replacing(
      "when gift.status <> 'pending' or gift.expires_at <= now()",
      "when gift.expires_at <= now()",
    )
    .caughtBy("app/api/wallet/gifts.test.ts", "accepted by ten at once is accepted once"),
  mutant("A gift goes back only when its 30 days are over.", "lib/ledger/gifts.sql")
    .without("or p_status = 'expired' and gift.expires_at > now()")
    .caughtBy("lib/gifts/expire.test.ts", "a gift that is not due"),
  mutant(
    "A gift comes back to a new card when its own was disabled meanwhile.",
    "lib/ledger/gifts.sql",
  )
    .replacing("if card.status = 'disabled'\n      or card.balance_cents", "if card.balance_cents")
    .caughtBy(GIFTS, "that comes back to a card disabled meanwhile"),
  mutant("A gift's sender gets a mail about its outcome.", "lib/ledger/gifts.sql")
    .replacing("if p_status <> 'cancelled' then", "if false then")
    .caughtBy("lib/gifts/tell-sender.test.ts"),
  mutant(
    "A transfer gives the other card what its rate says, to the cent.",
    "lib/ledger/transfer.sql",
  )
    .replacing(
      "'amount', p_to_amount, 'events', p_in_events));",
      "'amount', p_to_amount + 1, 'events', p_in_events));",
    )
    .caughtBy(TRANSFER, "takes from one card and gives to the other"),
  mutant("Transfers that cross lock their cards in one order.", "lib/ledger/transfer.sql")
    .replacing(
      "order by id for no key update;",
      "order by merchant_id = p_merchant desc for no key update;",
    )
    .caughtBy(TRANSFER, "the card with the lower id is locked first"),
  mutant(
    "A card of a store that takes no transfers is answered as no card.",
    "lib/ledger/transfer.sql",
  )
    .replacing(
      "target.status <> 'active' or not away.transfers_enabled",
      "target.status <> 'active'",
    )
    .caughtBy("e2e/api/transfers/transfers.spec.ts"),
  mutant("A store that takes no transfers makes none.", "lib/ledger/transfer.sql")
    .replacing(
      "when not home.transfers_enabled then 'transfers_not_enabled'",
      "when false then 'transfers_not_enabled'",
    )
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
  mutant("A rate is stale from the fifth day on.", "lib/fx/stale.ts")
    .replacing("const FRESH_DAYS = 4;", "const FRESH_DAYS = 5;")
    .caughtBy(RATE, "a rate is stale from the fifth day on"),
  mutant("A quote is signed: what was changed in it opens no longer.", "lib/fx/quote.ts")
    .without('if (!sameSecret(Buffer.from(tag, "base64url"), tagOf(payload))) return null;')
    .caughtBy("lib/fx/update-rates.test.ts", "a quote is signed"),
  mutant("A quote holds for ten minutes.", "lib/transfers/exchange.ts")
    .replacing("if (quote.expiresAt.getTime() <= Date.now()) {", "if (false) {")
    .caughtBy(TRANSFER, "is refused once its ten minutes are over"),
];
