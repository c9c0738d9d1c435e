import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { adaInTwoSteps, codeOf, signInAs, stopClock } from "@/lib/testing/people";
import { actionsOf } from "@/lib/testing/portal";
import { mailsTo } from "@/lib/testing/wallet";

stopClock();

describe("signing in with two steps", () => {
  test("takes both: no session without the code, nor with a wrong one", async () => {
    const { person, secret } = await adaInTwoSteps();
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
    const { person, secret } = await adaInTwoSteps();
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
    const { person, secret } = await adaInTwoSteps();
    expect(await signInAs(person, { code: typed(codeOf(secret, steps)) })).toBe("session");
  });

  test("accepts a code once, and no older one after it, also at the same time", async () => {
    const { person, secret } = await adaInTwoSteps();
    const code = codeOf(secret);
    const answers = await Promise.all([0, 1, 2, 3].map(() => signInAs(person, { code })));
    expect(answers.filter((answer) => answer === "session")).toHaveLength(1);
    expect(await signInAs(person, { code })).toBe("code_wrong");
    expect(await signInAs(person, { code: codeOf(secret, -1) })).toBe("code_wrong");
  });

  test("accepts each recovery code once, however typed, also at the same time, and sends a mail", async () => {
    const { person, codes } = await adaInTwoSteps();
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
    const [ours, theirs] = [await adaInTwoSteps(), await adaInTwoSteps()];
    expect(await signInAs(theirs.person, { code: ours.codes[0] })).toBe("code_wrong");
  });

  test("stops guesses from an address after ten wrong codes, and not the owner's elsewhere", async () => {
    const { person, secret } = await adaInTwoSteps();
    const address = newId();
    for (let guess = 0; guess < 10; guess++) await signInAs(person, { code: "000000", address });
    const code = codeOf(secret);
    const refused = signInAs(person, { code, address });
    await expect(refused).rejects.toMatchObject({ code: "rate_limited" });
    expect(await signInAs(person, { code })).toBe("session");
  });

  test("stops guesses from anywhere after thirty wrong codes a day; a recovery code still works", async () => {
    const { person, secret, codes } = await adaInTwoSteps();
    for (let guess = 0; guess < 30; guess++) await signInAs(person, { code: "000000" });
    const refused = signInAs(person, { code: codeOf(secret) });
    await expect(refused).rejects.toMatchObject({ code: "rate_limited" });
    expect(await signInAs(person, { code: codes[0] })).toBe("session");
  });
});
