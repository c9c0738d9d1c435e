import { hash } from "@node-rs/argon2";
import { describe, expect, test, vi } from "vitest";
import { newId } from "@/lib/base/ids";
import { log } from "@/lib/base/observe/log";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { atOnce, outcome, race } from "@/lib/testing/ledger-fixtures";
import { waitForLocks } from "@/lib/testing/locks";
import { actionsOf, auditOf, PASSWORD as password, storeWithPeople } from "@/lib/testing/portal";
import { withKnownAccount } from "./known-browsers";
import { checkSession, revokeSession } from "./sessions";
import { signIn } from "./sign-in";
import { signUp } from "./sign-up";

const someBrowser = () => ({ address: newId(), userAgent: "a browser" });
const newPerson = async () => (await storeWithPeople()).owner;

async function signInNewPerson() {
  const person = await newPerson();
  const opened = await signIn({ email: person.email, password }, someBrowser());
  if (!opened || typeof opened === "string") throw new Error("not signed in");
  return { ...person, sessionId: opened.sessionId };
}

describe("signing in", () => {
  test("with the right password opens a session at the person's store, audited", async () => {
    const { email, userId, merchantId } = await newPerson();
    const opened = await signIn({ email: ` ${email.toUpperCase()}`, password }, someBrowser());
    expect(opened).toEqual({ userId, sessionId: expect.any(String) });
    const id = Object(opened).sessionId;
    expect(await checkSession(id)).toMatchObject({ id, userId, merchantId, role: "owner" });
    expect((await actionsOf(merchantId)).at(-1)).toBe("session.opened");
  });

  test("with a wrong password, an unknown or an impossible address gives the same nothing", async () => {
    const { email } = await newPerson();
    const browser = someBrowser();
    expect(await signIn({ email, password: "another password" }, browser)).toBeNull();
    expect(await signIn({ email: `x${email}`, password }, browser)).toBeNull();
    expect(await signIn({ email: "nonsense", password }, browser)).toBeNull();
    expect(await signIn({ email, password: "x".repeat(300) }, browser)).toBeNull();
  });

  test("to no account takes the work of a wrong password", async () => {
    const { email } = await newPerson();
    // The process's own time, which doesn't depend on what else the machine does.
    const workOf = async (address: string) => {
      const before = process.cpuUsage();
      await signIn({ email: address, password: "another password" }, someBrowser());
      return process.cpuUsage(before).user;
    };
    // The least of each: other work of the process only adds to it.
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 4; round++) {
      known.push(await workOf(email));
      unknown.push(await workOf(`${newId()}@example.com`));
    }
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
  });

  test("fails ten times for an account from an address, then not even the right password is tried there", async () => {
    const { email } = await newPerson();
    const guesser = someBrowser();
    for (let guess = 0; guess < 10; guess++) {
      await signIn({ email, password: `wrong guess ${guess}` }, guesser);
    }
    expect(await outcome(signIn({ email, password }, guesser))).toBe("rate_limited");
    expect(await signIn({ email, password }, someBrowser())).not.toBeNull();
  });

  test("fails a hundred times for an account from anywhere, then it is not tried at all", async () => {
    const { email, userId } = await newPerson();
    // A cheap hash, because comparing a hundred real ones would take seconds.
    const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await pg()`update users set password_hash = ${cheap} where id = ${userId}`;
    for (let round = 0; round < 10; round++) {
      await atOnce(10, () => signIn({ email, password: "a wrong guess" }, someBrowser()));
    }
    expect(await outcome(signIn({ email, password }, someBrowser()))).toBe("rate_limited");
  });

  test("goes on for a browser or a network that signed in before, through a flood of guesses", async () => {
    const { email } = await newPerson();
    const flood = async () => {
      await inEachBucket(
        () => pg()`update rate_limits set hits = array(select now() from generate_series(1, 200))
          where bucket in ('sign-in-email', 'sign-in-address', 'sign-in')`,
      );
    };
    const home = someBrowser();
    await signIn({ email, password }, home);
    await signIn({ email, password: "a wrong guess" }, someBrowser());
    await flood();
    expect(await outcome(signIn({ email, password }, someBrowser()))).toBe("rate_limited");
    expect(await signIn({ email, password }, home)).not.toBeNull();

    const known = { ...someBrowser(), knownCookie: withKnownAccount("", email) };
    expect(await signIn({ email, password }, known)).not.toBeNull();
    const other = { ...someBrowser(), knownCookie: withKnownAccount("", `x${email}`) };
    expect(await outcome(signIn({ email, password }, other))).toBe("rate_limited");
    for (let guess = 0; guess < 20; guess++) {
      await signIn({ email, password: `wrong guess ${guess}` }, known);
    }
    expect(await outcome(signIn({ email, password }, known))).toBe("rate_limited");

    // Another browser of the account is counted by itself.
    const second = { ...someBrowser(), knownCookie: withKnownAccount("", email) };
    expect(await signIn({ email, password }, second)).not.toBeNull();
    await inEachBucket(() => pg()`delete from rate_limits`);
  });

  test("fails sixty times from an address, then no account is tried from there", async () => {
    const browser = someBrowser();
    const guess = () => signIn({ email: `${newId()}@example.com`, password }, browser);
    await atOnce(60, guess);
    expect(await outcome(guess())).toBe("rate_limited");
  });

  test.each([
    ["a password that is being changed", "password_hash = 'another'"],
    ["one step while two are turned on", "sealed_totp_secret = 's', totp_enabled_at = now()"],
  ])("with %s opens nothing that outlives the change", async (_, change) => {
    const { email, userId, sessionId } = await newPerson();
    let signingIn: ReturnType<typeof signIn> | undefined;
    await pg().begin(async (tx) => {
      await tx`update users set ${tx.unsafe(change)} where id = ${userId}`;
      signingIn = signIn({ email, password }, someBrowser());
      await waitForLocks();
    });
    expect(await signingIn).toBeNull();
    const opened = await pg()`select from user_sessions
      where user_id = ${userId} and id <> ${sessionId}`;
    expect(opened).toHaveLength(0);
  });

  test("and out all day never runs out of attempts", async () => {
    const { email } = await newPerson();
    const browser = someBrowser();
    for (let day = 0; day < 12; day++) {
      expect(await signIn({ email, password }, browser)).not.toBeNull();
    }
  });
});

describe("a session", () => {
  test("that was revoked counts no longer", async () => {
    const { sessionId, merchantId } = await signInNewPerson();
    await revokeSession(sessionId);
    await revokeSession(sessionId);
    expect(await checkSession(sessionId)).toBeNull();
    const actions = await actionsOf(merchantId);
    expect(actions.filter((action) => action === "session.revoked")).toHaveLength(1);
  });

  test("ends twelve hours after it was opened", async () => {
    const { sessionId } = await signInNewPerson();
    const [row] = await pg()`select expires_at = created_at + interval '12 hours' as right
      from user_sessions where id = ${sessionId}`;
    expect(row?.right).toBe(true);
    await pg()`update user_sessions set expires_at = now() where id = ${sessionId}`;
    expect(await checkSession(sessionId)).toBeNull();
  });

  test("ends when nobody used it for two hours; use prolongs it", async () => {
    const { sessionId } = await signInNewPerson();
    await pg()`update user_sessions set last_seen_at = now() - interval '119 minutes'
      where id = ${sessionId}`;
    expect(await checkSession(sessionId)).not.toBeNull();
    const [row] = await pg()`select last_seen_at > now() - interval '1 minute' as recent
      from user_sessions where id = ${sessionId}`;
    expect(row?.recent).toBe(true);
    await pg()`update user_sessions set last_seen_at = now() - interval '2 hours'
      where id = ${sessionId}`;
    expect(await checkSession(sessionId)).toBeNull();
  });

  test("notes its use at most once a minute", async () => {
    const { sessionId } = await signInNewPerson();
    const version = async () =>
      (await pg()`select xmin::text from user_sessions where id = ${sessionId}`)[0]?.xmin;
    const before = await version();
    await checkSession(sessionId);
    expect(await version()).toBe(before);
  });

  test("that never was counts for nothing", async () => {
    expect(await checkSession(newId())).toBeNull();
    expect(await checkSession("nonsense")).toBeNull();
    await revokeSession("nonsense");
  });
});

test("a hundred sign-ups an hour from an address is all", async () => {
  const ctx = { address: newId(), requestId: "req_test" } as Parameters<typeof signUp>[0];
  const store = { storeName: "S", name: "P", email: "bad", password, currency: "USD" };
  const outcomes = await race(101, () => signUp(ctx, store));
  expect(outcomes).toEqual({ invalid_request: 100, rate_limited: 1 });
});

test("a hash of an outdated cost is replaced at sign-in, which goes on working", async () => {
  const { email, userId } = await newPerson();
  const former = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await pg()`update users set password_hash = ${former} where id = ${userId}`;
  expect(await signIn({ email, password }, someBrowser())).not.toBeNull();
  const [user] = await pg()`select password_hash from users where id = ${userId}`;
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$/);
  expect(await signIn({ email, password }, someBrowser())).not.toBeNull();
});

test("sign-ins that a limit refused are logged each, and audited once", async () => {
  const warn = vi.spyOn(log(), "warn").mockClear();
  const { email, merchantId } = await newPerson();
  const browser = someBrowser();
  for (let guess = 0; guess < 15; guess++) {
    await outcome(signIn({ email, password: "a wrong guess" }, browser));
  }
  const refused = async () => await auditOf(merchantId, "session.refused");
  const reasons = async () => (await refused()).map(({ details }) => details.reason);
  await expect.poll(reasons).toEqual([...Array(10).fill("wrong_password"), "throttled"]);
  const throttled = warn.mock.calls.filter(([line]) => Object(line).reason === "throttled");
  expect(throttled).toHaveLength(5);
});

test("a failed sign-in is seen by the store's owner, with its kind of browser and rough network", async () => {
  const { email, merchantId, userId } = await newPerson();
  const browser = {
    address: "203.0.113.77",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
  };
  await signIn({ email, password: "another password" }, browser);
  const entries = () => auditOf(merchantId, "session.refused");
  await expect.poll(entries).toHaveLength(1);
  expect((await entries())[0]).toMatchObject({
    subjectId: userId,
    details: {
      reason: "wrong_password",
      browser: "Firefox",
      system: "Linux",
      network: "203.0.113.0/24",
    },
  });
});
