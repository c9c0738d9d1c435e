import { mutant } from "./mutant.mjs";

const ADMIT_TEST = "lib/ledger/admit.test.ts";
const IDEMPOTENCY_SPEC = "e2e/api/idempotency.spec.ts";
const REPLAY_AND_LIMITS = "lib/ledger/replay-and-limits.sql";
const LIMITS_SPEC = "e2e/api/limits.spec.ts";

const KEY_LIMITS = "lib/ledger/key-limits.sql";
const KEY_LIMITS_TEST = "lib/ledger/key-limits.test.ts";

/** Idempotency-Keys and limits. */
export const admission = [
  mutant("The same Idempotency-Key with another request is a 409.", REPLAY_AND_LIMITS)
    .replacing("if p_stored.fingerprint <> p_fingerprint then", "if false then")
    .caughtBy(IDEMPOTENCY_SPEC, "a key with another request is a 409"),
  mutant("The path is part of an Idempotency-Key's fingerprint.", "lib/http/idempotency.ts")
    .replacing("request.method, path, body", "request.method, body")
    .caughtBy(IDEMPOTENCY_SPEC)
    .caughtBy(ADMIT_TEST),
  mutant("An id in capitals is the same request under one Idempotency-Key.", "lib/http/endpoint.ts")
    .replacing("canonicalPath(given, await route.params, input.params)", "given")
    .caughtBy("app/api/v1/contract.test.ts", "a card's id in capitals"),
  mutant("An Idempotency-Key is kept for 24 hours.", REPLAY_AND_LIMITS)
    .replacing("> now() - interval '24 hours'", "> now() - interval '48 hours'")
    .caughtBy(ADMIT_TEST, "is forgotten after 24 hours"),
  mutant("A movement's Idempotency-Key is kept for 24 hours.", "lib/ledger/move.sql")
    .replacing("> now() - interval '24 hours'", "> now() - interval '48 hours'")
    .caughtBy(ADMIT_TEST, "is forgotten after 24 hours")
    .caughtBy(IDEMPOTENCY_SPEC, "a key is kept for 24 hours"),
  mutant("One Idempotency-Key moves money once, even concurrently.", REPLAY_AND_LIMITS)
    .replacing("if p_now - p_used < interval '24 hours' then", "if false then")
    .caughtBy(ADMIT_TEST, "used by 20 concurrent creations makes one card"),
  mutant("An Idempotency-Key belongs to one store.", REPLAY_AND_LIMITS)
    .replacing("where i.merchant_id = p_merchant and i.key = p_key", "where i.key = p_key")
    .caughtBy(ADMIT_TEST, "is another key at another merchant"),
  mutant("A movement's Idempotency-Key belongs to one store.", "lib/ledger/move.sql")
    .replacing("where i.merchant_id = w.merchant and i.key = w.key", "where i.key = w.key")
    .caughtBy(ADMIT_TEST, "is another key at another merchant"),
  mutant("A replay says Idempotent-Replayed.", "lib/http/respond.ts")
    .without('...(facts.replayed ? { "Idempotent-Replayed": "true" } : {}),')
    .caughtBy(IDEMPOTENCY_SPEC, "every change happens once per Idempotency-Key"),
  mutant("A replay is in its original shape.", "lib/ledger/move.ts")
    .without("ctx.reply.shape = outcome.shape ?? ctx.shape;")
    .caughtBy(IDEMPOTENCY_SPEC, "is replayed in its original shape"),
  mutant("A refusal is replayed with the request id that it had.", "lib/ledger/move.ts")
    .replacing("requestId = outcome.requestId ?? ctx.requestId;", "requestId = ctx.requestId;")
    .caughtBy(IDEMPOTENCY_SPEC, "a refusal is replayed"),
  mutant("A 5xx is never kept.", "lib/ledger/operation.ts")
    .replacing("throw error;", 'return { refusal: "unavailable", message: "" } as StoredRefusal;')
    .caughtBy(ADMIT_TEST, "keeps nothing of what failed on our side"),
  mutant("What is kept holds no card code.", "lib/ledger/operation.ts")
    .replacing(
      'const SEALED_FIELD_NAMES = ["sealedCode", "sealedSecret",',
      'const SEALED_FIELD_NAMES = ["sealedSecret",',
    )
    .caughtBy(ADMIT_TEST, "keeps no card code, sealed or not"),
  mutant("A kept claim is never another consumer's.", "lib/http/idempotency.ts")
    .without("...(consumer ? [consumer.id] : [])")
    .caughtBy("app/api/v1/cards/[uuid]/claim/claim.test.ts", "is refused for another consumer's"),
  mutant("A wallet's Idempotency-Key is its consumer's own.", "lib/http/idempotency.ts")
    .replacing("return consumerKeyOf(actor, key);", "return key;")
    .caughtBy("app/api/wallet/gifts.test.ts", "another consumer's key is another"),
  mutant("No 60-second window ever sees more calls than its limit.", REPLAY_AND_LIMITS)
    .replacing("select cardinality(p_hits) < p_max or", "select cardinality(p_hits) <= p_max or")
    .caughtBy(ADMIT_TEST, "lets in exactly its number of concurrent calls"),
  mutant("A guarded operation has its limit.", "lib/limits/rate-limits.ts")
    .replacing("if (name === undefined || principal.limitPerWindow === 0)", "if (name !== null)")
    .caughtBy(LIMITS_SPEC, "limits are per key"),
  mutant("Fifty debits, credits and loads a minute, and no more.", "lib/limits/rate-limits.ts")
    .replacing('money: { bucket: "money", max: 50,', 'money: { bucket: "money", max: 51,')
    .caughtBy(LIMITS_SPEC),
  mutant("A key's limit per day is exact under concurrency.", KEY_LIMITS)
    .replacing(
      "perform pg_advisory_xact_lock(hashtextextended('key-amounts:' || p_actor, 0))",
      "perform 1",
    )
    .caughtBy(KEY_LIMITS_TEST, "lets in one of two movements that both fit alone"),
  mutant("A key's limit per day is in each direction and currency.", KEY_LIMITS)
    .replacing("case p_side when 'in' then in_cents else out_cents end", "in_cents + out_cents")
    .caughtBy(KEY_LIMITS_TEST, "is counted by currency and direction"),
  mutant("A key can always reverse its own movement.", KEY_LIMITS)
    .replacing("or is_own_recent(p_merchant, p_actor, p_reversed) then", "then")
    .caughtBy(KEY_LIMITS_TEST, "of the key's own movement is never refused"),
  mutant("A call leaves the window exactly when it is as old as the window.", REPLAY_AND_LIMITS)
    .replacing(
      "left_at timestamptz := at - p_window_ms * interval '1 millisecond';",
      "left_at timestamptz := at - p_window_ms * interval '0.4 milliseconds';",
    )
    .caughtBy("lib/ledger/take-limit.test.ts"),
  mutant("A call refused by one limit costs nothing of another.", REPLAY_AND_LIMITS)
    .replacing("where subject = p_subject and bucket = any(taken);", "where false;")
    .caughtBy(ADMIT_TEST, "of activation is taken by a load that activates"),
  mutant("Loads that activate count against activation.", "lib/ledger/move.sql")
    .replacing("case when activates then coalesce(m.activation_limits, '[]') else '[]' end", "'[]'")
    .caughtBy(LIMITS_SPEC, "20 cards are activated in a minute"),
  mutant("A duplicate gets its response even if the first took the last call.", REPLAY_AND_LIMITS)
    .replacing("p_key is not null and exists (select from find_answer(p_merchant, p_key))", "false")
    .caughtBy(ADMIT_TEST, "that a duplicate used up gives the other duplicates"),
];
