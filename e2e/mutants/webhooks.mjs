import { mutant } from "./mutant.mjs";

const DELIVERY_SPEC = "e2e/webhooks/delivery.spec.ts";
const SWITCHES_SPEC = "e2e/webhooks/switches.spec.ts";
const CLAIM_TEST = "lib/webhooks/claim.test.ts";
const SSRF_GUARD_TEST = "lib/webhooks/ssrf-guard.test.ts";
const POST_TEST = "lib/webhooks/post.test.ts";

/** Events, their delivery and allowed endpoints. */
export const webhooks = [
  mutant("A debit emits card.debited.", "lib/cards/movements.ts")
    .replacing('["card.debited", "card.balance_changed"]', '["card.balance_changed"]')
    .caughtBy(DELIVERY_SPEC, "a debit is delivered with both signatures"),
  mutant("A change has exactly the events of the table.", "lib/cards/movements.ts")
    .replacing('", "card.credited", "card.balance_changed', '", "card.balance_changed')
    .caughtBy("lib/ledger/move.test.ts", "each movement writes the events of the table"),
  mutant("The signature is that of the body that was sent.", "lib/webhooks/signature.ts")
    .replacing('("sha256", current).update(body)', '("sha256", current).update(body.trim() + " ")')
    .caughtBy(DELIVERY_SPEC, "a debit is delivered with both signatures"),
  mutant("webhook-signature is that of Standard Webhooks.", "lib/webhooks/signature.ts")
    .replacing("${id}.${timestampSeconds}.${body}", "${timestampSeconds}.${id}.${body}")
    .caughtBy(DELIVERY_SPEC, "a debit is delivered with both signatures"),
  mutant("While a secret is rotated both sign.", "lib/webhooks/sealed-secret.ts")
    .without("...(next ? [unsealSecret(webhook, next)] : [])")
    .caughtBy(SWITCHES_SPEC, "while a secret is rotated both sign"),
  mutant("A delivery's lease outlives its attempt.", "lib/webhooks/delivery-policy.ts")
    .replacing("export const LEASE_MS = 30_000;", "export const LEASE_MS = 20;")
    .caughtBy("e2e/webhooks/runs.spec.ts", "no delivery is attempted twice"),
  mutant("Of claims at the same time each delivery is given to one.", "lib/webhooks/deliver.ts")
    .replacing("limit o.room for update skip locked", "limit o.room")
    .caughtBy(CLAIM_TEST, "ten claims at once give each delivery to one"),
  mutant("An attempt whose lease was lost changes nothing.", "lib/webhooks/record-attempt.ts")
    .replacing("${deliveries.leasedUntil} = ${lease}::timestamptz", "${lease}::text is not null")
    .caughtBy("lib/webhooks/record-attempt.test.ts", "an attempt whose lease was lost"),
  mutant("Every attempt sends the same bytes.", "lib/webhooks/deliver.ts")
    .replacing("coalesce(d.body, event_body(row(e.*)::events))", "event_body(row(e.*)::events)")
    .caughtBy(CLAIM_TEST, "the bytes are rendered at the first claim"),
  mutant("Slow receivers hold up nobody else.", "lib/webhooks/deliver.ts")
    .replacing("${CONCURRENCY.merchant}::int - coalesce(merchant.count, 0) as", "1000 as")
    .caughtBy(CLAIM_TEST, "a merchant with twenty webhooks is given its share"),
  mutant("A delivery is tried again after 1, 5 and 30 minutes.", "lib/webhooks/delivery-policy.ts")
    .replacing("standard: [1, 5, 30]", "standard: [1, 5, 15]")
    .caughtBy(DELIVERY_SPEC, "is tried at 0, 1, 5 and 30 min"),
  mutant("Three exhausted deliveries disable a webhook.", "lib/webhooks/delivery-policy.ts")
    .replacing("const EXHAUSTED_BEFORE_DISABLING = 3;", "const EXHAUSTED_BEFORE_DISABLING = 4;")
    .caughtBy(DELIVERY_SPEC, "three exhausted deliveries in a row disable the webhook"),
  mutant("A success resets the count of exhausted deliveries.", "lib/webhooks/record-attempt.ts")
    .replacing("consecutiveFailures: 0, failingSince: null", "failingSince: null")
    .caughtBy(DELIVERY_SPEC, "a success in between sets the count back"),
  mutant("What led to the disabling is held, to be replayed.", "lib/webhooks/disable-failing.ts")
    .without("  await holdExhausted(tx, merchantId, webhookId);\n")
    .caughtBy("lib/webhooks/record-attempt.test.ts", "what led to the disabling is still missed"),
  mutant("While a webhook is disabled its events are held.", "lib/ledger/emit.sql")
    .replacing("if target.active then", "if true then")
    .caughtBy(SWITCHES_SPEC, "a webhook's events are held while off"),
  mutant("Nothing is left held when a webhook is switched on meanwhile.", "lib/ledger/emit.sql")
    .replacing("if held is not null then", "if false then")
    .caughtBy("lib/webhooks/held.test.ts"),
  mutant("Pending retries are held when a webhook is switched off.", "lib/webhooks/update.ts")
    .replacing("if (before.active !== webhook.active) await", "if (false) await")
    .caughtBy(SWITCHES_SPEC, "pending retries are held when the webhook is switched off"),
  mutant("Nothing is replayed to a disabled webhook.", "lib/webhooks/replay.ts")
    .replacing('if (!webhook.active && missed !== "skip") {', "if (false) {")
    .caughtBy("e2e/webhooks/replays.spec.ts", "missed events are replayed once"),
  mutant("A replay of the latest sends one per card and event.", "lib/webhooks/replay.ts")
    .replacing("where place > 1)", "where place > 2)")
    .caughtBy("e2e/webhooks/replays.spec.ts", "a replay of the latest sends one"),
  mutant("An answer has to come within 10 seconds.", "lib/webhooks/delivery-policy.ts")
    .replacing("const ATTEMPT_TIMEOUT_MS = 10_000;", "const ATTEMPT_TIMEOUT_MS = 15_000;")
    .caughtBy("e2e/webhooks/hostile.spec.ts", "a hostile receiver has failed within ten seconds"),
  mutant("A redirect is a failure.", "lib/webhooks/post.ts")
    .replacing("200 && answer.statusCode < 300;", "200 && answer.statusCode < 400;")
    .caughtBy("e2e/webhooks/hostile.spec.ts", "redirects has failed"),
  mutant("At most 16 KB of an answer is read.", "lib/webhooks/post.ts")
    .without("      if (size >= MAX_EXCERPT_BYTES) break;\n")
    .caughtBy("lib/webhooks/excerpt.test.ts"),
  mutant("No webhook leads to a private address, in any spelling.", "lib/webhooks/ssrf-guard.ts")
    .replacing('range() !== "unicast"', 'range() === "private" || parsed.range() === "loopback"')
    .caughtBy(SSRF_GUARD_TEST),
  mutant("No webhook leads to an IPv6 address that is not public.", "lib/webhooks/ssrf-guard.ts")
    .without('if (parsed.kind() === "ipv6" && !parsed.match(GLOBAL_UNICAST)) return false;')
    .caughtBy(SSRF_GUARD_TEST),
  mutant("No webhook leads to a name of the private network.", "lib/webhooks/ssrf-guard.ts")
    .replacing("(localhost|local|internal|localdomain)", "(localhost|local|localdomain)")
    .caughtBy(SSRF_GUARD_TEST),
  mutant("Every address of a name has to be public.", "lib/webhooks/post.ts")
    .replacing("addresses.every(isPublicAddress)", "addresses.some(isPublicAddress)")
    .caughtBy(POST_TEST),
  mutant("The connection goes to the address that was checked.", "lib/webhooks/post.ts")
    .replacing("lookup: guardedLookup(resolve), timeout", "timeout")
    .caughtBy(POST_TEST),
  mutant("A webhook's URL begins with https.", "lib/webhooks/ssrf-guard.ts")
    .replacing('if (url.protocol !== "https:") throw', "if (false) throw")
    .caughtBy("e2e/webhooks/input.spec.ts", "a webhook's URL has to be https, without credentials"),
  mutant("A webhook's URL holds no credentials.", "lib/webhooks/ssrf-guard.ts")
    .replacing("if (url.username || url.password)", "if (false)")
    .caughtBy("e2e/webhooks/input.spec.ts", "a webhook's URL has to be https, without credentials"),
  mutant("A store has at most twenty webhooks, asked for at once too.", "lib/webhooks/create.ts")
    .without("  await lockStore(tx, merchantId);\n")
    .caughtBy("e2e/webhooks/registration.spec.ts", "at most twenty webhooks"),
  mutant(
    "Deliveries are retried by the schedule of their webhook.",
    "lib/webhooks/delivery-policy.ts",
  )
    .replacing("RETRY_SCHEDULES[schedule][", "RETRY_SCHEDULES.standard[")
    .caughtBy("lib/webhooks/record-attempt.test.ts", "retried by the webhook's schedule"),
  mutant(
    "A failing webhook keeps the time that its owner gave it.",
    "lib/webhooks/disable-failing.ts",
  )
    .replacing("!webhook?.isOutOfTime || webhook", "!webhook || webhook")
    .caughtBy("lib/webhooks/record-attempt.test.ts", "a webhook that its owner gave more time"),
];
