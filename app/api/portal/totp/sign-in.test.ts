import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/lib/testing/database";
import {
  actionsOf,
  adaInTwoSteps,
  changesMailedTo,
  codeOf,
  isSignedIn,
  PASSWORD,
  signInAs,
  twoStepOf,
} from "@/lib/testing/two-steps";

useTestDatabase();

// The clock stands still, so that no half minute ends between making a code and checking it.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

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
