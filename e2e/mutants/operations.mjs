import { mutant } from "./mutant.mjs";

const POOL_TEST = "lib/db/pool.test.ts";
const BROKEN_TEST = "lib/db/broken-connections.test.ts";
const PURGE_TEST = "lib/webhooks/purge-expired.test.ts";

/** Batches, online shops, files, mail and housekeeping. */
export const operations = [
  mutant("A query with an undefined value is refused before anything is sent.", "lib/db/query.ts")
    .replacing(
      "hasUndefined() ? Promise.reject(undefinedValueError()) : this.send(this)",
      "send(this)",
    )
    .caughtBy(POOL_TEST, "a value that is undefined costs no connection"),
  mutant("What a refusal leaves open is rolled back.", "lib/db/pool.ts")
    .replacing('sql.unsafe("rollback");', 'sql.unsafe("select 1");')
    .caughtBy(POOL_TEST, "a transaction rolls back if it throws"),
  mutant("A connection that was cut is not opened again.", "lib/db/connection.ts")
    .replacing(
      "if (isOpened) throw connectionClosedError(",
      "if (!socketOnce) throw connectionClosedError(",
    )
    .caughtBy(BROKEN_TEST, "a connection that is cut while it opens"),
  mutant("A query right after a reset fails, and doesn't wait.", "lib/db/connection.ts")
    .without("      sql.end({ timeout: 0 }).catch(() => {});\n")
    .caughtBy(BROKEN_TEST, "queries right after a reset"),
  mutant("A response that was cut off is a lost connection.", "lib/db/connection.ts")
    .replacing("isGarbled(error) ? cutOffError(error) : error", "error")
    .caughtBy(BROKEN_TEST, "a response that is cut off"),
  mutant("A statement of a transaction doesn't wait forever.", "lib/db/transaction.ts")
    .replacing("query, outer.answerTimeoutMs)", "query, 60_000)")
    .caughtBy(BROKEN_TEST, "a server that goes silent"),
  mutant("A rollback doesn't wait forever.", "lib/db/pool.ts")
    .replacing("rollback, answerTimeoutMs)", "rollback, 60_000)")
    .caughtBy(BROKEN_TEST, "a server that goes silent"),
  mutant("A long statement gets the time that it asks for.", "lib/db/transaction.ts")
    .replacing("Object.assign(answerTimeouts().getStore() ?? {}", "Object.assign({}")
    .caughtBy(BROKEN_TEST, "a transaction that asks for more time"),
  mutant("A caller doesn't wait forever for a connection.", "lib/db/pool.ts")
    .replacing("setTimeout(giveUp, waitTimeoutMs)", "setTimeout(() => {}, waitTimeoutMs)")
    .caughtBy(BROKEN_TEST, "a caller waits for a connection"),
  mutant("A movement that waited too long is never made.", "lib/ledger/group-commit.ts")
    .replacing("refuseLate(q.waiting, unavailable)", "q.waiting")
    .caughtBy("lib/ledger/group-commit.test.ts", "a movement that waits too long"),
  mutant("A request that takes too long gets a 503.", "lib/http/endpoint.ts")
    .replacing("isLimited ? answerInTime(response, seen) : response", "response")
    .caughtBy("lib/http/failures.test.ts", "a request that takes too long"),
  mutant("A client that is still sending isn't refused early.", "lib/http/respond.ts")
    .replacing("if (!seen.isReceiving) resolve", "resolve")
    .caughtBy("lib/http/failures.test.ts", "whatever it waits for"),
  mutant("A newer release's database is not migrated back.", "lib/db/migrate.ts")
    .without("  if (current?.isNewer || newer.length > 0) throw new Error(NEWER_DATABASE);\n")
    .caughtBy("lib/db/migrate.test.ts", "a newer release migrated is refused"),
  mutant("A migration leaves the functions of a newer release.", "lib/db/migrate.ts")
    .without("  if (current?.isNewer && current.isCompatible && !newBucket) return;\n")
    .caughtBy("lib/db/migrate.test.ts", "that this one can run beside is left as it is"),
  mutant("A running server notices a release that it can't run beside.", "lib/db/readiness.ts")
    .without("  if (release?.version !== state().release) state().isReady = false;\n")
    .caughtBy("lib/http/health.test.ts", "stays ready beside the next release"),
  mutant("A server runs beside the next release only.", "lib/db/readiness.ts")
    .replacing("release?.isNewer && release.isCompatible", "release?.isNewer")
    .caughtBy("lib/http/health.test.ts", "stays ready beside the next release"),
  mutant("Functions that did not change are not installed again.", "lib/db/install-bucket.ts")
    .replacing("!== file.checksum,", '!== file.checksum.concat("."),')
    .caughtBy("lib/db/migrate.test.ts", "migrating again while tills debit"),
  mutant("A restored database has its time limits before the first request.", "lib/db/readiness.ts")
    .without("  await limitSessions(pg());\n")
    .caughtBy("lib/db/session-settings.test.ts", "that nobody migrated gets the limits"),
  mutant("Time limits that the operator set stay.", "lib/db/session-settings.ts")
    .replacing("not in ('user', 'database user', 'client', 'session')", "is not null")
    .caughtBy("lib/db/session-settings.test.ts", "limits that the operator set"),
  mutant("An outage of the database is not logged by each request.", "lib/db/outage.ts")
    .without("  markLogged(error);\n")
    .caughtBy("lib/db/outage.test.ts", "one line a minute"),
  mutant("An instance whose database is read-only isn't ready.", "lib/db/readiness.ts")
    .without('  if (row.read_only) throw new NotReadyError("The database is read-only.");\n')
    .caughtBy("lib/http/health.test.ts", "while its database is read-only"),
  mutant("A stopping instance isn't ready.", "lib/http/draining.ts")
    .without("  globals[DRAINING_SYMBOL] = true;\n")
    .caughtBy("lib/http/health.test.ts", "a draining instance is not ready"),
  mutant("A draining server closes its connections.", "lib/server/listen.ts")
    .without('      if (isDraining()) response.setHeader("Connection", "close");\n')
    .caughtBy("lib/server/listen.test.ts", "a draining server still responds"),
  mutant("A batch has exactly as many cards as were asked for.", "lib/batches/work.ts")
    .without('.for("no key update", { skipLocked: true });')
    .caughtBy("lib/batches/work.test.ts", "processes that work on the same batches"),
  mutant("A slice that is done is noted in its own commit.", "lib/batches/work.ts")
    .replacing("      done: run.done + done,\n", "      done: run.done + Math.max(0, done - 1),\n")
    .caughtBy("lib/batches/killed.test.ts", "creation that is killed again and again"),
  mutant("Voiding a batch disables unsold stock alone.", "lib/batches/slices.ts")
    .replacing('(({ status }) => status === "inactive")', '(({ status }) => status !== "disabled")')
    .caughtBy("lib/batches/work.test.ts", "voiding disables only unsold stock"),
  mutant("A batch has one such work at a time.", "lib/batches/batch.ts")
    .without('if (!row) throw new Refusal("batch_busy");')
    .caughtBy("lib/batches/work.test.ts", "a batch that is activated twice at once"),
  mutant("Owners of imported cards are not mailed.", "lib/batches/slices.ts")
    .replacing("importedBalance, silent: true", "importedBalance, silent: false")
    .caughtBy("app/api/portal/batches/import/import.test.ts", "and no email is sent"),
  mutant("Each card has one gift card in the connected shop.", "lib/platforms/lease.ts")
    .replacing(
      ".where(and(isPlatformCard(key), isFree))\n    .returning({",
      ".where(isPlatformCard(key))\n    .returning({",
    )
    .caughtBy("lib/platforms/sync-worker.test.ts")
    .caughtBy("lib/platforms/interleavings.test.ts"),
  mutant("What is redeemed in the online shop is taken once.", "lib/platforms/record-balance.ts")
    .replacing("expectedCents: expectedCents - redeemedCents,", "expectedCents,")
    .caughtBy("lib/platforms/poll.test.ts", "is a redemption here, once"),
  mutant(
    "A shop's card that has another card's id is not taken for one of ours.",
    "lib/platforms/sync-balance.ts",
  )
    .replacing("cardId === null || cardId === card.id;", "cardId === null || card.id !== null;")
    .caughtBy("lib/platforms/poll.test.ts", "gives an id to another card"),
  mutant("The shop is never asked for more than its limit.", "lib/platforms/bucket.ts")
    .replacing(
      "and ${availablePointsSql()} >= ${wanted} + ${left}",
      "and ${availablePointsSql()} >= ${wanted} - 100",
    )
    .caughtBy("lib/platforms/bucket.test.ts"),
  mutant("Each change is queued for the shop.", "lib/ledger/queue-platform-sync.sql")
    .replacing("where e.event = 'card.activated'", "where e.event = 'card.reloaded'")
    .caughtBy("lib/platforms/queue-on-change.test.ts"),
  mutant("Only the owners get a mail when a shop refuses its token.", "lib/merchants/team/list.ts")
    .replacing('eq(memberships.role, "owner")', "undefined")
    .caughtBy("lib/platforms/failing-mail.test.ts", "only the owners get an email"),
  mutant("No cell of a file is a formula.", "lib/http/download.ts")
    .replacing("bom, cast, escape_formulas: true,", "bom, cast,")
    .caughtBy("lib/http/download.test.ts", "no cell of it is a formula"),
  mutant("A bulk change that is sent twice changes each card once.", "lib/cards/bulk.ts")
    .replacing(
      'key: `bulk ${sha256(`${ctx.idempotency.key} ${cardId}`).toString("base64url")}`,',
      "key: crypto.randomUUID(),",
    )
    .caughtBy("app/api/portal/cards/bulk/bulk.test.ts", "sent twice with one key"),
  mutant("Who takes a file is in the audit log.", "lib/cards/search.ts")
    .replacing(
      'audit(db(), authorOf(ctx), { action: "cards.exported",',
      '({ action: "cards.exported",',
    )
    .caughtBy("app/api/portal/cards/cards.test.ts", "and the log says who took it"),
  mutant("A store has three downloads under way at once.", "lib/limits/attempt-limits.ts")
    .replacing('"download-store": { max: 3,', '"download-store": { max: 4,')
    .caughtBy("lib/http/download.test.ts", "a store has at most three downloads at once"),
  mutant("A name adds no lines to a mail.", "lib/outbox/user-text.ts")
    .replacing('withoutHidden(text.replace(/\\s+/g, " ")).trim()', "text")
    .caughtBy("lib/outbox/templates.test.ts"),
  mutant("A mail is sent once, however many processes send mail.", "lib/outbox/jobs.ts")
    .replacing("limit ${slots} for update skip locked) due", "limit ${slots}) due")
    .caughtBy("lib/outbox/send-mails.test.ts", "claims at the same time give each"),
  mutant("A mail's link is kept while the mail waits and no longer.", "lib/outbox/jobs.ts")
    .replacing("case when kind = 'email' then jsonb", "case when kind = 'nothing' then jsonb")
    .caughtBy("lib/outbox/send-mails.test.ts", "a mail's link waits encrypted"),
  mutant("A mail's link is encrypted while the mail waits.", "lib/outbox/mail.ts")
    .replacing("{ link: sealLink(id, mail.link) }", "{}")
    .caughtBy("lib/outbox/send-mails.test.ts", "a mail's link waits encrypted"),
  mutant("An unconfirmed store emails nobody outside its team.", "lib/ledger/consumers.sql")
    .without(" and confirmed_at is not null")
    .caughtBy("lib/outbox/store-mail.test.ts", "an unconfirmed store"),
  mutant("A mail to a suppressed address is not sent.", "lib/outbox/send-mails.ts")
    .replacing('if (permission === "never")', "if (false)")
    .caughtBy("lib/outbox/store-mail.test.ts"),
  mutant("One address gets at most ten mails a day from a store.", "lib/limits/mail-quotas.ts")
    .replacing("perStore: 10", "perStore: 11")
    .caughtBy("lib/limits/mail-quotas.test.ts", "ten mails a day"),
  mutant("Customers' gifts don't use up the store's mail.", "lib/limits/mail-quotas.ts")
    .replacing("bucket: `mail-${cause}`", "bucket: `mail-store`")
    .caughtBy("lib/limits/mail-quotas.test.ts", "have a quota of their own"),
  mutant("A mail over a quota is sent later.", "lib/outbox/store-mail.ts")
    .replacing("!merchantId || !postponedAt ||", "!merchantId ||")
    .caughtBy("lib/limits/mail-quotas.test.ts", "waits until the quota has room"),
  mutant("A word that somebody typed is no link in a mail.", "lib/outbox/user-text.ts")
    .replacing("text.replace(LINKING, `$1${ZERO_WIDTH_SPACE}`)", "text")
    .caughtBy("lib/outbox/templates.test.ts"),
  mutant("Mail events need the secret.", "lib/http/mail-events.ts")
    .without("requireMailEventsSecret(request);")
    .caughtBy("app/api/mail-events/mail-events.test.ts"),
  mutant("Kept answers go after 24 hours and no sooner.", "lib/ledger/purge-expired.ts")
    .replacing("now() - interval '24 hours'", "now() - interval '12 hours'")
    .caughtBy(PURGE_TEST, "kept answers go after 24 hours"),
  mutant("Deliveries are kept for 90 days.", "lib/webhooks/purge-expired.ts")
    .replacing(
      "sql`select merchant_id, id from webhook_deliveries\n    where created_at < now() - interval '90 days'`",
      "sql`select merchant_id, id from webhook_deliveries\n    where created_at < now() - interval '60 days'`",
    )
    .caughtBy(PURGE_TEST, "deliveries go after 90 days"),
  mutant("Held events are kept for 30 days.", "lib/webhooks/delivery-policy.ts")
    .replacing("export const HELD_DAYS = 30;", "export const HELD_DAYS = 20;")
    .caughtBy(PURGE_TEST, "deliveries go after 90 days, held ones after 30"),
  mutant("An e-mail address is one spelling, and no header of its own.", "lib/email.ts")
    .without("if (NOT_IN_DOMAIN.test(typed)) return null;")
    .caughtBy("lib/email.test.ts"),
  mutant("Production names what is missing and does not start without it.", "lib/env.ts")
    .replacing(
      "givenValue(variables, name) === undefined);",
      "givenValue(variables, name) === undefined).slice(0, 1);",
    )
    .caughtBy("lib/env.test.ts"),
  mutant("Housekeeping checks the books.", "lib/http/housekeeping.ts")
    .without("  checked: await verifySlices(),\n")
    .caughtBy("lib/http/cron.test.ts", "finds books that do not balance"),
  mutant("A row of a closed month that changed is named.", "lib/ledger/verify-checks.ts")
    .replacing(
      "t.id is null or not is_as_closed(row(t.*)::transactions, hash, hash_without_note)",
      "t.id is null",
    )
    .caughtBy("lib/reports/close-month.test.ts", "a closed month that was changed by SQL"),
  mutant("A closed month is chained to the one before.", "lib/ledger/month-closings.sql")
    .replacing("coalesce(p_closing.previous_hash, '')", "''::bytea")
    .caughtBy(
      "lib/reports/close-month.test.ts",
      "closed month whose totals, hashes or month before",
    ),
  mutant("Months are closed in order.", "lib/reports/close-month.ts")
    .without(
      '  if (month > next.month) throw invalidField("month", `can be closed only after ${next.month}`);\n',
    )
    .caughtBy("lib/reports/close-month.test.ts", "months are closed in order"),
];
