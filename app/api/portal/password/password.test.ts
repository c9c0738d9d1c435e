import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { signIn } from "@/lib/merchants/sign-in";
import { useTestDatabase } from "@/lib/testing/database";
import { send, signedIn, storeWithPeople } from "@/lib/testing/portal";
import * as me from "../me/route";
import * as forgot from "./forgot/route";
import * as reset from "./reset/route";
import * as password from "./route";

useTestDatabase();

const FIRST = "a long enough password";
const SECOND = "another long password";

async function ada() {
  const { merchantId, owner } = await storeWithPeople();
  const [user] = await pg()<
    { email: string }[]
  >`select email from users where id = ${owner.userId}`;
  return { ...owner, merchantId, email: user?.email ?? "" };
}

type Ada = Awaited<ReturnType<typeof ada>>;

const opens = async (email: string, typed: string) =>
  (await signIn({ email, password: typed }, { address: newId(), userAgent: null })) !== null;

const statusIn = async (headers: Record<string, string>) =>
  (await send(me, "GET", { headers })).status;

const mailsTo = async (email: string) =>
  (
    await pg()<{ payload: { template: string; link?: string } }[]>`
      select payload from outbox where payload ->> 'to' = ${email} order by id`
  ).map(({ payload }) => payload);

const auditOf = (merchantId: string) =>
  pg()`select action, actor, subject_id as "subjectId", details from audit_log
    where merchant_id = ${merchantId} order by id`;

const change = ({ headers }: Pick<Ada, "headers">, currentPassword: string, next: string) =>
  send(password, "POST", { headers, body: { currentPassword, password: next } });

/** Asks for a link and gives the token in the latest mail. */
async function tokenFor(email: string): Promise<string> {
  expect((await send(forgot, "POST", { body: { email } })).status).toBe(202);
  return (await mailsTo(email)).at(-1)?.link?.split("#")[1] ?? "";
}

const resetBy = (token: string, next = SECOND) =>
  send(reset, "POST", { body: { token, password: next } });

const GONE = [{ path: "token", message: expect.stringContaining("used or has expired") }];

describe("changing the password", () => {
  test("needs the current one, ends the other sessions and tells the person", async () => {
    const person = await ada();
    const elsewhere = await signedIn(person);
    const answer = await change(person, FIRST, SECOND);
    expect([answer.status, answer.body]).toEqual([200, { revoked: 1 }]);
    expect([await statusIn(person.headers), await statusIn(elsewhere)]).toEqual([200, 401]);
    expect(await opens(person.email, FIRST)).toBe(false);
    expect(await opens(person.email, SECOND)).toBe(true);
    expect(await mailsTo(person.email)).toEqual([
      { template: "password_changed", to: person.email },
    ]);
    const rows = await auditOf(person.merchantId);
    expect(rows.filter(({ action }) => action === "password.changed")).toEqual([
      {
        action: "password.changed",
        actor: `user:${person.userId}`,
        subjectId: person.userId,
        details: { sessionsEnded: 1 },
      },
    ]);
  });

  test.each([
    ["currentPassword", "not the password", SECOND],
    ["password", FIRST, FIRST],
    ["password", FIRST, "short"],
    ["password", FIRST, "x".repeat(201)],
    ["currentPassword", "", SECOND],
  ])("names what is wrong, %s, and changes nothing", async (path, current, next) => {
    const person = await ada();
    const elsewhere = await signedIn(person);
    const answer = await change(person, current, next);
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0].path).toBe(path);
    expect(await statusIn(elsewhere)).toBe(200);
    expect(await opens(person.email, FIRST)).toBe(true);
  });

  test("and resetting it at once wait for each other in turn: the reset wins, no deadlock", async () => {
    const person = await ada();
    await tokenFor(person.email);
    const isHeldUp = async () => {
      const [waiting] = await pg()`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting?.count === 1;
    };
    let changing: ReturnType<typeof change> | undefined;
    await pg().begin(async (tx) => {
      // What resetPassword() locks, in its order.
      await tx`delete from password_resets where user_id = ${person.userId}`;
      changing = change(person, FIRST, SECOND);
      await expect.poll(isHeldUp, { interval: 10, timeout: 10_000 }).toBe(true);
      await tx`update users set password_hash = 'another' where id = ${person.userId}`;
    });
    const answer = await changing;
    expect([answer?.status, answer?.body.fields?.[0].path]).toEqual([400, "currentPassword"]);
  });

  test("twice at once is done once", async () => {
    const person = await ada();
    const answers = await Promise.all(
      ["one new password", "two new password"].map((next) => change(person, FIRST, next)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("is not tried any more after ten wrong guesses, even with the right one", async () => {
    const person = await ada();
    for (let guess = 0; guess < 10; guess++) await change(person, `wrong ${guess}`, SECOND);
    expect((await change(person, FIRST, SECOND)).status).toBe(429);
    expect(await opens(person.email, FIRST)).toBe(true);
  });

  test("is everybody's own affair: a viewer may, nobody without a session", async () => {
    const person = await ada();
    await pg()`update memberships set role = 'viewer' where user_id = ${person.userId}`;
    expect((await change({ headers: { cookie: "", origin: "" } }, FIRST, SECOND)).status).toBe(401);
    expect((await change(person, FIRST, SECOND)).status).toBe(200);
  });
});

describe("a forgotten password", () => {
  test("is replaced by a mailed link, which ends every session", async () => {
    const person = await ada();
    const token = await tokenFor(person.email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const answer = await resetBy(token);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await statusIn(person.headers)).toBe(401);
    expect(await opens(person.email, FIRST)).toBe(false);
    expect(await opens(person.email, SECOND)).toBe(true);
    expect((await mailsTo(person.email)).map(({ template }) => template)).toEqual([
      "password_reset",
      "password_changed",
    ]);
    const actions = (await auditOf(person.merchantId)).map(({ action }) => action);
    expect(actions.filter((action) => action === "password.reset")).toHaveLength(1);
  });

  test("is answered the same, in body and time, for an address without an account", async () => {
    const { email } = await ada();
    const timed = async (typed: string) => {
      const start = performance.now();
      const { status, text } = await send(forgot, "POST", { body: { email: typed } });
      return { status, text, ms: performance.now() - start };
    };
    const known = await timed(email.toUpperCase());
    const unknown = await timed(`nobody-${email}`);
    expect([known.status, known.text]).toEqual([202, "{}"]);
    expect([unknown.status, unknown.text]).toEqual([202, "{}"]);
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThanOrEqual(245);
    expect(await mailsTo(`nobody-${email}`)).toEqual([]);
  });

  test("opens no second time, and of two at once one wins", async () => {
    const { email } = await ada();
    const token = await tokenFor(email);
    const answers = await Promise.all([
      resetBy(token, "one new password"),
      resetBy(token, "two new password"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers[1 - winner]?.body.fields).toEqual(GONE);
    expect(await opens(email, ["one new password", "two new password"][winner] ?? "")).toBe(true);
    expect((await resetBy(token)).status).toBe(400);
  });

  test("leaves two-step sign-in as it was: the new password alone opens nothing", async () => {
    const { email, userId } = await ada();
    await pg()`update users set totp_enabled_at = now(), sealed_totp_secret = 'sealed'
      where id = ${userId}`;
    await resetBy(await tokenFor(email));
    const browser = { address: newId(), userAgent: null };
    expect(await signIn({ email, password: SECOND }, browser)).toBe("code_needed");
  });

  test("opens by the latest link only, for thirty minutes, and not after a change", async () => {
    const person = await ada();
    const [older, later] = [await tokenFor(person.email), await tokenFor(person.email)];
    expect((await resetBy(older)).body.fields).toEqual(GONE);
    const [row] = await pg()`select expires_at between now() + interval '29 minutes'
      and now() + interval '30 minutes' as right from password_resets where user_id = ${person.userId}`;
    expect(row?.right).toBe(true);
    await pg()`update password_resets set expires_at = now() where user_id = ${person.userId}`;
    expect((await resetBy(later)).body.fields).toEqual(GONE);

    const last = await tokenFor(person.email);
    await change(person, FIRST, "a third password");
    expect((await resetBy(last)).body.fields).toEqual(GONE);
  });

  test("leaves its link usable when the new password is refused", async () => {
    const { email } = await ada();
    const token = await tokenFor(email);
    expect((await resetBy(token, "short")).body.fields[0].path).toBe("password");
    expect((await resetBy(token)).status).toBe(200);
  });

  test("is asked for five times an hour for an address, whether it has an account or not", async () => {
    const { email } = await ada();
    for (const typed of [email, `nobody-${email}`]) {
      for (let time = 0; time < 5; time++) await send(forgot, "POST", { body: { email: typed } });
      expect((await send(forgot, "POST", { body: { email: typed } })).status).toBe(429);
    }
    expect(await mailsTo(email)).toHaveLength(5);
  });

  test("leaves no trace of token or password but the mail's link", async () => {
    const person = await ada();
    const token = await tokenFor(person.email);
    const stored = async (table: string) =>
      JSON.stringify(await pg().unsafe(`select t::text from ${table} t`));
    for (const table of ["password_resets", "audit_log", "users", "idempotency_keys"]) {
      expect(await stored(table)).not.toContain(token);
    }
    await resetBy(token);
    for (const table of ["audit_log", "users", "outbox"]) {
      expect(await stored(table)).not.toContain(SECOND);
    }
  });

  test.each([
    ["email", forgot, { email: "nobody" }],
    ["token", reset, { token: "", password: SECOND }],
    ["token", reset, { token: newId(), password: SECOND }],
    ["userId", reset, { token: "x", password: SECOND, userId: newId() }],
  ])("names a wrong %s: 400", async (path, route, body) => {
    const answer = await send(route, "POST", { body });
    expect(answer.status).toBe(400);
    expect(answer.body.fields[0].path).toBe(path);
  });
});
