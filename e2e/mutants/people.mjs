import { mutant } from "./mutant.mjs";

const TEAM_TEST = "app/api/portal/team/team.test.ts";
const INVITATIONS_TEST = "app/api/portal/invitations/invitations.test.ts";
const SIGN_IN_TEST = "lib/merchants/sign-in.test.ts";
const TWO_STEP_SIGN_IN_TEST = "app/api/portal/totp/totp.test.ts";
const PASSWORD_TEST = "app/api/portal/password/password.test.ts";
const PORTAL_TEST = "app/api/portal/portal.test.ts";
const SECOND_FACTOR_TEST = "app/api/portal/second-factor.test.ts";
const ROLES_TEST = "app/api/portal/roles.test.ts";

/** Sign-in and permissions. */
export const people = [
  mutant("A change sent by another site's page is refused.", "lib/http/sessions.ts")
    .replacing('if (headers.get("origin") === appUrl && site === "same-origin") return;', "return;")
    .caughtBy(ROLES_TEST, "is refused from"),
  mutant("Sec-Fetch-Site is checked as well as Origin.", "lib/http/sessions.ts")
    .replacing('get("origin") === appUrl && site === "same-origin"', 'get("origin") === appUrl')
    .caughtBy(ROLES_TEST, "is refused from"),
  mutant("A viewer changes nothing.", "lib/roles.ts")
    .replacing(
      'viewer: ["cards:read", "transactions:read", "store:read"],',
      'viewer: [...API_SCOPES, "store:read", "store:manage"],',
    )
    .caughtBy(ROLES_TEST, "as viewer"),
  mutant("A manager does not write balances off.", "lib/roles.ts")
    .replacing(', "store:read", "store:manage"', ', "store:read", "store:manage", "store:own"')
    .caughtBy(ROLES_TEST, "as manager"),
  mutant("A store always keeps an owner.", "lib/merchants/team/lock.ts")
    .replacing("if ((await tx.$count(memberships, isOtherOwner)) === 0) {", "if (false) {")
    .caughtBy(TEAM_TEST, "can't be removed, demoted or leave"),
  mutant("Two owners who turn on each other leave one.", "lib/merchants/team/lock.ts")
    .without("  await lockStore(tx, merchantId);\n")
    .caughtBy(TEAM_TEST, "stays when two owners demote or remove each other"),
  mutant("A former owner changes nothing in the team.", "lib/merchants/team/lock.ts")
    .replacing(
      'if ((await lockTeam(tx, ctx)) !== "owner") throw new Refusal("insufficient_scope");',
      "await lockTeam(tx, ctx);",
    )
    .caughtBy(TEAM_TEST),
  mutant("An invitation works once.", "lib/merchants/team/invitations.ts")
    .without("        isNull(invitations.acceptedAt),\n")
    .caughtBy(INVITATIONS_TEST, "lets a new person in with its role, once"),
  mutant("An invitation makes one member.", "lib/merchants/team/invitations.ts")
    .replacing('(lock ? query.for("update", { of: invitations }) : query);', "query;")
    .caughtBy(INVITATIONS_TEST, "accepted twice at once is accepted once"),
  mutant("Nobody else accepts an invitation.", "lib/merchants/team/accept.ts")
    .replacing("if (userId !== person.userId) {", "if (userId === person.sessionId) {")
    .caughtBy(INVITATIONS_TEST, "is not for another person who is signed in"),
  mutant("A revoked session counts no longer.", "lib/sessions/sessions.ts")
    .without("${table.revokedAt} is null and ")
    .caughtBy("lib/merchants/sign-in.test.ts", "that was revoked counts no longer"),
  mutant("A session ends when nobody used it for two hours.", "lib/sessions/sessions.ts")
    .replacing(
      "\n    and ${table.lastSeenAt} > now() - make_interval(hours => ${idleHours})`;",
      "`;",
    )
    .caughtBy("lib/merchants/sign-in.test.ts", "ends when nobody used it for two hours"),
  mutant("A session ends twelve hours after it was opened.", "lib/sessions/sessions.ts")
    .replacing("maxHours: 12,", "maxHours: 24,")
    .caughtBy("lib/merchants/sign-in.test.ts", "ends twelve hours after it was opened"),
  mutant("Signing in to no account takes the time of a wrong password.", "lib/merchants/sign-in.ts")
    .replacing(
      "await isPassword(password, user?.passwordHash ?? null, caller);",
      "user !== undefined && (await isPassword(password, user.passwordHash, caller));",
    )
    .caughtBy("lib/merchants/sign-in.test.ts", "to no account takes the time of a wrong password"),
  mutant("An account is guessed at ten times from one address.", "lib/limits/attempt-limits.ts")
    .replacing('"sign-in": { max: 10,', '"sign-in": { max: 11,')
    .caughtBy(SIGN_IN_TEST, "fails ten times for an account from an address"),
  mutant("A flood of guesses locks nobody out of a known browser.", "lib/merchants/sign-in.ts")
    .replacing("browserId !== null || isKnownNetwork(", "isKnownNetwork(")
    .caughtBy(SIGN_IN_TEST, "through a flood of guesses"),
  mutant("A flood of guesses delays nobody who is known.", "lib/merchants/passwords/hash.ts")
    .replacing('caller === "known" ? all(work) : strangers(', "strangers(")
    .caughtBy("lib/merchants/passwords/hash.test.ts"),
  mutant("A changed password voids a pending email change.", "lib/merchants/passwords/change.ts")
    .replacing("isNotNull(addressProofs.email)", 'eq(addressProofs.email, "")')
    .caughtBy("app/api/portal/account/account.test.ts", "doesn't change once"),
  mutant("A large redemption is emailed once.", "lib/merchants/large-redemptions.ts")
    .without(
      "  await tx.update(merchants).set({ notifiedUntil }).where(eq(merchants.id, merchantId));\n",
    )
    .caughtBy("lib/merchants/large-redemptions.test.ts", "is emailed once"),
  mutant("A changed password ends the other sessions.", "lib/merchants/passwords/change.ts")
    .replacing("await revokeSessionsOf(tx, userId, signedInUserOf(ctx).sessionId);", "0;")
    .caughtBy("app/api/portal/password/password.test.ts", "ends the other sessions"),
  mutant("A password that was reset ends every session.", "lib/merchants/passwords/reset.ts")
    .replacing("await revokeSessionsOf(tx, userId);", "0;")
    .caughtBy("app/api/portal/password/password.test.ts", "is replaced by a mailed link"),
  mutant("A link to reset a password works for thirty minutes.", "lib/merchants/passwords/reset.ts")
    .without("    gt(passwordResets.expiresAt, sql`now()`),\n")
    .caughtBy(PASSWORD_TEST, "for thirty minutes"),
  mutant("A code of a device is accepted once.", "lib/merchants/totp/accept-code.ts")
    .replacing("=== null || totpLastStep <= (user.lastStep ?? 0)", "=== null")
    .caughtBy(TWO_STEP_SIGN_IN_TEST, "accepts a code once"),
  mutant("A recovery code is accepted once.", "lib/merchants/totp/accept-code.ts")
    .without("        isNull(recoveryCodes.usedAt),\n")
    .caughtBy(TWO_STEP_SIGN_IN_TEST, "accepts each recovery code once"),
  mutant("A password alone opens nothing with two steps on.", "lib/merchants/sign-in.ts")
    .without('      return "code_wrong";\n')
    .caughtBy(TWO_STEP_SIGN_IN_TEST, "no session without the code, nor with a wrong one"),
  mutant("Two-step sign-in needs a confirmed email.", "lib/merchants/totp/set-up.ts")
    .replacing("totpEnabledAt), isNotNull(users.verifiedAt", "totpEnabledAt), isNotNull(users.id")
    .caughtBy("app/api/portal/address/address.test.ts", "can't be set up until"),
  mutant("Changed settings are in the audit log, old and new.", "lib/merchants/settings.ts")
    .without(
      'await audit(tx, authorOf(ctx), { action: "store.updated", subjectId: merchantId, details });',
    )
    .caughtBy("app/api/portal/store/store.test.ts", "audited, old and new"),
  mutant("A common or leaked password is refused.", "lib/merchants/passwords/guessable.ts")
    .replacing("if (guesses >= MIN_GUESSES) return;", "if (guesses >= 0) return;")
    .caughtBy(PORTAL_TEST, "refuses common passwords"),
  mutant("Signing up doesn't tell who has an account.", "lib/merchants/sign-up.ts")
    .replacing('refusal.options.fields?.[0]?.path !== "email"', "refusal.options.fields")
    .caughtBy(PORTAL_TEST, "answers the same for an email that has an account"),
  mutant("A hash of an outdated cost is renewed.", "lib/merchants/sign-in.ts")
    .replacing("if (!isOutdatedHash(former)) return former;", "if (former) return former;")
    .caughtBy(SIGN_IN_TEST, "a hash of an outdated cost"),
  mutant("Without a required second factor, nothing opens.", "lib/http/sessions.ts")
    .replacing("session.lacksSecondFactor && !withoutSecondFactor", "!session.id")
    .caughtBy(SECOND_FACTOR_TEST, "a store that requires a second factor"),
  mutant("A passkey challenge is for one session.", "lib/merchants/passkeys/challenge.ts")
    .without("        eq(passkeyChallenges.boundTo, hashOf(binding)),\n")
    .caughtBy(SECOND_FACTOR_TEST, "a passkey needs the password"),
  mutant("A code that can be guessed needs its PIN.", "lib/cards/pin.ts")
    .replacing(
      "if (sealedPin === null) return !hasGuessableCodes;",
      "if (sealedPin === null) return true;",
    )
    .caughtBy("app/api/portal/batches/import/import.test.ts", "codes that follow each other"),
  mutant("A gift doesn't renew an expiration.", "lib/gifts/accept-or-return.ts")
    .replacing(
      "const expiresOn = await readExpiration(tx, gift);",
      'const expiresOn = "2099-12-31";',
    )
    .caughtBy("lib/gifts/gifts.test.ts", "keeps the expiration of the sender's card"),
  mutant("A passkey is needed to change what signs in.", "lib/merchants/totp/accept-code.ts")
    .replacing("if (!lacking) return;", "if (lacking) return;")
    .caughtBy(SECOND_FACTOR_TEST, "somebody who only knows the password"),
  mutant("A browser's mark is for one account.", "lib/merchants/known-browsers.ts")
    .replacing('`${id.toString("base64url")}:${email}`', 'id.toString("base64url")')
    .caughtBy("lib/merchants/known-browsers.test.ts", "to no other"),
];
