import { mutant } from "./mutant.mjs";

const MOVE_TEST = "lib/ledger/move.test.ts";
const SQL_GUARDS = "lib/ledger/replay-and-limits.sql";
const BY_KEY_TEST = "lib/cards/reverse-by-key.test.ts";
const CLOSE_DAYS_TEST = "lib/reports/close-days.test.ts";
const CREDIT_TEST = "lib/store-credit/issue.test.ts";

/** Balances, their history and daily totals. */
export const ledger = [
  mutant("A balance is never negative.", "lib/ledger/move.sql")
    .replacing("when available + moved < 0 then", "when available + moved < -1 then")
    .caughtBy(MOVE_TEST, "200 concurrent debits of 1"),
  mutant("Postgres itself refuses a balance below zero.", "drizzle/0000_schema.sql")
    .replacing("(value between 0 and max_cents())", "(value between -1000 and max_cents())")
    .caughtBy(MOVE_TEST),
  mutant("A balance is the sum of its transactions.", "lib/ledger/move.sql")
    .replacing("previous + moved;", "previous + moved + case when m.amount = 7 then 1 else 0 end;")
    .caughtBy("lib/ledger/model.test.ts"),
  mutant("Each card's sequence has no gap.", "lib/ledger/move.sql")
    .replacing("card.sequence := card.sequence + 1;", "card.sequence := card.sequence + 2;")
    .caughtBy(MOVE_TEST, "with the next sequence and the balance after it"),
  mutant("A card is locked while money moves on it.", "lib/ledger/move.sql")
    .replacing("for no key update skip locked) c);", ") c);")
    .caughtBy("lib/ledger/locked-card.test.ts", "is decided by what the card holds by then"),
  mutant("No balance goes beyond 2^53 − 1.", "lib/ledger/move.sql")
    .replacing("when previous + moved > max_cents()", "when previous + moved > 9107199254740991")
    .caughtBy("e2e/api/cards/credit.spec.ts", "no balance exceeds 2^53−1"),
  mutant("Refusals come in order: expiry before currency.", "lib/ledger/move.sql")
    .replacing(
      `      when m.refuses_expired and card.expires_on < today then 'card_expired'
      when m.currency <> card.currency then 'currency_mismatch'`,
      `      when m.currency <> card.currency then 'currency_mismatch'
      when m.refuses_expired and card.expires_on < today then 'card_expired'`,
    )
    .caughtBy(MOVE_TEST, "in the wrong currency is refused as expired"),
  mutant("Refusals come in order: status before balance.", "lib/ledger/move.sql")
    .replacing(
      "when m.refused_statuses ? card.status then m.refused_statuses ->> card.status",
      `when m.refused_statuses ? card.status and previous + moved < 0 then 'insufficient_balance'
      when m.refused_statuses ? card.status then m.refused_statuses ->> card.status`,
    )
    .caughtBy("e2e/api/order.spec.ts", "Of several faults the first"),
  mutant("A card is locked while it is replaced.", "lib/ledger/lock-cards.ts")
    .without('\n    .for("no key update", { of: cards })')
    .caughtBy("lib/cards/replace.test.ts", "no cent is lost or doubled"),
  mutant("A replaced card is disabled.", "lib/cards/replace.ts")
    .replacing(
      "await endCard(ctx, tx, old, { replacedById: id });",
      "found(await lockCard(tx, merchantId, old.id));",
    )
    .caughtBy("lib/cards/replace.test.ts", "the old one is disabled, empty and refers to it"),
  mutant("Store credit follows a replaced card.", "lib/cards/replace.ts")
    .replacing("if (ownerId) {", "if (false) {")
    .caughtBy("lib/cards/replace.test.ts", "the wallet ends on the new card with every credit"),
  mutant("A gift returns to the card that replaced its own.", "lib/ledger/lock-cards.ts")
    .replacing("while (card?.replacedById) {", "while (card?.replacedById && card.sequence < 0) {")
    .caughtBy("lib/cards/replace.test.ts", "comes back to the card that replaced it"),
  mutant("A frozen card is not redeemed.", "lib/cards/refused-statuses.ts")
    .replacing(
      'debit: { inactive: "card_not_active", disabled: "card_not_active", frozen: "card_frozen" }',
      'debit: { inactive: "card_not_active", disabled: "card_not_active" }',
    )
    .caughtBy("lib/cards/freeze.test.ts", "nothing is taken from a frozen card"),
  mutant("Only an owner's key writes a balance off.", "lib/cards/disable.ts")
    .without('if (balance === "write_off") authorizeWriteOff(ctx.principal);')
    .caughtBy("app/api/v1/cards/replace.test.ts", "of a disabled card by an owner alone"),
  mutant("An expired card is not spent.", "lib/cards/movements.ts")
    .replacing(
      "refusedStatuses: REFUSED_STATUSES.debit,\n  refusesExpired: true",
      "refusedStatuses: REFUSED_STATUSES.debit,\n  refusesExpired: false",
    )
    .caughtBy("e2e/api/cards/debit.spec.ts", "a debit of an expired card is refused"),
  mutant("A card can be spent on its last day.", "lib/ledger/move.sql")
    .replacing("expires_on < today then 'card_expired'", "expires_on <= today then 'card_expired'")
    .caughtBy(MOVE_TEST, "a card loaded on its last day is spendable"),
  mutant("A load extends the expiry by the store's validity.", "lib/ledger/move.sql")
    .replacing("today + m.validity_months * interval", "today + (m.validity_months - 1) * interval")
    .caughtBy("e2e/api/cards/activate.spec.ts", "the store's validity sets the expiration date"),
  mutant("A card of another owner is not activated.", "lib/ledger/move.sql")
    .replacing("when m.owner ->> 'email' <> owner_email then", "when false then")
    .caughtBy("e2e/api/cards/activate.spec.ts", "An activation is refused by"),
  mutant("Transactions are append-only.", "lib/ledger/append-only.sql")
    .replacing("if old.status = 'pending' and new.status = 'completed' then", "if true then")
    .caughtBy(MOVE_TEST, "lets a pending transaction complete, and a note"),
  mutant("A card's currency and code never change.", "lib/ledger/append-only.sql")
    .replacing("old.currency <> new.currency or old.code_hmac <> new", "old.code_hmac <> new")
    .caughtBy(MOVE_TEST),
  mutant("A disabled card takes no credit.", "lib/cards/refused-statuses.ts")
    .replacing(
      'credit: { inactive: "card_not_active", disabled: "card_not_active" },',
      'credit: { inactive: "card_not_active" },',
    )
    .caughtBy("e2e/api/cards/disable.spec.ts", "disabling is permanent"),
  mutant("Concurrent first store credits make one wallet.", "lib/store-credit/issue.ts")
    .without(
      "await tx.execute(sql`select from consumers where id = ${consumerId} for no key update`);",
    )
    .caughtBy(CREDIT_TEST, "to a consumer whom another store creates meanwhile"),
  mutant("Store credit opens a new card if its own was disabled.", "lib/store-credit/issue.ts")
    .replacing('if (card?.status !== "active") return null;', "if (!card) return null;")
    .caughtBy("lib/ledger/admit.test.ts", "store credit after its card was disabled"),
  mutant("The total of cards is exact.", "lib/ledger/card-counts.sql")
    .replacing("(old.status, -1), (new.status, 1)", "(old.status, 0), (new.status, 1)")
    .caughtBy("app/api/portal/cards/cards.test.ts", "cards are counted by state"),
  mutant("A disabled card's transaction total is exact.", "lib/history/count-transactions.ts")
    .without("- (${cards.status} = 'disabled')::int")
    .caughtBy("lib/history/count-transactions.test.ts"),
  mutant("A movement counts on the store's day in the daily totals.", "lib/reports/close-days.ts")
    .replacing("at time zone ${zone})::date, type", "at time zone ${zone})::date + 1, type")
    .caughtBy(CLOSE_DAYS_TEST),
  mutant("A card that replaced another is not sold again.", "lib/ledger/totals.ts")
    .replacing("p.replaced_by_id = c.id)`", "false)`")
    .caughtBy("lib/batches/numbers.test.ts", "a batch's numbers are right"),
  mutant("A batch's closed days count once.", "lib/ledger/totals.ts")
    .replacing(
      "t where ${isLive(merchantId, until)}\n    group",
      "t where ${isLive(merchantId, null)}\n    group",
    )
    .caughtBy("lib/batches/numbers.test.ts", "a batch's numbers are right"),
  mutant("A movement settled late counts on its own day.", "lib/ledger/settled.sql")
    .replacing("if new.id < first_id_at(store.rolled_up_until) then", "if false then")
    .caughtBy("lib/reports/roll-forward.test.ts"),
  mutant("What is settled while days are closed counts as settled.", "lib/reports/close-days.ts")
    .replacing("coalesce(t.status, c.status)", "c.status")
    .caughtBy(CLOSE_DAYS_TEST, "is settled at once, and every total comes out exact"),
  mutant("Each month's closing is the next one's opening.", "lib/reports/roll-forward.ts")
    .replacing("openingCents: balance, changes", "openingCents: 0n, changes")
    .caughtBy("lib/reports/roll-forward.test.ts"),
  mutant("Only what has expired is written off.", "lib/reports/write-off.ts")
    .replacing("if (!card.isExpired) return", "if (card.expiresOn === null) return")
    .caughtBy("app/api/portal/reports/write-off.test.ts", "skips what was topped up"),
  mutant("The ledger check finds a wrong balance.", "lib/ledger/verify-cards.ts")
    .replacing("c.balance_cents <> coalesce(moved, 0)", "c.balance_cents < coalesce(moved, 0)")
    .caughtBy("lib/ledger/verify-slices.test.ts"),
  mutant("A request with a voided Idempotency-Key has no effect.", SQL_GUARDS)
    .replacing("if p_stored.answer ? 'voided' then", "if false then")
    .caughtBy(BY_KEY_TEST, "that never arrived does nothing, and neither does the request"),
  mutant("A reversal by key doesn't miss a request that is about to commit.", SQL_GUARDS)
    .replacing(
      "  perform save_answers(array[\n    row(p_merchant, p_key, ''::bytea",
      `  if exists (select from idempotency_keys where merchant_id = p_merchant and key = p_key) then
    return;
  end if;
  insert into idempotency_keys (merchant_id, key, fingerprint, path, shape, request_id, answer)
    values (p_merchant, p_key, '', p_path, p_shape, p_request_id, '{"voided": true}')
    on conflict do nothing;
  return;
  perform save_answers(array[\n    row(p_merchant, p_key, ''::bytea`,
    )
    .caughtBy(BY_KEY_TEST, "each about to commit before the other"),
  mutant("A transaction is reversed once.", "lib/cards/reverse.ts")
    .replacing("if (reversal) {", "if (false) {")
    .caughtBy("lib/cards/reverse.test.ts", "happens once, even if 12 arrive at once"),
  mutant("Refunds never exceed the redemption.", "lib/ledger/move.sql")
    .replacing("when m.amount > refundable then", "when false then")
    .caughtBy("lib/cards/refund.test.ts", "of 12 refunds at once, only those that fit"),
  mutant("A refund doesn't renew the expiration date.", "lib/ledger/move.sql")
    .replacing("when m.counter_account = 'redemption' then card.expires_on", "when false then null")
    .caughtBy("lib/cards/refund.test.ts", "a refund is no sale"),
  mutant("A reversal counts against what it reverses.", "lib/ledger/totals.ts")
    .replacing("when counter_account = 'redemption' then", "when type = 'spend' then")
    .caughtBy("lib/cards/reverse.test.ts", "leaves the reports as if there had been none"),
];
