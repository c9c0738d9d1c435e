import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { signIn } from "@/lib/merchants/sign-in";
import { useTestDatabase } from "@/lib/testing/database";
import { send, signedIn, storeWithPeople } from "@/lib/testing/portal";
import * as security from "../security/route";
import * as recoveryCodes from "./recovery-codes/route";
import * as setUp from "./set-up/route";
import * as turnOff from "./turn-off/route";
import * as turnOn from "./turn-on/route";

useTestDatabase();

// The clock stands still, so that no half minute ends between making a code and checking it.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

const PASSWORD = "a long enough password";
const STEP_MS = 30_000;

type Person = {
  headers: Record<string, string>;
  userId: string;
  merchantId: string;
  email: string;
};

async function ada(): Promise<Person> {
  const { owner } = await storeWithPeople();
  const [user] = await pg()<
    { email: string }[]
  >`select email from users where id = ${owner.userId}`;
  return { ...owner, email: user?.email ?? "" };
}

/** What the person's device shows, `steps` of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

const setUpBy = (person: Person, password = PASSWORD) =>
  send(setUp, "POST", { headers: person.headers, body: { password } });

const turnOnBy = (person: Person, code: string) =>
  send(turnOn, "POST", { headers: person.headers, body: { code } });

const turnOffBy = (person: Person, code: string, password = PASSWORD) =>
  send(turnOff, "POST", { headers: person.headers, body: { password, code } });

const replaceBy = (person: Person, code: string, password = PASSWORD) =>
  send(recoveryCodes, "POST", { headers: person.headers, body: { password, code } });

/** Forgets which code was used last, as if the half minute had passed. */
const waitAStep = ({ userId }: Person) =>
  pg()`update users set totp_last_step = totp_last_step - 3 where id = ${userId}`;

/** Somebody whose sign-in takes two steps. */
async function adaInTwoSteps() {
  const person = await ada();
  const { secret } = (await setUpBy(person)).body;
  const answer = await turnOnBy(person, codeOf(secret));
  expect(answer.status).toBe(200);
  await waitAStep(person);
  return { person, secret: secret as string, codes: answer.body.recoveryCodes as string[] };
}

const signInAs = ({ email }: Person, code?: string, password = PASSWORD, address = newId()) =>
  signIn({ email, password, code }, { address, userAgent: null });

const isSignedIn = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer !== null && typeof answer === "object";

const twoStepOf = async ({ headers }: Person) =>
  (await send(security, "GET", { headers })).body.twoStep;

const actionsOf = async ({ merchantId }: Person) =>
  (
    await pg()`select action from audit_log where merchant_id = ${merchantId}
    and action like 'totp.%' order by id`
  ).map(({ action }) => action);

const changesMailedTo = async ({ email }: Person) =>
  (
    await pg()`select payload ->> 'change' as change from outbox
    where payload ->> 'to' = ${email} order by id`
  ).map(({ change }) => change);

describe("setting two-step sign-in up", () => {
  test("takes the password and a code of the device, and gives ten recovery codes", async () => {
    const person = await ada();
    expect(await twoStepOf(person)).toBeNull();
    const { status, body } = await setUpBy(person);
    expect(status).toBe(200);
    expect(body.uri).toContain(`otpauth://totp/Scrip:${encodeURIComponent(person.email)}?`);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(isSignedIn(await signInAs(person))).toBe(true);

    const on = await turnOnBy(person, codeOf(body.secret));
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    expect(await twoStepOf(person)).toMatchObject({ recoveryCodesLeft: 10 });
    expect(await actionsOf(person)).toEqual(["totp.enabled"]);
    expect(await changesMailedTo(person)).toEqual(["on"]);
  });

  test("is refused with a wrong password, a wrong code or the code of a former secret", async () => {
    const person = await ada();
    expect((await setUpBy(person, "not the password")).body.fields[0].path).toBe("password");
    expect((await turnOnBy(person, "123456")).body.fields[0].path).toBe("twoStep");
    const former = (await setUpBy(person)).body.secret;
    const { secret } = (await setUpBy(person)).body;
    for (const code of [codeOf(former), codeOf(secret, -3), codeOf(secret, 3), "12345", "abcdef"]) {
      const { status, body } = await turnOnBy(person, code);
      expect([status, body.fields?.[0].path]).toEqual([400, "code"]);
    }
    expect(await twoStepOf(person)).toBeNull();
  });

  test("twice, or while it is on, is done once", async () => {
    const person = await ada();
    const { secret } = (await setUpBy(person)).body;
    const answers = await Promise.all([0, 1].map(() => turnOnBy(person, codeOf(secret))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await setUpBy(person)).body.fields[0].path).toBe("twoStep");
    expect(await twoStepOf(person)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test("is guessed at ten times, then not even the right code is tried", async () => {
    const person = await ada();
    const { secret } = (await setUpBy(person)).body;
    const wrong = codeOf(secret, -9);
    for (let guess = 0; guess < 10; guess++) {
      expect((await turnOnBy(person, wrong)).status).toBe(400);
    }
    expect((await turnOnBy(person, codeOf(secret))).status).toBe(429);
    expect(await twoStepOf(person)).toBeNull();
  });

  test("counts for a quarter of an hour only", async () => {
    const person = await ada();
    const { secret } = (await setUpBy(person)).body;
    await pg()`update users set totp_set_up_at = now() - interval '15 minutes'
      where id = ${person.userId}`;
    const late = await turnOnBy(person, codeOf(secret));
    expect([late.status, late.body.fields?.[0].path]).toEqual([400, "twoStep"]);
  });

  test("ends the person's other sessions, which took one step", async () => {
    const person = await ada();
    const elsewhere = { ...person, headers: await signedIn(person) };
    const { secret } = (await setUpBy(person)).body;
    expect((await turnOnBy(person, codeOf(secret))).status).toBe(200);
    expect((await send(security, "GET", { headers: elsewhere.headers })).status).toBe(401);
    expect(await twoStepOf(person)).not.toBeNull();
  });

  test("keeps secret and codes out of everything that is stored in the clear", async () => {
    const { person, secret, codes } = await adaInTwoSteps();
    await signInAs(person, codes[0]);
    for (const table of ["users", "recovery_codes", "audit_log", "outbox", "idempotency_keys"]) {
      const stored = JSON.stringify(await pg()`select t::text from ${pg()(table)} t`);
      expect(stored).not.toContain(secret);
      for (const code of codes) {
        expect(stored).not.toContain(code);
        expect(stored).not.toContain(code.replace("-", ""));
      }
    }
  });

  test("seals the secret for one person: it opens in nobody else's row", async () => {
    const [ours, theirs] = [await adaInTwoSteps(), await adaInTwoSteps()];
    await pg()`update users set sealed_totp_secret =
      (select sealed_totp_secret from users where id = ${ours.person.userId})
      where id = ${theirs.person.userId}`;
    await expect(signInAs(theirs.person, codeOf(ours.secret))).rejects.toThrow();
  });
});

describe("signing in with two steps", () => {
  test("takes both: no session without the code, nor with a wrong one", async () => {
    const { person, secret } = await adaInTwoSteps();
    const sessions = () => pg()`select from user_sessions where user_id = ${person.userId}`;
    const before = (await sessions()).length;
    expect(await signInAs(person)).toBe("code_needed");
    expect(await signInAs(person, "")).toBe("code_needed");
    expect(await signInAs(person, codeOf(secret, 5))).toBe("code_wrong");
    expect(await sessions()).toHaveLength(before);
    expect(isSignedIn(await signInAs(person, codeOf(secret)))).toBe(true);
    expect(await sessions()).toHaveLength(before + 1);
  });

  test("says nothing of a second step to who does not know the password", async () => {
    const { person, secret } = await adaInTwoSteps();
    expect(await signInAs(person, undefined, "not the password")).toBeNull();
    expect(await signInAs(person, codeOf(secret), "not the password")).toBeNull();
    expect(await signInAs({ ...person, email: `x${person.email}` }, "123456")).toBeNull();
    expect(isSignedIn(await signInAs(person, codeOf(secret)))).toBe(true);
  });

  test.each([-1, 1])("forgives a clock that is %i step off", async (steps) => {
    const { person, secret } = await adaInTwoSteps();
    expect(isSignedIn(await signInAs(person, codeOf(secret, steps)))).toBe(true);
  });

  test("accepts a code as it is shown, in halves", async () => {
    const { person, secret } = await adaInTwoSteps();
    const code = codeOf(secret);
    expect(isSignedIn(await signInAs(person, `${code.slice(0, 3)} ${code.slice(3)}`))).toBe(true);
  });

  test("accepts a code once, nor an older one after it, also in parallel", async () => {
    const { person, secret } = await adaInTwoSteps();
    const code = codeOf(secret);
    const answers = await Promise.all([0, 1, 2, 3].map(() => signInAs(person, code)));
    expect(answers.filter(isSignedIn)).toHaveLength(1);
    expect(await signInAs(person, code)).toBe("code_wrong");
    expect(await signInAs(person, codeOf(secret, -1))).toBe("code_wrong");
  });

  test("accepts each recovery code once, however typed, also in parallel, and tells by mail", async () => {
    const { person, codes } = await adaInTwoSteps();
    const [first = "", second = ""] = codes;
    const typed = ` ${first.replace("-", " ").toUpperCase()} `;
    const answers = await Promise.all([0, 1, 2].map(() => signInAs(person, typed)));
    expect(answers.filter(isSignedIn)).toHaveLength(1);
    expect(await signInAs(person, first)).toBe("code_wrong");
    expect(isSignedIn(await signInAs(person, second))).toBe(true);
    expect(await twoStepOf(person)).toMatchObject({ recoveryCodesLeft: 8 });
    expect(await changesMailedTo(person)).toEqual(["on", "code_used", "code_used"]);
    expect(await actionsOf(person)).toEqual([
      "totp.enabled",
      "totp.recovery_code_used",
      "totp.recovery_code_used",
    ]);
  });

  test("somebody else's recovery code opens nothing", async () => {
    const [ours, theirs] = [await adaInTwoSteps(), await adaInTwoSteps()];
    expect(await signInAs(theirs.person, ours.codes[0])).toBe("code_wrong");
  });

  test("ten wrong codes from an address end the guessing there, not the owner's elsewhere", async () => {
    const { person, secret } = await adaInTwoSteps();
    const guesser = newId();
    for (let guess = 0; guess < 10; guess++) await signInAs(person, "000000", PASSWORD, guesser);
    await expect(signInAs(person, codeOf(secret), PASSWORD, guesser)).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect(isSignedIn(await signInAs(person, codeOf(secret)))).toBe(true);
  });

  test("thirty wrong codes in a day are all there is; a recovery code still lets the owner in", async () => {
    const { person, secret, codes } = await adaInTwoSteps();
    for (let guess = 0; guess < 30; guess++) await signInAs(person, "000000");
    await expect(signInAs(person, codeOf(secret))).rejects.toMatchObject({ code: "rate_limited" });
    expect(isSignedIn(await signInAs(person, codes[0]))).toBe(true);
  });

  test("who does not know the password uses up none of the owner's codes", async () => {
    const { person, secret } = await adaInTwoSteps();
    for (let guess = 0; guess < 40; guess++) {
      await signInAs(person, "000000", "not the password");
    }
    expect(isSignedIn(await signInAs(person, codeOf(secret)))).toBe(true);
  });
});

describe("turning two-step sign-in off", () => {
  test("takes password and code, and forgets secret and recovery codes", async () => {
    const { person, secret, codes } = await adaInTwoSteps();
    expect((await turnOffBy(person, codeOf(secret), "no")).body.fields[0].path).toBe("password");
    expect((await turnOffBy(person, "000000")).body.fields[0].path).toBe("code");
    expect(await twoStepOf(person)).not.toBeNull();

    expect((await turnOffBy(person, codeOf(secret))).status).toBe(200);
    expect(await twoStepOf(person)).toBeNull();
    expect(isSignedIn(await signInAs(person))).toBe(true);
    expect((await turnOffBy(person, codes[0] ?? "")).body.fields[0].path).toBe("twoStep");
    const [kept] = await pg()`select sealed_totp_secret as secret,
      (select count(*)::int from recovery_codes where user_id = u.id) as codes
      from users u where id = ${person.userId}`;
    expect(kept).toEqual({ secret: null, codes: 0 });
    expect(await actionsOf(person)).toEqual(["totp.enabled", "totp.disabled"]);
    expect(await changesMailedTo(person)).toEqual(["on", "off"]);
  });

  test("with a recovery code is possible, for who lost the device", async () => {
    const { person, codes } = await adaInTwoSteps();
    expect((await turnOffBy(person, codes[3] ?? "")).status).toBe(200);
  });

  test("does not take a code that signing in has used", async () => {
    const { person, secret } = await adaInTwoSteps();
    const code = codeOf(secret);
    await signInAs(person, code);
    expect((await turnOffBy(person, code)).body.fields[0].path).toBe("code");
  });
});

test("new recovery codes take password and code, and void the former ones", async () => {
  const { person, secret, codes } = await adaInTwoSteps();
  expect((await replaceBy(person, codeOf(secret), "no")).body.fields[0].path).toBe("password");
  const { status, body } = await replaceBy(person, codeOf(secret));
  expect(status).toBe(200);
  expect(body.recoveryCodes).toHaveLength(10);
  expect(await signInAs(person, codes[0])).toBe("code_wrong");
  expect(isSignedIn(await signInAs(person, body.recoveryCodes[0]))).toBe(true);
});

test("without a session nothing is told or changed: 401", async () => {
  const anybody = { headers: {}, userId: "", merchantId: "", email: "" };
  for (const answer of [
    await setUpBy(anybody),
    await turnOnBy(anybody, "123456"),
    await turnOffBy(anybody, "123456"),
    await replaceBy(anybody, "123456"),
    await send(security, "GET"),
  ]) {
    expect(answer.status).toBe(401);
  }
});
