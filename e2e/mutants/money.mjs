import { mutant } from "./mutant.mjs";

const IDEMPOTENCY_SPEC = "app/api/v1/idempotency.test.ts";
const HOLDS_TEST = "lib/domain/holds/holds.test.ts";
const ADMIT_TEST = "lib/ledger/post/admit.test.ts";
const MOVE_SQL = "lib/ledger/post/move.sql";
const MOVE_TEST = "lib/ledger/post/move.test.ts";
const REPLAY_AND_LIMITS_SQL = "lib/ledger/idempotency/replay-and-limits.sql";
const LIMITS_TEST = "lib/domain/transfers/agreements/limits.release.test.ts";
const TRANSFER_TEST = "lib/domain/transfers/transfer.test.ts";

/** Balances, holds, gifts and transfers, and what happens once. */
export const money = [
  mutant("A balance is never negative.", MOVE_SQL)
    .replacing("< 0 then", "< -1 then")
    .caughtBy(MOVE_TEST, "200 concurrent debits of 1"),
  mutant("Postgres itself refuses a balance below zero.", "drizzle/0000_schema.sql")
    .replacing("value between 0", "value between -1000")
    .caughtBy(MOVE_TEST),
  mutant("Each card's sequence has no gap.", MOVE_SQL)
    .replacing("sequence + 1", "sequence + 2")
    .caughtBy(MOVE_TEST, "with the next sequence and the balance after it"),
  mutant("A card is locked while money moves on it.", MOVE_SQL)
    .without("for no key update skip locked")
    .caughtBy("lib/ledger/post/locked-card.test.ts", "is decided by what the card holds by then"),
  mutant("No balance goes beyond 2^53 − 1.", MOVE_SQL)
    .replacing("max_cents()", "9107199254740991")
    .caughtBy(MOVE_TEST, "a balance never exceeds 2^53 - 1"),
  mutant("Refusals come in order: expiry before currency.", MOVE_SQL)
    .replacing("m.refuses_expired and", "m.refuses_expired and m.currency = card.currency and")
    .caughtBy(MOVE_TEST, "in the wrong currency is refused as expired"),
  mutant("Refusals come in order: status before balance.", MOVE_SQL)
    .replacing(
      "status then",
      "status and previous + moved < 0 then 'insufficient_balance' when m.refused_statuses ? card.status then",
    )
    .caughtBy("app/api/v1/order.test.ts", "Of several faults the first"),
  mutant("A card is locked while it is replaced.", "lib/ledger/post/lock-cards.ts")
    .without('.for("no key update", { of: cards })')
    .caughtBy("lib/domain/cards/replace.test.ts", "no cent is lost or doubled"),
  mutant("An expired card is not spent.", "lib/domain/cards/movements.ts")
    .replacing("debit,\n  refusesExpired: true", "debit,\n  refusesExpired: false")
    .caughtBy("app/api/v1/cards/movements.test.ts", "a debit of an expired card is refused"),
  mutant("A card can be spent on its last day.", MOVE_SQL)
    .replacing("< today", "<= today")
    .caughtBy(MOVE_TEST, "a card loaded on its last day is spendable"),
  mutant("A card of another owner is not activated.", MOVE_SQL)
    .replacing("m.owner ->> 'email' <> owner_email", "false")
    .caughtBy(MOVE_TEST, "refusals come in order: status, currency, owner"),
  mutant("Transactions are append-only.", "lib/ledger/post/append-only.sql")
    .replacing("old.status = 'pending' and new.status = 'completed'", "true")
    .caughtBy(MOVE_TEST, "lets a pending transaction complete, and a note"),
  mutant("A card's currency and code never change.", "lib/ledger/post/append-only.sql")
    .replacing("currency <> new.currency or old.code_hmac", "code_hmac")
    .caughtBy(MOVE_TEST),
  mutant("Concurrent first store credits make one wallet.", "lib/domain/store-credit/issue.ts")
    .replacing("select pg_advisory_xact_lock(", "select pg_advisory_xact_lock_shared(")
    .caughtBy(
      "lib/domain/store-credit/issue.test.ts",
      "to a consumer whom another store creates meanwhile",
    ),
  mutant("The total of cards is exact.", "lib/ledger/post/card-counts.sql")
    .replacing("new.card_type, -1)", "new.card_type, 0)")
    .caughtBy("app/api/portal/cards.test.ts", "cards are counted by state"),
  mutant(
    "A disabled card's transaction total is exact.",
    "lib/domain/transactions/count-transactions.ts",
  )
    .without("- (${cards.status} = 'disabled')::int")
    .caughtBy("lib/domain/transactions/count-transactions.test.ts"),
  mutant(
    "A movement counts on the store's day in the daily totals.",
    "lib/domain/reports/close-days.ts",
  )
    .replacing("})::date", "})::date + 1")
    .caughtBy("lib/domain/reports/close-days.release.test.ts"),
  mutant("A movement settled late counts on its own day.", "lib/ledger/post/settled.sql")
    .replacing("new.id < first_id_at(store.rolled_up_until)", "false")
    .caughtBy("lib/domain/reports/roll-forward.release.test.ts"),
  mutant(
    "What is settled while days are closed counts as settled.",
    "lib/domain/reports/close-days.ts",
  )
    .replacing("coalesce(t.status, c.status)", "c.status")
    .caughtBy(
      "lib/domain/reports/close-days.release.test.ts",
      "is settled at once, and every total comes out exact",
    ),
  mutant("The ledger check finds a wrong balance.", "lib/ledger/verify/verify-cards.ts")
    .replacing("> coalesce(moved", " coalesce(moved")
    .caughtBy("lib/ledger/verify/verify-slices.release.test.ts"),
  mutant("A request with a voided Idempotency-Key has no effect.", REPLAY_AND_LIMITS_SQL)
    .replacing("p_stored.answer ? 'voided'", "false")
    .caughtBy(
      "lib/domain/cards/reverse-by-key.test.ts",
      "that never arrived does nothing, and neither does the request",
    ),
  mutant("A transaction is reversed once.", "lib/domain/cards/reverse.ts")
    .replacing("reversal)", "false)")
    .caughtBy("lib/domain/cards/reverse.test.ts", "happens once, even if 12 arrive at once"),
  mutant("Refunds never exceed the redemption.", MOVE_SQL)
    .replacing("m.amount > refundable", "false")
    .caughtBy("lib/domain/cards/refund.test.ts", "of 12 refunds at once, only those that fit"),
  mutant("A refund doesn't renew the expiration date.", MOVE_SQL)
    .replacing("p_counter_account = 'redemption' then p_card.expires_on", "false then null")
    .caughtBy("lib/domain/cards/refund.test.ts", "a refund is no sale"),
  mutant("A reversal counts against what it reverses.", "lib/ledger/closing/totals.ts")
    .replacing("counter_account = 'redemption", "type = 'spend")
    .caughtBy("lib/domain/cards/reverse.test.ts", "leaves the reports as if there had been none"),
  mutant("What is held is not redeemed.", MOVE_SQL)
    .replacing("card.held_cents > 0 then available_cents(card)", "false then 0")
    .caughtBy(HOLDS_TEST, "can't be redeemed, held again, transferred or sent as a gift"),
  mutant("A hold ends at its expiresAt without a job.", "lib/ledger/post/records.sql")
    .without("and expires_at > at")
    .caughtBy(HOLDS_TEST, "expires at `expiresAt`, even before housekeeping runs"),
  mutant("A hold that ended by itself is not captured.", "lib/ledger/post/available.ts")
    .replacing("${holds.expiresAt} <= ${storeNow(holds.merchantId)}", "false")
    .caughtBy(HOLDS_TEST, "expires at `expiresAt`, even before housekeeping runs"),
  mutant("A hold ends once.", "lib/domain/holds/hold.ts")
    .replacing('!== "held', '=== "expired')
    .caughtBy("lib/domain/holds/at-once.test.ts", "20 captures of one hold, one succeeds"),
  mutant("A capture is at most the hold.", "lib/domain/holds/capture.ts")
    .replacing("> hold", "> 2 * hold")
    .caughtBy(HOLDS_TEST, "is captured once, up to its amount"),
  mutant("A hold is of what is available, not of the balance.", "lib/domain/holds/place.ts")
    .replacing("await readAvailable(tx, card)", "card.balanceCents")
    .caughtBy("lib/domain/holds/at-once.test.ts", "20 holds, as many as the balance allows"),
  mutant("What is held is not written off.", "lib/domain/cards/write-off.ts")
    .replacing("availableCents,", "availableCents && 1_000,")
    .caughtBy(HOLDS_TEST, "stays on an expired card that is written off"),
  mutant("Housekeeping ends no hold before its time.", "lib/domain/holds/expire.ts")
    .without("and h.expires_at <= c.now")
    .caughtBy(HOLDS_TEST, "can't be redeemed, held again, transferred or sent as a gift"),
  mutant("A partial redemption takes no more than was asked for.", MOVE_SQL)
    .replacing("least(m.amount, available)", "available")
    .caughtBy(
      "app/api/v1/cards/redeem/redeem.test.ts",
      "a partial redemption that the balance covers leaves nothing to pay",
    ),
  mutant("The same Idempotency-Key with another request is a 409.", REPLAY_AND_LIMITS_SQL)
    .replacing("p_stored.fingerprint <> p_fingerprint", "false")
    .caughtBy(IDEMPOTENCY_SPEC, "a key with another request is a 409"),
  mutant(
    "The path is part of an Idempotency-Key's fingerprint.",
    "lib/api/kernel/request-context.ts",
  )
    .replacing("request.method, path,", "request.method,")
    .caughtBy(IDEMPOTENCY_SPEC)
    .caughtBy(ADMIT_TEST),
  mutant("An Idempotency-Key is kept for 24 hours.", REPLAY_AND_LIMITS_SQL)
    .replacing("- interval '24", "- interval '48")
    .caughtBy(ADMIT_TEST, "is forgotten after 24 hours"),
  mutant("A movement's Idempotency-Key is kept for 24 hours.", MOVE_SQL)
    .replacing("24 hours", "48 hours")
    .caughtBy(ADMIT_TEST, "is forgotten after 24 hours")
    .caughtBy(IDEMPOTENCY_SPEC, "a key is kept for 24 hours"),
  mutant("One Idempotency-Key moves money once, even concurrently.", REPLAY_AND_LIMITS_SQL)
    .replacing("p_now - p_used < interval '24 hours'", "false")
    .caughtBy(ADMIT_TEST, "used by 20 concurrent creations makes one card"),
  mutant("A canceled operation never goes through.", "lib/domain/till/outcomes.ts")
    .replacing('if (before.state !== "unknown") return', "return")
    .caughtBy("app/api/till/outcomes.test.ts", "cancelled before it arrived moves nothing"),
  mutant("A bulk change that is sent twice changes each card once.", "lib/domain/cards/bulk.ts")
    .replacing(
      '`bulk ${sha256(`${ctx.idempotency.key} ${cardId}`).toString("base64url")}`',
      "crypto.randomUUID()",
    )
    .caughtBy("app/api/portal/bulk.release.test.ts", "sent twice with one key"),
  mutant("What is redeemed in the online shop is taken once.", "lib/domain/shops/record-balance.ts")
    .without(": expectedCents - redeemedCents")
    .caughtBy("lib/domain/shops/poll.release.test.ts", "is a redemption here, once"),
  mutant("Each change is queued for the shop.", "lib/ledger/post/queue-platform-sync.sql")
    .replacing("activated'", "reloaded'")
    .caughtBy("lib/domain/shops/queue-on-change.test.ts"),
  mutant("A batch has exactly as many cards as were asked for.", "lib/domain/batches/work.ts")
    .without('.for("no key update", { skipLocked: true });')
    .caughtBy("lib/domain/batches/work.test.ts", "processes that work on the same batches"),
  mutant("A code that can be guessed needs its PIN.", "lib/domain/cards/pin.ts")
    .replacing("!hasGuessableCodes", "true")
    .caughtBy("app/api/portal/import.release.test.ts", "codes that follow each other"),
  mutant("A row of a closed month that changed is named.", "lib/ledger/verify/verify-checks.ts")
    .replacing("not is_as_closed(", "false and is_as_closed(")
    .caughtBy(
      "lib/domain/reports/close-month.release.test.ts",
      "a closed month that was changed by SQL",
    ),
  mutant("A closed month is chained to the one before.", "lib/ledger/closing/month-closings.sql")
    .replacing("coalesce(p_closing.previous_hash, '')", "''::bytea")
    .caughtBy(
      "lib/domain/reports/close-month.release.test.ts",
      "closed month whose totals, hashes or month before",
    ),
  mutant("Kept answers go after 24 hours and no sooner.", "lib/ledger/idempotency/purge-expired.ts")
    .replacing("24 hours'", "12 hours'")
    .caughtBy("lib/domain/webhooks/purge-expired.test.ts", "kept answers go after 24 hours"),
  mutant("Deliveries are kept for 90 days.", "lib/domain/webhooks/purge-expired.ts")
    .replacing("90 days'`", "60 days'`")
    .caughtBy("lib/domain/webhooks/purge-expired.test.ts", "deliveries go after 90 days"),
  mutant("A gift is returned once.", "lib/domain/gifts/accept-or-return.ts")
    .without('if (gift.status !== "pending") throw new Refusal("gift_settled");')
    .caughtBy(
      "lib/domain/gifts/gifts.test.ts",
      "declining, cancelling and expiring at once exactly one wins",
    ),
  mutant("A gift is accepted once.", "lib/domain/gifts/accept-or-return.ts")
    .without('status !== "pending" || gift.')
    .caughtBy(
      "lib/domain/gifts/gifts.test.ts",
      "declining, cancelling and expiring at once exactly one wins",
    ),
  mutant("A transfer is converted to the cent.", "lib/domain/transfers/transfer.ts")
    .replacing("arrivesCents,", "arrivesCents + 1,")
    .caughtBy(TRANSFER_TEST, "takes from one card and gives to the other"),
  mutant("Transfers that cross lock their cards in one order.", "lib/ledger/post/lock-cards.ts")
    .replacing("asc(cards.id)", "sql`${cards.id} desc`")
    .caughtBy(TRANSFER_TEST, "the card with the lower id is locked first"),
  mutant(
    "A card of a store without agreement is locked by nobody else.",
    "lib/domain/transfers/transfer.ts",
  )
    .without("?.theirCurrency || card?.merchantId === merchantId ? card : undefined")
    .caughtBy(TRANSFER_TEST, "without an agreement, or after it"),
  mutant("What is owed is what was transferred and not paid.", "lib/ledger/verify/verify-checks.ts")
    .replacing("(r.to_us, r.by_us", "(a.owed_to_us_cents, a.owed_by_us_cents")
    .caughtBy(LIMITS_TEST, "is checked against the transfers and payments"),
  mutant("The limits of both stores apply.", "lib/domain/transfers/agreements/limits.ts")
    .without(" && counted.in.cents <= left.in")
    .caughtBy(LIMITS_TEST, "of either store applies"),
  mutant("Limits hold under concurrent transfers.", "lib/domain/transfers/agreements/agreement.ts")
    .replacing('(lock ? query.for("no key update") : query)', "query")
    .caughtBy(LIMITS_TEST, "holds under concurrent transfers"),
  mutant("What is owed counts against its limit.", "lib/domain/transfers/agreements/limits.ts")
    .without(" - owedCents")
    .caughtBy(LIMITS_TEST, "per transfer, per day and on what is unsettled"),
  mutant("A conversion is rounded down, never in the payer's favour.", "lib/domain/fx/rate.ts")
    .replacing("decimalsOf(to))", "decimalsOf(to)) + tenTo(rate.scale + decimalsOf(from)) - 1n")
    .caughtBy("lib/domain/fx/fx.test.ts", "of known amounts"),
  mutant("A quote is signed: what was changed in it opens no longer.", "lib/domain/fx/quote.ts")
    .without("if (!tagsOf(payload).some((ours) => sameSecret(tagBytes, ours))) return null;")
    .caughtBy("lib/domain/fx/fx.test.ts", "a quote is signed"),
  mutant("A quote holds for ten minutes.", "lib/domain/transfers/convert.ts")
    .replacing("quote.expiresAt.getTime() <= Date.now()", "false")
    .caughtBy(TRANSFER_TEST, "is refused once its ten minutes are over"),
];
