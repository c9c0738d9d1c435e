import { mutant } from "./mutant.mjs";

const AUTHENTICATE = "lib/domain/api-keys/authenticate.ts";
const KEYS_TEST = "lib/domain/api-keys/keys.test.ts";

/** Signatures, secrets and their checks, and what workers claim. */
export const signatures = [
  mutant("The signature is that of the body that was sent.", "lib/domain/webhooks/signature.ts")
    .replacing("(body)", '(body.trim() + " ")')
    .caughtBy("e2e/webhooks/delivery.spec.ts", "a debit is delivered with both signatures"),
  mutant("webhook-signature is that of Standard Webhooks.", "lib/domain/webhooks/signature.ts")
    .replacing("id}.${timestampSeconds", "timestampSeconds}.${id")
    .caughtBy("e2e/webhooks/delivery.spec.ts", "a debit is delivered with both signatures"),
  mutant(
    "Of claims at the same time each delivery is given to one.",
    "lib/domain/webhooks/deliver.ts",
  )
    .without("for update skip locked")
    .caughtBy("lib/domain/webhooks/claim.test.ts", "ten claims at once give each delivery to one"),
  mutant(
    "An attempt whose lease was lost changes nothing.",
    "lib/domain/webhooks/record-attempt.ts",
  )
    .replacing("deliveries.leasedUntil} = ${lease}::timestamptz", "lease}::text is not null")
    .caughtBy("lib/domain/webhooks/record-attempt.test.ts", "an attempt whose lease was lost"),
  mutant("Every attempt sends the same bytes.", "lib/domain/webhooks/deliver.ts")
    .replacing("coalesce(d.body, event_body(row(e.*)::events)", "event_body(row(e.*)::events")
    .caughtBy("lib/domain/webhooks/claim.test.ts", "the bytes are rendered at the first claim"),
  mutant("While a webhook is disabled its events are held.", "lib/ledger/post/emit.sql")
    .replacing("target.active", "true")
    .caughtBy("e2e/webhooks/switches.spec.ts", "a webhook's events are held while off"),
  mutant("A replay of the latest sends one per card and event.", "lib/domain/webhooks/replay.ts")
    .replacing("place > 1", "place > 2")
    .caughtBy("e2e/webhooks/replays.spec.ts", "a replay of the latest sends one"),
  mutant("A code opens only for its own merchant and card.", "lib/base/config/secrets.ts")
    .replacing(') + decipher.final("utf8")', ")")
    .caughtBy("lib/domain/cards/code.test.ts", "opens only for its own merchant and card"),
  mutant(
    "A replay shows no secret of a deleted webhook.",
    "lib/ledger/idempotency/replay-and-limits.sql",
  )
    .without("and deleted_at is null")
    .caughtBy("app/api/v1/contract.test.ts", "the stored response of a deleted webhook"),
  mutant("A key's secret is compared, not its id alone.", AUTHENTICATE)
    .replacing("key || !sameSecret(key.secretHash, sha256(presented))", "key")
    .caughtBy(KEYS_TEST, "with a wrong secret or an unknown id is refused"),
  mutant("An expired key is refused.", AUTHENTICATE)
    .without("and (expires_at is null or expires_at > now())")
    .caughtBy(KEYS_TEST, "any more, since it expired, is refused"),
  mutant("A revoked key is refused.", AUTHENTICATE)
    .without("and revoked_at is null")
    .caughtBy(KEYS_TEST, "is in force at once in this process"),
  mutant("A job runs for the cron secret alone.", "lib/api/kernel/principals.ts")
    .replacing("sameSecret(given, sha256(`Bearer ${env().cronSecret}`))", "given.length > 0")
    .caughtBy("lib/background/cron.test.ts", "a job needs the cron secret"),
  mutant("The app's role can't rewrite the ledger.", "lib/db/migrate/app-role.ts")
    .without('  transactions: "update, delete",\n')
    .caughtBy("lib/ledger/post/move.test.ts", "the app's role may not"),
  mutant("A key needs the operation's scope.", "lib/base/context.ts")
    .replacing("includes(one)", "length > 0")
    .caughtBy("app/api/v1/authentication.test.ts", "every operation needs its scope"),
  mutant("Only an owner writes off, whatever calls it.", "lib/domain/cards/write-off.ts")
    .replacing("isDisabling && ctx", "ctx")
    .caughtBy("lib/domain/verbs.test.ts", "write-off.ts#writeOffDisabled refuses"),
  mutant("A pass's token is its owner's.", "lib/domain/passes/apple/token.ts")
    .replacing("`${id}:${ownerId}`", "id")
    .caughtBy(
      "lib/domain/passes/apple/web-service.release.test.ts",
      "the former owner's pass opens nothing",
    ),
  mutant("A revoked session counts no longer.", "lib/domain/people/session-records.ts")
    .without("${table.revokedAt} is null and ")
    .caughtBy("lib/domain/people/sign-in.test.ts", "that was revoked counts no longer"),
  mutant(
    "A session ends when nobody used it for two hours.",
    "lib/domain/people/session-records.ts",
  )
    .without("and ${table.lastSeenAt} > now() - make_interval(hours => ${idleHours})")
    .caughtBy("lib/domain/people/sign-in.test.ts", "ends when nobody used it for two hours"),
  mutant("A mail is sent once, however many processes send mail.", "lib/domain/mail/jobs.ts")
    .without("for update skip locked")
    .caughtBy("lib/domain/mail/send-mails.test.ts", "claims at the same time give each"),
];
