import { mutant } from "./mutant.mjs";

const LIMITS_TEST = "app/api/till/limits.test.ts";
const ADMIT_TEST = "lib/ledger/post/admit.test.ts";
const KEY_LIMITS_SQL = "lib/ledger/post/key-limits.sql";
const KEY_LIMITS_TEST = "lib/ledger/post/key-limits.test.ts";
const REPLAY_AND_LIMITS_SQL = "lib/ledger/idempotency/replay-and-limits.sql";

/** Limits hold exactly, and are counted by who is limited. */
export const limits = [
  mutant("Wrong codes of a caller are counted together.", "lib/domain/cards/limit-codes.ts")
    .replacing('["lookup-code", ctx.principal.actor]', '["lookup-code", crypto.randomUUID()]')
    .caughtBy("app/api/v1/cards/redeem/redeem.test.ts", "wrong codes count against guessing"),
  mutant("No 60-second window ever sees more calls than its limit.", REPLAY_AND_LIMITS_SQL)
    .replacing("< p_max", "<= p_max")
    .caughtBy(ADMIT_TEST, "lets in exactly its number of concurrent calls"),
  mutant(
    "Fifty debits, credits and loads a minute, and no more.",
    "lib/domain/limits/rate-limits.ts",
  )
    .replacing('money", max: 50', 'money", max: 51')
    .caughtBy("app/api/v1/limits.test.ts"),
  mutant("A key's limit per day is exact under concurrency.", KEY_LIMITS_SQL)
    .replacing("pg_advisory_xact_lock(hashtextextended('key-amounts:' || p_actor, 0))", "1")
    .caughtBy(KEY_LIMITS_TEST, "lets in one of two movements that both fit alone"),
  mutant("A key's limit per day is in each direction and currency.", KEY_LIMITS_SQL)
    .replacing("case p_side when 'in' then in_cents else out_cents end", "in_cents + out_cents")
    .caughtBy(KEY_LIMITS_TEST, "is counted by currency and direction"),
  mutant("A key can always reverse its own movement.", KEY_LIMITS_SQL)
    .replacing("or is_own_recent(p_merchant, p_actor, p_reversed) then", "then")
    .caughtBy(KEY_LIMITS_TEST, "of the key's own movement is never refused"),
  mutant("A call leaves the window exactly when it is as old as the window.", REPLAY_AND_LIMITS_SQL)
    .replacing("timestamptz := at - p", "timestamptz := at - 0.4 * p")
    .caughtBy("lib/ledger/post/take-limit.test.ts"),
  mutant("A call refused by one limit costs nothing of another.", REPLAY_AND_LIMITS_SQL)
    .replacing("subject = p_subject and bucket = any(taken)", "false")
    .caughtBy(ADMIT_TEST, "of activation is taken by a load that activates"),
  mutant("Loads that activate count against activation.", "lib/ledger/post/move.sql")
    .replacing("case when activates then coalesce(m.activation_limits, '[]') else '[]' end", "'[]'")
    .caughtBy("app/api/v1/limits.test.ts", "20 cards are activated in a minute"),
  mutant(
    "A duplicate gets its response even if the first took the last call.",
    REPLAY_AND_LIMITS_SQL,
  )
    .replacing("p_key is not null and exists (select from find_answer(p_merchant, p_key))", "false")
    .caughtBy(ADMIT_TEST, "that a duplicate used up gives the other duplicates"),
  mutant("The shop is never asked for more than its limit.", "lib/domain/shops/call-points.ts")
    .replacing("= ${needed} + ${left}", "= ${needed} - 100")
    .caughtBy("lib/domain/shops/call-points.release.test.ts"),
  mutant("Slow receivers hold up nobody else.", "lib/domain/webhooks/deliver.ts")
    .replacing("${CONCURRENCY.merchant}::int - coalesce(merchant.count, 0)", "1000")
    .caughtBy(
      "lib/domain/webhooks/claim.test.ts",
      "a merchant with twenty webhooks is given its share",
    ),
  mutant("No body beyond 64 KB is taken.", "lib/api/kernel/body.ts")
    .replacing("= 64 *", "= 1024 *")
    .caughtBy(
      "app/api/v1/bad-input.test.ts",
      "no operation takes a body beyond 64 KB, announced or not",
    ),
  mutant("A PIN can't be guessed.", "lib/domain/limits/attempt-limits.ts")
    .replacing('pin": { max: 5', 'pin": { max: 500')
    .caughtBy("app/api/till/stolen-device.test.ts", "can't guess a PIN"),
  mutant(
    "An account is guessed at ten times from one address.",
    "lib/domain/limits/attempt-limits.ts",
  )
    .replacing('in": { max: 10', 'in": { max: 11')
    .caughtBy(
      "lib/domain/people/sign-in.test.ts",
      "fails ten times for an account from an address",
    ),
  mutant("A sign-in code is tried five times.", "lib/domain/wallet/sign-in-code.ts")
    .replacing("MAX_TRIES = 5", "MAX_TRIES = 500")
    .caughtBy("app/api/wallet/sign-in-code.test.ts", "is tried five times"),
  mutant("A sign-in code is of one browser.", "lib/domain/wallet/sign-in-code.ts")
    .replacing("JSON.stringify([browser, email])", "JSON.stringify([email])")
    .caughtBy("app/api/wallet/sign-in-code.test.ts", "is wrong in another browser"),
  mutant(
    "One address gets at most ten mails a day from a store.",
    "lib/domain/limits/mail-quotas.ts",
  )
    .replacing("perStore: 10", "perStore: 11")
    .caughtBy("lib/domain/limits/mail-quotas.release.test.ts", "ten mails a day"),
  mutant("A caller's address is what our own proxies say.", "lib/api/kernel/principals.ts")
    .replacing("-1 - trustedProxyHops", "0")
    .caughtBy("lib/api/kernel/address.test.ts"),
  mutant("The limits of a cashier and a device hold.", "lib/ledger/post/till.sql")
    .replacing("exceeded is not null", "false")
    .caughtBy(LIMITS_TEST, "limits both hold"),
  mutant("The day's limits hold for redemptions at the same time.", "lib/ledger/post/move.sql")
    .without("if m.rare ? 'till' then perform lock_till(m.rare -> 'till'); end if;")
    .caughtBy(LIMITS_TEST, "don't both fit"),
  mutant("A reversal frees up only its own device's limit.", "lib/ledger/post/till.sql")
    .without(" and device_id = (p_till ->> 'device')::uuid")
    .caughtBy(LIMITS_TEST, "gives that device no more room"),
];
