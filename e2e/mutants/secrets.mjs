import { mutant } from "./mutant.mjs";

const KEYS_TEST = "lib/merchants/keys/keys.test.ts";
const ROTATION_TEST = "lib/cli/rotate-secrets.test.ts";
const CARD_TEST = "app/api/portal/cards/[uuid]/card.test.ts";
const CODES_TEST = "app/api/v1/cards/codes.test.ts";
const PORTAL_KEYS_TEST = "app/api/portal/keys/keys.test.ts";
const CODE_ACCESS = "lib/cards/code-access.ts";

/** Codes, keys and where they may appear. */
export const secrets = [
  mutant("A card's code is never stored in the clear.", "lib/cards/code.ts")
    .replacing("  codeLast4: last4Of(code),", "  codeLast4: code,")
    .caughtBy("e2e/api/cards/create.spec.ts", "is nowhere in the database"),
  mutant("A code opens only for its own merchant and card.", "lib/secrets.ts")
    .replacing('undefined, "utf8") + decipher.final("utf8");', 'undefined, "utf8");')
    .caughtBy("lib/cards/code.test.ts", "opens only for its own merchant and card"),
  mutant("A code with one letter mistyped is no code.", "lib/cards/code.ts")
    .replacing("wellFormed && checkCharacter(code.slice(0, -1)) === code.at(-1) ?", "wellFormed ?")
    .caughtBy("lib/cards/code.test.ts", "with one letter mistyped is no code"),
  mutant("A signed-in person sees a code masked wherever the API has it.", CODE_ACCESS)
    .replacing('kind === "key" && scopes', "kind && scopes")
    .caughtBy(CARD_TEST, "sees a code masked"),
  mutant("A key without codes:read sees codes masked.", CODE_ACCESS)
    .replacing('kind === "key" && scopes.includes("codes:read")', 'kind === "key"')
    .caughtBy(CODES_TEST, "sees masked codes in"),
  mutant("A list that shows codes is audited.", "lib/cards/list.ts")
    .without("  await auditListedCodes(ctx, page.items.length);\n")
    .caughtBy(CODES_TEST, "that shows codes leaves one audit row"),
  mutant("A claim without the card's code needs money:write.", "lib/cards/claim.ts")
    .replacing("if (claimCode === undefined && byCodeAlone) {", "if (false) {")
    .caughtBy(CODES_TEST, "needs the card's code"),
  mutant("A replay shows no secret of a deleted webhook.", "lib/ledger/replay-and-limits.sql")
    .replacing("        and deleted_at is null));", "));")
    .caughtBy("app/api/v1/contract.test.ts", "the stored response of a deleted webhook"),
  mutant("A claim by code alone needs the card's PIN.", "lib/cards/claim.ts")
    .replacing("if (byCodeAlone && !(await", "if (!byCodeAlone && !(await")
    .caughtBy("app/api/v1/cards/[uuid]/claim/claim.test.ts", "is claimed only with the code and"),
  mutant("A replay shows a new card's code to its creator only.", "lib/http/endpoint.ts")
    .replacing("seesCodes: isCreator ||", "seesCodes: definition.createdBy !== undefined ||")
    .caughtBy(CODES_TEST, "a replayed creation"),
  mutant("A key that looked up too many wrong codes looks up none.", "lib/limits/attempt-limits.ts")
    .without("  if (full) throw tooManyAttempts(full);\n")
    .caughtBy(CODES_TEST, "300 wrong codes"),
  mutant("A key that reaches money needs the password.", "lib/merchants/keys/authority.ts")
    .without("  await confirmIdentity(ctx, proof);\n")
    .caughtBy(PORTAL_KEYS_TEST, "is made by an owner, with the password"),
  mutant("A demoted owner makes no key that reaches money.", "lib/merchants/keys/authority.ts")
    .without(
      '  if (!ctx.principal.isTest && isOwnersKey(scopes) && role !== "owner") throw notAnOwner();\n',
    )
    .caughtBy(PORTAL_KEYS_TEST, "is not made by an owner who is demoted or removed meanwhile"),
  mutant("A removed person leaves no key behind.", "lib/merchants/keys/hand-over.ts")
    .without("  if (decided.length < keys.length) throw undecided(keys);\n")
    .caughtBy("app/api/portal/team/team.test.ts", "are each to be decided about"),
  mutant("Who was shown a code is in the audit log.", "lib/history/read-card.ts")
    .replacing("await audit(db(), authorOf(ctx), { action", "void ({ action")
    .caughtBy("app/api/portal/cards/[uuid]/card.test.ts", "a code is shown to owners and managers"),
  mutant("What is logged of a failed query holds no parameter of it.", "lib/log.ts")
    .replacing('"params" in error && error.cause instanceof Error ? error.cause : error;', "error;")
    .caughtBy("lib/http/failures.test.ts", "a failed query is a 500"),
  mutant("A key's secret is compared, not its id alone.", "lib/merchants/keys/authenticate.ts")
    .replacing("if (!key || !sameSecret(key.secretHash, sha256(presented)))", "if (!key)")
    .caughtBy(KEYS_TEST, "with a wrong secret or an unknown id is refused"),
  mutant("An expired key is refused.", "lib/merchants/keys/authenticate.ts")
    .replacing("\n      and (expires_at is null or expires_at > now())`;", "`;")
    .caughtBy(KEYS_TEST, "any more, since it expired, is refused"),
  mutant("A revoked key is refused.", "lib/merchants/keys/authenticate.ts")
    .replacing("id = any(${ids}::uuid[]) and revoked_at is null", "id = any(${ids}::uuid[])")
    .caughtBy(KEYS_TEST, "is in force at once in this process"),
  mutant("A revocation applies everywhere within a second.", "lib/merchants/keys/authenticate.ts")
    .replacing("const REFRESH_AFTER_MS = 500;", "const REFRESH_AFTER_MS = 500_000;")
    .caughtBy("lib/merchants/keys/keys.test.ts", "by another process is in force"),
  mutant("A key is stored as a hash alone.", "lib/merchants/keys/format.ts")
    .replacing("last4: key.slice(-4),", "last4: key,")
    .caughtBy(KEYS_TEST, "is stored as a hash only"),
  mutant("Several rolls of a key at once make one new key.", "lib/merchants/keys/roll.ts")
    .without(
      'if (old.replacedBy !== null)\n    throw invalidField("key", "was already rolled; roll its replacement instead");',
    )
    .caughtBy("lib/merchants/keys/roll.test.ts", "several times at once makes one"),
  mutant("A job runs for the cron secret alone.", "lib/http/principals.ts")
    .replacing("(sameSecret(given, sha256(`Bearer ${env().cronSecret}`)))", "(given.length > 0)")
    .caughtBy("lib/http/cron.test.ts", "a job needs the cron secret"),
  mutant("A webhook's secret is in no list.", "lib/contract/webhook.ts")
    .replacing(
      "[WebhookB, presentB],",
      "[WebhookB, (w) => ({ ...presentB(w), secret: unsealSecret(w, w.sealedSecret) })],",
    )
    .caughtBy("e2e/webhooks/registration.spec.ts", "webhooks are listed oldest first"),
  mutant("An online shop's token is stored sealed.", "lib/platforms/connection.ts")
    .replacing(
      '  seal("platform-token", `${merchantId}:${id}`, token);',
      '  `${token} ${seal("platform-token", `${merchantId}:${id}`, token)}`;',
    )
    .caughtBy("app/api/portal/platform/platform.test.ts", "keeps the token sealed"),
  mutant("A start with another encryption key is refused.", "lib/db/readiness.ts")
    .replacing("if (unknown.length > 0) {", "if (unknown.length > 99) {")
    .caughtBy("lib/http/health.test.ts", "another ENCRYPTION_KEY makes the instance not ready"),
  mutant("A job checks the key and the schema before it writes.", "lib/http/cron.ts")
    .without("  await refuseUntilReady();\n")
    .caughtBy("lib/http/health.test.ts", "refuses jobs and writes nothing"),
  mutant("The server's own jobs wait for the right key.", "lib/http/jobs.ts")
    .without("  await ensureReady();\n")
    .caughtBy("lib/http/health.test.ts", "the server runs no work while the database doesn't fit"),
  mutant("Another key migrates nothing.", "lib/db/migrate.ts")
    .without("  await requireKnownKeys(tx);\n")
    .caughtBy("lib/db/upgrade.test.ts", "another ENCRYPTION_KEY does not migrate"),
  mutant("Production refuses a role that can become the owner.", "lib/db/readiness.ts")
    .without("  await requireOwnRole();\n")
    .caughtBy("lib/http/health.test.ts", "is refused unless DATABASE_ROLE allows it"),
  mutant("A role that was created again gets its rights.", "lib/db/migrate.ts")
    .replacing(" && (await hasRights(tx, appRole, buckets)))", ")")
    .caughtBy("lib/db/app-role.test.ts", "a role that was dropped and created again"),
  mutant("A former key that is still in use is noticed.", "lib/http/housekeeping.ts")
    .without("  await recordKey();\n")
    .caughtBy(ROTATION_TEST, "a former key that an instance still used"),
  mutant("A rotation hashes codes again.", "lib/cli/rotate-secrets.ts")
    .replacing("const hashes = lookup ? ", "const hashes = false ? ")
    .caughtBy(ROTATION_TEST, "the former key is needed no more"),
  mutant("Until a rotation is done, codes are found under former keys.", "lib/secrets.ts")
    .replacing(
      "env().encryptionKeys.map((root) => hmacBy(root, purpose, text));",
      "env().encryptionKeys.slice(0, 1).map((root) => hmacBy(root, purpose, text));",
    )
    .caughtBy(ROTATION_TEST, "cards are found and loaded all the while"),
  mutant("A request sent again after a change of keys is replayed.", "lib/http/request-context.ts")
    .replacing("if (!isReused || !hasFormerKeys()) throw thrown;", "throw thrown;")
    .caughtBy(ROTATION_TEST, "moves money once"),
  mutant("The app's role can't rewrite the ledger.", "lib/db/app-role.ts")
    .without('  transactions: "update, delete",\n')
    .caughtBy("lib/ledger/move.test.ts", "the app's role may not"),
  mutant("The certificate of a remote Postgres is verified.", "lib/db/tls.ts")
    .replacing('verify: "verify-full"', 'verify: "require"')
    .caughtBy("lib/db/tls.test.ts", "a remote Postgres with"),
  mutant("A shop's words are quoted without its token or a code.", "lib/platforms/http-call.ts")
    .replacing(
      'text.replace(secretPattern(secret), "…"), message',
      'text.replace(secret, "…"), message',
    )
    .caughtBy("lib/platforms/http-call.test.ts"),
];
