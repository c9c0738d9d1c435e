import { describe, expect, test, vi } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import {
  codeOf,
  newOwner,
  ownerWithTwoStep,
  type Person,
  replaceRecoveryCodes,
  setUpTwoStep,
  signInAs,
  stopClock,
  turnOffTwoStep,
  turnOnTwoStep,
} from "@/lib/testing/people";
import { actionsOf, auditOf, callerOf } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";
import { mailsTo } from "@/lib/testing/wallet";

stopClock();

const twoStepOf = async ({ get }: Person) => (await get("/security")).body.twoStep;

/** The changes to a user's two-step sign-in: those in the audit log, and those that were emailed. */
async function changesOf({ merchantId, email }: Person) {
  const actions = await actionsOf(merchantId);
  const mails = await mailsTo(email);
  return [
    actions.filter((action) => action.startsWith("totp.")),
    mails.map(({ change }) => change),
  ];
}

const invalidRequestAt = (path: string) => `400 invalid_request ${path}`;

describe("setting up two-step sign-in", () => {
  test("takes the password and a code of the app, and gives ten recovery codes", async () => {
    const person = await newOwner();
    expect(await twoStepOf(person)).toBeNull();
    const { status, body } = await setUpTwoStep(person);
    expect(status).toBe(200);
    expect(body.uri).toContain(`otpauth://totp/Scrip:${encodeURIComponent(person.email)}?`);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(await signInAs(person)).toBe("session");

    const on = await turnOnTwoStep(person, codeOf(body.secret));
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    expect(await twoStepOf(person)).toMatchObject({ recoveryCodesLeft: 10 });
    expect(await changesOf(person)).toEqual([["totp.enabled"], ["on"]]);
  });

  test("is refused with a wrong password, a wrong code or the code of an earlier secret", async () => {
    const person = await newOwner();
    expect(await outcomeOf(setUpTwoStep(person, "not the password"))).toBe(
      invalidRequestAt("password"),
    );
    expect(await outcomeOf(turnOnTwoStep(person, "123456"))).toBe(invalidRequestAt("twoStep"));
    const earlier = (await setUpTwoStep(person)).body.secret;
    const { secret } = (await setUpTwoStep(person)).body;
    const codes = [codeOf(earlier), codeOf(secret, -3), codeOf(secret, 3), "12345", "abcdef"];
    for (const code of codes)
      expect(await outcomeOf(turnOnTwoStep(person, code)), code).toBe(invalidRequestAt("code"));
    expect(await twoStepOf(person)).toBeNull();
  });

  test("twice, or while it is on, is done once", async () => {
    const person = await newOwner();
    const { secret } = (await setUpTwoStep(person)).body;
    const answers = await Promise.all([0, 1].map(() => turnOnTwoStep(person, codeOf(secret))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await outcomeOf(setUpTwoStep(person))).toBe(invalidRequestAt("twoStep"));
    expect(await twoStepOf(person)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test("stops after ten wrong codes, even with the right one", async () => {
    const person = await newOwner();
    const { secret } = (await setUpTwoStep(person)).body;
    for (let guess = 0; guess < 10; guess++) await turnOnTwoStep(person, codeOf(secret, -9));
    expect((await turnOnTwoStep(person, codeOf(secret))).status).toBe(429);
    expect(await twoStepOf(person)).toBeNull();
  });

  test("has to be finished within 15 minutes", async () => {
    const person = await newOwner();
    const { secret } = (await setUpTwoStep(person)).body;
    await pg()`update users set totp_set_up_at = now() - interval '15 minutes'
      where id = ${person.userId}`;
    expect(await outcomeOf(turnOnTwoStep(person, codeOf(secret)))).toBe(
      invalidRequestAt("twoStep"),
    );
  });

  test("ends the person's other sessions, which took one step", async () => {
    const person = await newOwner();
    const elsewhere = await callerOf(person);
    const { secret } = (await setUpTwoStep(person)).body;
    expect((await turnOnTwoStep(person, codeOf(secret))).status).toBe(200);
    expect((await elsewhere.get("/security")).status).toBe(401);
    expect(await twoStepOf(person)).not.toBeNull();
  });

  test("encrypts the secret for one person: it can't be decrypted in another person's row", async () => {
    const [ours, theirs] = [await ownerWithTwoStep(), await ownerWithTwoStep()];
    await pg()`update users set sealed_totp_secret =
      (select sealed_totp_secret from users where id = ${ours.person.userId})
      where id = ${theirs.person.userId}`;
    await expect(signInAs(theirs.person, { code: codeOf(ours.secret) })).rejects.toThrow();
  });
});

describe("turning off two-step sign-in", () => {
  test("takes password and code, and deletes secret and recovery codes", async () => {
    const { person, secret, codes } = await ownerWithTwoStep();
    expect(await outcomeOf(turnOffTwoStep(person, codeOf(secret), "no"))).toBe(
      invalidRequestAt("password"),
    );
    expect(await outcomeOf(turnOffTwoStep(person, "000000"))).toBe(invalidRequestAt("code"));
    expect(await twoStepOf(person)).not.toBeNull();

    expect((await turnOffTwoStep(person, codeOf(secret))).status).toBe(200);
    expect(await twoStepOf(person)).toBeNull();
    expect(await signInAs(person)).toBe("session");
    expect(await outcomeOf(turnOffTwoStep(person, codes[0] ?? ""))).toBe(
      invalidRequestAt("twoStep"),
    );
    const [left] = await pg()`select sealed_totp_secret as secret,
      (select count(*)::int from recovery_codes where user_id = u.id) as codes
      from users u where id = ${person.userId}`;
    expect(left).toEqual({ secret: null, codes: 0 });
    expect(await changesOf(person)).toEqual([
      ["totp.enabled", "totp.disabled"],
      ["on", "off"],
    ]);
  });

  test("takes a recovery code too, and no code that signing in has used", async () => {
    const { person, secret, codes } = await ownerWithTwoStep();
    const code = codeOf(secret);
    await signInAs(person, { code });
    expect(await outcomeOf(turnOffTwoStep(person, code))).toBe(invalidRequestAt("code"));
    expect((await turnOffTwoStep(person, codes[3] ?? "")).status).toBe(200);
  });
});

test("new recovery codes take password and code, and replace the earlier ones", async () => {
  const { person, secret, codes } = await ownerWithTwoStep();
  expect(await outcomeOf(replaceRecoveryCodes(person, codeOf(secret), "no"))).toBe(
    invalidRequestAt("password"),
  );
  const { status, body } = await replaceRecoveryCodes(person, codeOf(secret));
  expect(status).toBe(200);
  expect(body.recoveryCodes).toHaveLength(10);
  expect(await signInAs(person, { code: codes[0] })).toBe("code_wrong");
  expect(await signInAs(person, { code: body.recoveryCodes[0] })).toBe("session");
});

describe("signing in with two steps", () => {
  test("takes both: no session without the code, nor with a wrong one", async () => {
    const { person, secret } = await ownerWithTwoStep();
    const sessions = () => pg()`select from user_sessions where user_id = ${person.userId}`;
    const before = (await sessions()).length;
    expect(await signInAs(person)).toBe("code_needed");
    expect(await signInAs(person, { code: "" })).toBe("code_needed");
    expect(await signInAs(person, { code: codeOf(secret, 5) })).toBe("code_wrong");
    expect(await sessions()).toHaveLength(before);
    expect(await signInAs(person, { code: codeOf(secret) })).toBe("session");
    expect(await sessions()).toHaveLength(before + 1);
  });

  test("does not mention the second step to anybody who does not know the password", async () => {
    const { person, secret } = await ownerWithTwoStep();
    const password = "not the password";
    expect(await signInAs(person, { password })).toBeNull();
    expect(await signInAs(person, { code: codeOf(secret), password })).toBeNull();
    expect(await signInAs({ email: `x${person.email}` }, { code: "123456" })).toBeNull();
    // Wrong passwords don't use up the owner's code attempts.
    for (let guess = 0; guess < 40; guess++) await signInAs(person, { code: "000000", password });
    expect(await signInAs(person, { code: codeOf(secret) })).toBe("session");
  });

  test.each([
    ["from a clock one step behind", -1, (code: string) => code],
    ["from a clock one step ahead", 1, (code: string) => code],
    ["as the app shows it, in halves", 0, (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ])("accepts a code %s", async (_, steps, typed) => {
    const { person, secret } = await ownerWithTwoStep();
    expect(await signInAs(person, { code: typed(codeOf(secret, steps)) })).toBe("session");
  });

  test("accepts a code once, and no older one after it, also at the same time", async () => {
    const { person, secret } = await ownerWithTwoStep();
    const code = codeOf(secret);
    const answers = await Promise.all([0, 1, 2, 3].map(() => signInAs(person, { code })));
    expect(answers.filter((answer) => answer === "session")).toHaveLength(1);
    expect(await signInAs(person, { code })).toBe("code_wrong");
    expect(await signInAs(person, { code: codeOf(secret, -1) })).toBe("code_wrong");
  });

  test("accepts each recovery code once, however typed, also at the same time, and sends a mail", async () => {
    const { person, codes } = await ownerWithTwoStep();
    const [first = "", second = ""] = codes;
    const typed = ` ${first.replace("-", " ").toUpperCase()} `;
    const answers = await Promise.all([0, 1, 2].map(() => signInAs(person, { code: typed })));
    expect(answers.filter((answer) => answer === "session")).toHaveLength(1);
    expect(await signInAs(person, { code: first })).toBe("code_wrong");
    expect(await signInAs(person, { code: second })).toBe("session");
    const { twoStep } = (await person.get("/security")).body;
    expect(twoStep).toMatchObject({ recoveryCodesLeft: 8 });
    const mails = await mailsTo(person.email);
    expect(mails.map(({ change }) => change)).toEqual(["on", "code_used", "code_used"]);
    const actions = await actionsOf(person.merchantId);
    expect(actions.filter((action) => action === "totp.recovery_code_used")).toHaveLength(2);
  });

  test("does not accept somebody else's recovery code", async () => {
    const [ours, theirs] = [await ownerWithTwoStep(), await ownerWithTwoStep()];
    expect(await signInAs(theirs.person, { code: ours.codes[0] })).toBe("code_wrong");
  });

  test("stops guesses from an address after ten wrong codes, and not the owner's elsewhere", async () => {
    const { person, secret } = await ownerWithTwoStep();
    const address = newId();
    for (let guess = 0; guess < 10; guess++) await signInAs(person, { code: "000000", address });
    const code = codeOf(secret);
    const refused = signInAs(person, { code, address });
    await expect(refused).rejects.toMatchObject({ code: "rate_limited" });
    expect(await signInAs(person, { code })).toBe("session");
    await vi.waitFor(async () => {
      const refusals = await auditOf(person.merchantId, "session.refused");
      expect(refusals.map(({ details }) => details.reason)).toContain("throttled");
    });
  });

  test("stops guesses from anywhere after thirty wrong codes a day; a recovery code still works", async () => {
    const { person, secret, codes } = await ownerWithTwoStep();
    for (let guess = 0; guess < 30; guess++) await signInAs(person, { code: "000000" });
    const refused = signInAs(person, { code: codeOf(secret) });
    await expect(refused).rejects.toMatchObject({ code: "rate_limited" });
    expect(await signInAs(person, { code: codes[0] })).toBe("session");
  });
});
