import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { signIn } from "@/lib/domain/people/sign-in";
import { waitForLocks } from "@/lib/testing/locks";
import { newOwner, type Person, signInAs } from "@/lib/testing/people";
import { auditOf, callerOf, PASSWORD } from "@/lib/testing/portal";
import { anybody, type Caller, outcomeOf } from "@/lib/testing/requests";
import { mailedToken, mailsTo, templatesTo } from "@/lib/testing/wallet";

const NEW_PASSWORD = "another long password";

const canSignIn = async (person: Person, password: string) =>
  (await signInAs(person, { password })) === "session";

const statusIn = async ({ get }: Caller) => (await get("/me")).status;

const change = ({ post }: Person, currentPassword: string, password: string) =>
  post("/password", { currentPassword, password });

const requestResetLink = (email: string) => anybody.post("/password/forgot", { email });

/** Requests a reset link and returns its token. */
async function tokenFor(email: string): Promise<string> {
  expect((await requestResetLink(email)).status).toBe(202);
  return await mailedToken(email);
}

const resetBy = (token: string, password = NEW_PASSWORD) =>
  anybody.post("/password/reset", { token, password });

const INVALID_TOKEN_FIELDS = [
  { path: "token", message: expect.stringContaining("used or has expired") },
];

describe("changing the password", () => {
  test("needs the current one, ends the other sessions and sends a mail", async () => {
    const person = await newOwner();
    const elsewhere = await callerOf(person);
    const answer = await change(person, PASSWORD, NEW_PASSWORD);
    expect([answer.status, answer.body]).toEqual([200, { revoked: 1 }]);
    expect([await statusIn(person), await statusIn(elsewhere)]).toEqual([200, 401]);
    expect([await canSignIn(person, PASSWORD), await canSignIn(person, NEW_PASSWORD)]).toEqual([
      false,
      true,
    ]);
    expect(await mailsTo(person.email)).toEqual([
      { template: "password_changed", to: person.email },
    ]);
    expect(await auditOf(person.merchantId, "password.changed")).toEqual([
      {
        action: "password.changed",
        actor: `user:${person.userId}`,
        subjectId: person.userId,
        details: { sessionsEnded: 1 },
      },
    ]);
  });

  test("names the field that is wrong, and changes nothing", async () => {
    const person = await newOwner();
    const elsewhere = await callerOf(person);
    for (const [path, current, next] of [
      ["currentPassword", "not the password", NEW_PASSWORD],
      ["password", PASSWORD, PASSWORD],
      ["password", PASSWORD, "short"],
      ["password", PASSWORD, "x".repeat(201)],
      ["currentPassword", "", NEW_PASSWORD],
    ] as const) {
      expect(await outcomeOf(change(person, current, next))).toBe(`400 invalid_request ${path}`);
    }
    expect(await statusIn(elsewhere)).toBe(200);
    expect(await canSignIn(person, PASSWORD)).toBe(true);
  });

  test("waits for a reset that came first, without a deadlock: the reset wins", async () => {
    const person = await newOwner();
    await tokenFor(person.email);
    let changing: ReturnType<typeof change> | undefined;
    await pg().begin(async (tx) => {
      // Takes the same locks as resetPassword(), in the same order.
      await tx`delete from password_resets where user_id = ${person.userId}`;
      changing = change(person, PASSWORD, NEW_PASSWORD);
      await waitForLocks();
      await tx`update users set password_hash = 'another' where id = ${person.userId}`;
    });
    expect(await outcomeOf(changing!)).toBe("400 invalid_request currentPassword");
  });

  test("twice at once is done once", async () => {
    const person = await newOwner();
    const answers = await Promise.all(
      ["one new password", "two new password"].map((next) => change(person, PASSWORD, next)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("stops after ten wrong guesses, even with the right password", async () => {
    const person = await newOwner();
    for (let guess = 0; guess < 10; guess++) await change(person, `wrong ${guess}`, NEW_PASSWORD);
    expect((await change(person, PASSWORD, NEW_PASSWORD)).status).toBe(429);
    expect(await canSignIn(person, PASSWORD)).toBe(true);
  });
});

describe("a forgotten password", () => {
  test("reset by a mailed link lets its browser sign in, through a flood of guesses", async () => {
    const { email } = await newOwner();
    const answer = await resetBy(await tokenFor(email));
    const [, knownCookie = ""] =
      /^scrip-known=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
    const floodedBrowser = { address: newId(), userAgent: null };
    const guess = () => signIn({ email, password: "a wrong guess" }, floodedBrowser);
    for (let n = 0; n < 10; n++) await guess();
    await expect(guess()).rejects.toMatchObject({ code: "rate_limited" });
    const owner = { ...floodedBrowser, knownCookie };
    expect(await signIn({ email, password: NEW_PASSWORD }, owner)).not.toBeNull();
  });

  test("is replaced by a mailed link, which ends every session", async () => {
    const person = await newOwner();
    const token = await tokenFor(person.email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const answer = await resetBy(token);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await statusIn(person)).toBe(401);
    expect([await canSignIn(person, PASSWORD), await canSignIn(person, NEW_PASSWORD)]).toEqual([
      false,
      true,
    ]);
    expect(await templatesTo(person.email)).toEqual(["password_reset", "password_changed"]);
    expect(await auditOf(person.merchantId, "password.reset")).toHaveLength(1);
  });

  test("gets the same response, after the same time, for an email without an account", async () => {
    const { email } = await newOwner();
    for (const typed of [email.toUpperCase(), `nobody-${email}`]) {
      const startedAtMs = performance.now();
      const { status, text } = await requestResetLink(typed);
      expect([status, text]).toEqual([202, "{}"]);
      expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(245);
    }
    expect(await mailsTo(`nobody-${email}`)).toEqual([]);
  });

  test("is reset once by a link, also when it is used twice at once", async () => {
    const person = await newOwner();
    const token = await tokenFor(person.email);
    const wanted = ["one new password", "two new password"];
    const answers = await Promise.all(wanted.map((next) => resetBy(token, next)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers[1 - winner]?.body.fields).toEqual(INVALID_TOKEN_FIELDS);
    expect(await canSignIn(person, wanted[winner] ?? "")).toBe(true);
    expect((await resetBy(token)).status).toBe(400);
  });

  test("leaves two-step sign-in on: the new password alone opens nothing", async () => {
    const person = await newOwner();
    await pg()`update users set totp_enabled_at = now(), sealed_totp_secret = 'sealed'
      where id = ${person.userId}`;
    await resetBy(await tokenFor(person.email));
    expect(await signInAs(person, { password: NEW_PASSWORD })).toBe("code_needed");
  });

  test("is reset by the latest link only, for thirty minutes, and not after a change", async () => {
    const person = await newOwner();
    const [older, later] = [await tokenFor(person.email), await tokenFor(person.email)];
    expect((await resetBy(older)).body.fields).toEqual(INVALID_TOKEN_FIELDS);
    const [row] = await pg()`select expires_at between now() + interval '29 minutes'
      and now() + interval '30 minutes' as right from password_resets where user_id = ${person.userId}`;
    expect(row?.right).toBe(true);
    await pg()`update password_resets set expires_at = now() where user_id = ${person.userId}`;
    expect((await resetBy(later)).body.fields).toEqual(INVALID_TOKEN_FIELDS);

    const last = await tokenFor(person.email);
    await change(person, PASSWORD, "a third password");
    expect((await resetBy(last)).body.fields).toEqual(INVALID_TOKEN_FIELDS);
  });

  test("leaves its link usable when the new password is refused", async () => {
    const token = await tokenFor((await newOwner()).email);
    expect(await outcomeOf(resetBy(token, "short"))).toBe("400 invalid_request password");
    expect((await resetBy(token)).status).toBe(200);
  });

  test("is mailed five times an hour to an email from a network, then once in ten minutes", async () => {
    const { email } = await newOwner();
    for (const typed of [email, `nobody-${email}`]) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => requestResetLink(typed)));
      expect(answers.every(({ status }) => status === 202)).toBe(true);
      expect((await requestResetLink(typed)).status).toBe(202);
    }
    expect(await mailsTo(email)).toHaveLength(5);
    // The last link was not replaced, so it still works.
    expect((await resetBy(await mailedToken(email), "short")).body.fields[0].path).toBe("password");
    await inEachBucket(
      () => pg()`update rate_limits set hits = '{}' where bucket = 'reset-email-flood'`,
    );
    await Promise.all(Array.from({ length: 6 }, () => requestResetLink(email)));
    expect(await mailsTo(email)).toHaveLength(6);
  });

  test("is mailed to the person's own network, however many others ask", async () => {
    const person = await newOwner();
    const from = (address: string) =>
      anybody.post(
        "/password/forgot",
        { email: person.email },
        { headers: { "x-forwarded-for": address } },
      );
    for (const net of ["203.0.113", "198.51.100"]) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => from(`${net}.${n}`)));
    }
    expect(await mailsTo(person.email)).toHaveLength(20);
    // Their session is at 127.0.0.1.
    await from("127.0.0.1");
    expect(await mailsTo(person.email)).toHaveLength(21);
  });

  test.each([
    ["made up", newId()],
    ["empty", ""],
  ])("is not reset by a token that is %s", async (_, token) => {
    expect(await outcomeOf(resetBy(token))).toBe("400 invalid_request token");
  });
});
