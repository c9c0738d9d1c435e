import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { send, signedIn } from "@/lib/testing/portal";
import {
  actionsOf,
  ada,
  adaInTwoSteps,
  changesMailedTo,
  codeOf,
  isSignedIn,
  replaceBy,
  setUpBy,
  signInAs,
  turnOffBy,
  turnOnBy,
  twoStepOf,
} from "@/lib/testing/two-steps";
import * as security from "../security/route";

useTestDatabase();

// The clock stands still, so that no half minute ends between making a code and checking it.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

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
      const stored = JSON.stringify(await pg().unsafe(`select t::text from ${table} t`));
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
