const ADMIT = "lib/ledger/admit.test.ts";
const IDEMPOTENCY = "e2e/api/idempotency.spec.ts";
const LIMITS = "e2e/api/limits.spec.ts";

/** Idempotency-Keys and limits. @type {import("./mutants.mjs").Mutant[]} */
export const admission = [
  {
    guarantee: "The same Idempotency-Key with another request is a 409, and moves nothing.",
    file: "lib/ledger/admit.sql",
    find: "if p_past.fingerprint <> p_fingerprint then",
    replace: "if false then",
    tests: [{ file: IDEMPOTENCY, title: "the same key with another request is a 409" }],
  },
  {
    guarantee: "The path is part of what an Idempotency-Key stands for.",
    file: "lib/http/idempotency.ts",
    find: "JSON.stringify([request.method, path, body,",
    replace: "JSON.stringify([request.method, body,",
    tests: [{ file: IDEMPOTENCY }, { file: ADMIT }],
  },
  {
    guarantee: "An Idempotency-Key is kept for 24 hours.",
    file: "lib/ledger/admit.sql",
    find: "where created_at > now() - interval '24 hours'",
    replace: "where created_at > now() - interval '48 hours'",
    tests: [{ file: IDEMPOTENCY, title: "a key is kept for 24 hours" }],
  },
  {
    guarantee: "One Idempotency-Key moves money once, even concurrently.",
    file: "lib/ledger/admit.sql",
    find: "if written < cardinality(p_kept) then",
    replace: "if false then",
    tests: [{ file: ADMIT, title: "used by 20 concurrent creations makes one card" }],
  },
  {
    guarantee: "An Idempotency-Key is the store's: another store's is another key.",
    file: "lib/ledger/admit.sql",
    find: "where merchant_id = p_merchant and key = p_key offset 0",
    replace: "where key = p_key offset 0",
    tests: [{ file: IDEMPOTENCY, title: "a key belongs to its store" }],
  },
  {
    guarantee: "A replay says Idempotent-Replayed.",
    file: "lib/http/respond.ts",
    find: '...(facts.replayed ? { "Idempotent-Replayed": "true" } : {}),',
    replace: "",
    tests: [{ file: IDEMPOTENCY, title: "POST /cards/{uuid}/debit happens once" }],
  },
  {
    guarantee: "A replay is in its original shape.",
    file: "lib/ledger/settle.ts",
    find: "ctx.reply.shape = outcome.shape ?? ctx.shape;",
    replace: "",
    tests: [{ file: IDEMPOTENCY, title: "a replay is in its original shape" }],
  },
  {
    guarantee: "A refusal is replayed with the request id that it had.",
    file: "lib/ledger/settle.ts",
    find: "const requestId = outcome.requestId ?? ctx.requestId;",
    replace: "const requestId = ctx.requestId;",
    tests: [{ file: IDEMPOTENCY, title: "a refusal of the operation is replayed" }],
  },
  {
    guarantee: "A 5xx is never kept.",
    file: "lib/ledger/operation.ts",
    find: "if (!isRefusal(error)) throw error;",
    replace: 'if (!isRefusal(error)) return { refusal: "unavailable", message: "" } as Refused;',
    tests: [
      { file: "lib/http/failures.test.ts" },
      { file: "app/api/v1/cards/[uuid]/claim/claim.test.ts" },
    ],
  },
  {
    guarantee: "What is kept holds no card code.",
    file: "lib/ledger/operation.ts",
    find: 'const SEALED = ["sealedCode", "sealedSecret",',
    replace: 'const SEALED = ["sealedSecret",',
    tests: [{ file: ADMIT, title: "keeps no card code, sealed or not" }],
  },
  {
    guarantee: "A kept claim is never another consumer's.",
    file: "lib/http/idempotency.ts",
    find: "...(consumer ? [consumer.id] : [])",
    replace: "",
    tests: [
      {
        file: "app/api/v1/cards/[uuid]/claim/claim.test.ts",
        title: "another request for another consumer",
      },
    ],
  },
  {
    guarantee: "A wallet's Idempotency-Key is its consumer's own.",
    file: "lib/http/endpoint.ts",
    find: "return { ...given, key: ownKeyOf(principal.actor, given.key) };",
    replace: "return given;",
    tests: [{ file: "app/api/wallet/gifts.test.ts", title: "another consumer's key is another" }],
  },
  {
    guarantee: "No 60-second window ever sees more calls than its limit.",
    file: "lib/ledger/admit.sql",
    find: "select cardinality(p_hits) < p_max or",
    replace: "select cardinality(p_hits) <= p_max or",
    tests: [{ file: ADMIT, title: "lets in exactly its number of concurrent calls" }],
  },
  {
    guarantee: "Limits are per key, and hold for every guarded operation.",
    file: "lib/http/limits.ts",
    find: "if (name === undefined || principal.limitPerWindow === 0) return [];",
    replace: "if (name !== null) return [];",
    tests: [{ file: LIMITS, title: "limits are per key" }],
  },
  {
    guarantee: "Fifty debits, credits and loads a minute, and no more.",
    file: "lib/http/limits.ts",
    find: 'money: { bucket: "money", max: 50,',
    replace: 'money: { bucket: "money", max: 51,',
    tests: [{ file: LIMITS }],
  },
  {
    guarantee: "A call leaves the window when it is as old as the window, and no sooner.",
    file: "lib/ledger/admit.sql",
    find: "at - p_window_ms * interval '1 millisecond';",
    replace: "at - p_window_ms * interval '0.5 milliseconds';",
    tests: [{ file: "lib/ledger/take-limit.test.ts" }],
  },
  {
    guarantee: "A call that a limit refuses costs nothing of another.",
    file: "lib/ledger/admit.sql",
    find: "where subject = p_subject and bucket = any(taken);",
    replace: "where false;",
    tests: [{ file: LIMITS, title: "a load that the activation limit refuses costs nothing" }],
  },
  {
    guarantee: "Loads that activate count against activation.",
    file: "lib/ledger/move.sql",
    find: "case when activates then coalesce(m.activation_limits, '[]') else '[]' end);",
    replace: "'[]');",
    tests: [{ file: LIMITS, title: "20 cards are activated in a minute" }],
  },
  {
    guarantee: "A duplicate is given its answer though its twin took the last call.",
    file: "lib/ledger/admit.sql",
    find: "if p_key is not null and exists (select from kept_answer(p_merchant, p_key)) then",
    replace: "if false then",
    tests: [{ file: ADMIT, title: "that a duplicate used up gives the other duplicates" }],
  },
];
