import { mutant } from "./mutant.mjs";

const HOLDS_TEST = "lib/holds/holds.test.ts";
const AT_ONCE_TEST = "lib/holds/at-once.test.ts";

/** Holds, partial payment and redeeming by code. */
export const holds = [
  mutant("What is held is not redeemed.", "lib/ledger/move.sql")
    .replacing("when card.held_cents > 0 then available_cents(card)", "when false then 0")
    .caughtBy(HOLDS_TEST, "can't be redeemed, held again, transferred or sent as a gift"),
  mutant("A hold ends at its expiresAt without a job.", "lib/ledger/records.sql")
    .replacing("and status = 'held'\n      and expires_at > at);", "and status = 'held');")
    .caughtBy(HOLDS_TEST, "expires at `expiresAt`, even before housekeeping runs"),
  mutant("A hold that ended by itself is not captured.", "lib/ledger/available.ts")
    .replacing("${holds.expiresAt} <= ${storeNow(holds.merchantId)}", "false")
    .caughtBy(HOLDS_TEST, "expires at `expiresAt`, even before housekeeping runs"),
  mutant("A hold ends once.", "lib/holds/hold.ts")
    .replacing('if (hold.status !== "held") throw', 'if (hold.status === "expired") throw')
    .caughtBy(AT_ONCE_TEST, "20 captures of one hold, one succeeds"),
  mutant("A capture is at most the hold.", "lib/holds/capture.ts")
    .replacing("if (amountCents > hold.amountCents) {", "if (amountCents > 2 * hold.amountCents) {")
    .caughtBy(HOLDS_TEST, "is captured once, up to its amount"),
  mutant("A hold is of what is available, not of the balance.", "lib/holds/place.ts")
    .replacing("await readAvailable(tx, card);", "card.balanceCents;")
    .caughtBy(AT_ONCE_TEST, "20 holds, as many as the balance allows"),
  mutant("Disabling a card releases its holds.", "lib/cards/disable.ts")
    .without("await releaseHoldsOf(tx, card);")
    .caughtBy(HOLDS_TEST, "of a disabled card is released with it"),
  mutant("What is held is not written off.", "lib/reports/write-off.ts")
    .replacing("amountCents: availableCents,", "amountCents: availableCents && 1_000,")
    .caughtBy(HOLDS_TEST, "stays on an expired card that is written off"),
  mutant("A hold is its store's.", "lib/holds/hold.ts")
    .replacing(
      "and(eq(holds.merchantId, merchantId), eq(holds.id, holdId));",
      "eq(holds.id, merchantId && holdId);",
    )
    .caughtBy(HOLDS_TEST, "can't be read, listed, captured or released by another store")
    .caughtBy("e2e/api/tenancy.spec.ts", "another store's id in a path"),
  mutant("Housekeeping ends no hold before its time.", "lib/holds/expire.ts")
    .replacing("and h.status = 'held' and h.expires_at <= c.now", "and h.status = 'held'")
    .caughtBy(HOLDS_TEST, "can't be redeemed, held again, transferred or sent as a gift"),
  mutant("The check of the ledger finds a wrong held_cents.", "lib/ledger/verify-cards.ts")
    .replacing("where (c.held_cents <> coalesce(h.held, 0) or c", "where (c")
    .caughtBy("lib/ledger/verify-slices.test.ts", "an amount that is held"),
  mutant("A partial redemption takes no more than was asked for.", "lib/ledger/move.sql")
    .replacing("least(m.amount, available)", "available")
    .caughtBy(
      "app/api/v1/cards/redeem/redeem.test.ts",
      "a partial redemption that the balance covers leaves nothing to pay",
    ),
  mutant("Wrong codes of redemptions are throttled.", "lib/cards/movements.ts")
    .replacing(
      'await limitWrongGuesses(["lookup-code", ctx.principal.actor], byCode)',
      'await limitWrongGuesses(["lookup-code", crypto.randomUUID()], byCode)',
    )
    .caughtBy("app/api/v1/cards/redeem/redeem.test.ts", "wrong codes count against guessing"),
];
