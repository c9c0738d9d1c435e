const SESSION = "lib/http/sessions.test.ts";
const TEAM = "app/api/portal/team/team.test.ts";
const INVITATIONS = "app/api/portal/invitations/invitations.test.ts";
const SIGN_IN = "lib/merchants/sign-in.test.ts";
const TWO_STEPS = "app/api/portal/totp/sign-in.test.ts";
const PASSWORD = "app/api/portal/password/password.test.ts";

/** Who signs in, and what they may. @type {import("./mutants.mjs").Mutant[]} */
export const people = [
  {
    guarantee: "A change that another site's page makes the browser send is refused.",
    file: "lib/http/sessions.ts",
    find: 'if (headers.get("origin") === appUrl && site === "same-origin") return;',
    replace: "return;",
    tests: [{ file: SESSION }],
  },
  {
    guarantee: "Sec-Fetch-Site is looked at beside Origin.",
    file: "lib/http/sessions.ts",
    find: 'headers.get("origin") === appUrl && site === "same-origin"',
    replace: 'headers.get("origin") === appUrl',
    tests: [{ file: SESSION }],
  },
  {
    guarantee: "A viewer changes nothing.",
    file: "lib/context.ts",
    find: 'viewer: ["cards:read", "transactions:read", "store:read"],',
    replace: 'viewer: [...API_SCOPES, "store:read", "store:manage"],',
    tests: [
      { file: "app/api/portal/cards/[uuid]/void/void.test.ts", title: "a viewer voids nothing" },
    ],
  },
  {
    guarantee: "A manager does not write balances off.",
    file: "lib/context.ts",
    find: 'manager: [...API_SCOPES, "store:read", "store:manage"],',
    replace: 'manager: [...API_SCOPES, "store:read", "store:manage", "store:own"],',
    tests: [
      { file: "app/api/portal/reports/write-off.test.ts", title: "is refused for a manager" },
    ],
  },
  {
    guarantee: "A store always keeps an owner.",
    file: "lib/merchants/team/lock.ts",
    find: "if (others?.owners === 0) {",
    replace: "if (false) {",
    tests: [{ file: TEAM, title: "can't be removed, demoted or leave" }],
  },
  {
    guarantee: "Two owners who turn on each other leave one.",
    file: "lib/merchants/team/lock.ts",
    find: "  await lockStore(tx, merchantId);\n",
    replace: "",
    tests: [{ file: TEAM, title: "is left when two owners turn on each other" }],
  },
  {
    guarantee:
      "Who is an owner no more changes nothing in the team, though they were one at the door.",
    file: "lib/merchants/team/lock.ts",
    find: 'if (self?.role !== "owner") throw new Refusal("insufficient_scope");',
    replace: "",
    tests: [{ file: TEAM }],
  },
  {
    guarantee: "An invitation works once.",
    file: "lib/merchants/team/invitations.ts",
    find: "        isNull(invitations.acceptedAt),\n",
    replace: "",
    tests: [{ file: INVITATIONS, title: "lets a new person in with the role it gives, once" }],
  },
  {
    guarantee: "An invitation makes one member, once, however often it is accepted at once.",
    file: "lib/merchants/team/invitations.ts",
    find: '(lock ? query.for("update", { of: invitations }) : query);',
    replace: "query;",
    tests: [{ file: INVITATIONS, title: "accepted twice at once is accepted once" }],
  },
  {
    guarantee: "An invitation is not for another person who is signed in.",
    file: "lib/merchants/team/accept.ts",
    find: "if (userId !== person.userId) {",
    replace: "if (userId === person.sessionId) {",
    tests: [{ file: INVITATIONS, title: "is not for another person who is signed in" }],
  },
  {
    guarantee: "A revoked session counts no longer.",
    file: "lib/sessions/sessions.ts",
    find: "${table.revokedAt} is null and ",
    replace: "",
    tests: [{ file: SIGN_IN, title: "that was revoked counts no longer" }],
  },
  {
    guarantee: "A session ends when nobody used it for two hours.",
    file: "lib/sessions/sessions.ts",
    find: "\n    and ${table.lastSeenAt} > now() - make_interval(hours => ${idleHours})`;",
    replace: "`;",
    tests: [{ file: SIGN_IN, title: "ends when nobody used it for two hours" }],
  },
  {
    guarantee: "A session ends twelve hours after it was opened.",
    file: "lib/sessions/sessions.ts",
    find: "maxHours: 12,",
    replace: "maxHours: 24,",
    tests: [{ file: SIGN_IN, title: "ends twelve hours after it was opened" }],
  },
  {
    guarantee: "Signing in to no account takes the time of a wrong password.",
    file: "lib/merchants/sign-in.ts",
    find: "await isPassword(password, user?.passwordHash ?? null);",
    replace: "user !== undefined && (await isPassword(password, user.passwordHash));",
    tests: [{ file: SIGN_IN, title: "to no account takes the time of a wrong password" }],
  },
  {
    guarantee: "An account is guessed at ten times from one address.",
    file: "lib/throttle/throttle.ts",
    find: '"sign-in": { max: 10,',
    replace: '"sign-in": { max: 11,',
    tests: [{ file: SIGN_IN, title: "fails ten times for an account from an address" }],
  },
  {
    guarantee: "A changed password ends the other sessions.",
    file: "lib/merchants/passwords/change.ts",
    find: "await revokeSessionsOf(tx, userId, personOf(ctx).sessionId);",
    replace: "0;",
    tests: [{ file: PASSWORD, title: "ends the other sessions and tells the person" }],
  },
  {
    guarantee: "A password that was reset ends every session.",
    file: "lib/merchants/passwords/reset.ts",
    find: "await revokeSessionsOf(tx, userId);",
    replace: "0;",
    tests: [{ file: PASSWORD, title: "is replaced by a mailed link, which ends every session" }],
  },
  {
    guarantee: "A link to reset a password works for thirty minutes.",
    file: "lib/merchants/passwords/reset.ts",
    find: "    gt(passwordResets.expiresAt, sql`now()`),\n",
    replace: "",
    tests: [{ file: PASSWORD, title: "for thirty minutes" }],
  },
  {
    guarantee: "A code of a device is accepted once.",
    file: "lib/merchants/totp/accept-code.ts",
    find: "totpLastStep === null || totpLastStep <= (user.lastStep ?? 0)",
    replace: "totpLastStep === null",
    tests: [{ file: TWO_STEPS, title: "accepts a code once" }],
  },
  {
    guarantee: "A recovery code is accepted once.",
    file: "lib/merchants/totp/accept-code.ts",
    find: "        isNull(recoveryCodes.usedAt),\n",
    replace: "",
    tests: [{ file: TWO_STEPS, title: "accepts each recovery code once" }],
  },
  {
    guarantee: "The right password alone opens nothing where two steps are on.",
    file: "lib/merchants/sign-in.ts",
    find: 'if (!accepted) return "code_wrong";',
    replace: "",
    tests: [{ file: TWO_STEPS, title: "no session without the code, nor with a wrong one" }],
  },
  {
    guarantee: "Two-step sign-in can't be set up for an address that nobody confirmed.",
    file: "lib/merchants/totp/set-up.ts",
    find: "isNull(users.totpEnabledAt), isNotNull(users.verifiedAt))",
    replace: "isNull(users.totpEnabledAt), isNotNull(users.id))",
    tests: [
      { file: "app/api/portal/address/address.test.ts", title: "can't be set up for an address" },
    ],
  },
  {
    guarantee: "A change of the store's settings is in the audit log, old and new.",
    file: "lib/merchants/settings.ts",
    find: 'await audit(tx, authorOf(ctx), { action: "store.updated", subjectId: merchantId, details });',
    replace: "",
    tests: [{ file: "app/api/portal/store/store.test.ts", title: "audited, old and new" }],
  },
];
