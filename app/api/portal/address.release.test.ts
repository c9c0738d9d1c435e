import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { codeOf, setUpTwoStep, signInAs, signUpPerson, turnOnTwoStep } from "@/lib/testing/people";
import { actionsOf, PASSWORD, storeWithPeople } from "@/lib/testing/portal";
import { anybody, type Caller, outcomeOf } from "@/lib/testing/requests";
import { mailedToken, templatesTo } from "@/lib/testing/wallet";

// Every test signs up from the same IP address.
beforeEach(() => inEachBucket(() => pg()`delete from rate_limits`));

const INVALID_TOKEN_FIELDS = [
  { path: "token", message: expect.stringContaining("used or has expired") },
];

const confirmBy = (token: string) => anybody.post("/address/confirm", { token });
const confirmationTokenFor = ({ email }: { email: string }) => mailedToken(email, "address_proof");
const isConfirmed = async ({ get }: Pick<Caller, "get">): Promise<boolean> =>
  (await get("/me")).body.user.isConfirmed;

/** Resets the password by email, as the owner of the mailbox would. */
async function resetFor(email: string, password: string) {
  await anybody.post("/password/forgot", { email });
  const token = await mailedToken(email, "password_reset");
  expect((await anybody.post("/password/reset", { token, password })).status).toBe(200);
}

describe("an email", () => {
  test("is confirmed once, by the link that sign-up sends", async () => {
    const person = await signUpPerson();
    expect(await isConfirmed(person)).toBe(false);
    const token = await confirmationTokenFor(person);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const answers = await Promise.all([confirmBy(token), confirmBy(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await isConfirmed(person)).toBe(true);
    expect((await confirmBy(token)).body.fields).toEqual(INVALID_TOKEN_FIELDS);
    const actions = await actionsOf(person.merchantId);
    expect(actions.filter((action) => action === "address.confirmed")).toHaveLength(1);
  });

  test("is confirmed by the latest link only, for seven days", async () => {
    const person = await signUpPerson();
    const first = await confirmationTokenFor(person);
    const resent = await person.post("/address/send", {});
    expect([resent.status, resent.body]).toEqual([202, {}]);
    expect((await confirmBy(first)).body.fields).toEqual(INVALID_TOKEN_FIELDS);
    const [row] = await pg()`select expires_at between now() + interval '6 days 23 hours'
      and now() + interval '7 days' as right from address_proofs where user_id = ${person.userId}`;
    expect(row?.right).toBe(true);
    await pg()`update address_proofs set expires_at = now() where user_id = ${person.userId}`;
    expect((await confirmBy(await confirmationTokenFor(person))).body.fields).toEqual(
      INVALID_TOKEN_FIELDS,
    );
    expect(await isConfirmed(person)).toBe(false);
  });

  test("gets another link up to five times an hour, and no link once it is confirmed", async () => {
    const person = await signUpPerson();
    for (let n = 0; n < 5; n++) expect((await person.post("/address/send", {})).status).toBe(202);
    expect((await person.post("/address/send", {})).status).toBe(429);
    const other = await signUpPerson();
    await confirmBy(await confirmationTokenFor(other));
    expect(await outcomeOf(other.post("/address/send", {}))).toBe("400 invalid_request email");
  });

  test("is confirmed for an operator's store, an invited person, and a person who resets the password by email", async () => {
    const { owner } = await storeWithPeople();
    expect(await isConfirmed(owner)).toBe(true);

    const email = `bob-${newId()}@example.com`;
    await owner.post("/team/invitations", { email, role: "viewer" });
    const token = await mailedToken(email);
    await anybody.post("/invitations/accept", { token, name: "Bob", password: PASSWORD });
    const [bob] = await pg()`select verified_at from users where email = ${email}`;
    expect(bob?.verified_at).not.toBeNull();

    const person = await signUpPerson();
    await resetFor(person.email, "another long password");
    const [row] = await pg()`select verified_at from users where email = ${person.email}`;
    expect(row?.verified_at).not.toBeNull();
    expect(await actionsOf(person.merchantId)).toEqual(
      expect.arrayContaining(["password.reset", "address.confirmed"]),
    );
  });
});

describe("two-step sign-in", () => {
  test("can't be set up until the email is confirmed", async () => {
    const person = await signUpPerson();
    const refused = await setUpTwoStep(person);
    expect(await outcomeOf(refused)).toBe("400 invalid_request email");
    expect(refused.body.fields[0].message).toContain("must be confirmed first");
    await confirmBy(await confirmationTokenFor(person));
    const { secret } = (await setUpTwoStep(person)).body;
    expect((await turnOnTwoStep(person, codeOf(secret))).status).toBe(200);
  });

  test("that a stranger set up with an unconfirmed email ends when its owner resets the password", async () => {
    const stranger = await signUpPerson();
    // Set directly: two-step sign-in can't be turned on with an unconfirmed email anymore.
    await pg()`update users set totp_enabled_at = now(), sealed_totp_secret = 'sealed'
      where id = ${stranger.userId}`;
    const password = "the owner's own password";
    await resetFor(stranger.email, password);
    expect(await signInAs(stranger, { password })).toBe("session");
    expect(await actionsOf(stranger.merchantId)).toContain("totp.disabled");
    expect(await templatesTo(stranger.email)).toContain("two_step_changed");
  });
});
