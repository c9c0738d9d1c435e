import { beforeEach, describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { send, signedIn, storeWithPeople } from "@/lib/testing/portal";
import { codeOf, PASSWORD, setUpBy, signInAs, turnOnBy, twoStepOf } from "@/lib/testing/two-steps";
import * as accept from "../invitations/accept/route";
import * as me from "../me/route";
import * as forgot from "../password/forgot/route";
import * as reset from "../password/reset/route";
import * as signUp from "../sign-up/route";
import * as invitations from "../team/invitations/route";
import * as confirm from "./confirm/route";
import * as again from "./send/route";

useTestDatabase();
// Every test signs up from one network address.
beforeEach(() => pg()`delete from rate_limits`);

const GONE = [{ path: "token", message: expect.stringContaining("used or has expired") }];

/** Somebody who signed up with this address, whosever it is. */
async function signedUp(email = `ada-${newId()}@example.com`) {
  const store = { storeName: "Bakery", name: "Ada", email, password: PASSWORD, currency: "EUR" };
  const { body } = await send(signUp, "POST", { body: store });
  const [row] = await pg()<{ userId: string }[]>`select user_id as "userId" from memberships
    where merchant_id = ${body.merchantId}`;
  const member = { merchantId: body.merchantId as string, userId: row?.userId ?? "" };
  return { ...member, email, headers: await signedIn(member) };
}

type Person = Awaited<ReturnType<typeof signedUp>>;

const mailsTo = async (email: string) =>
  (
    await pg()<{ payload: { template: string; link?: string } }[]>`
      select payload from outbox where payload ->> 'to' = ${email} order by id`
  ).map(({ payload }) => payload);

const tokenIn = async (email: string, template: string) =>
  (await mailsTo(email)).findLast((mail) => mail.template === template)?.link?.split("#")[1] ?? "";

const confirmBy = (token: string) => send(confirm, "POST", { body: { token } });
const isConfirmed = async ({ headers }: Pick<Person, "headers">): Promise<boolean> =>
  (await send(me, "GET", { headers })).body.user.isConfirmed;
const actionsOf = async ({ merchantId }: Person) =>
  (await pg()`select action from audit_log where merchant_id = ${merchantId} order by id`).map(
    ({ action }) => action,
  );

/** The person at the mailbox chooses a new password. */
async function resetFor(email: string, password: string) {
  await send(forgot, "POST", { body: { email } });
  const token = await tokenIn(email, "password_reset");
  expect((await send(reset, "POST", { body: { token, password } })).status).toBe(200);
}

describe("an address", () => {
  test("is confirmed by the link that sign-up mails, once, and nothing waits for it", async () => {
    const person = await signedUp();
    expect(await isConfirmed(person)).toBe(false);
    const token = await tokenIn(person.email, "address_proof");
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const answers = await Promise.all([confirmBy(token), confirmBy(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await isConfirmed(person)).toBe(true);
    expect((await confirmBy(token)).body.fields).toEqual(GONE);
    expect((await actionsOf(person)).filter((a) => a === "address.confirmed")).toHaveLength(1);
  });

  test("is confirmed by the latest link only, for seven days", async () => {
    const person = await signedUp();
    const first = await tokenIn(person.email, "address_proof");
    const resent = await send(again, "POST", { headers: person.headers, body: {} });
    expect([resent.status, resent.body]).toEqual([202, {}]);
    expect((await confirmBy(first)).body.fields).toEqual(GONE);
    const [row] = await pg()`select expires_at between now() + interval '6 days 23 hours'
      and now() + interval '7 days' as right from address_proofs where user_id = ${person.userId}`;
    expect(row?.right).toBe(true);
    await pg()`update address_proofs set expires_at = now() where user_id = ${person.userId}`;
    const latest = await tokenIn(person.email, "address_proof");
    expect((await confirmBy(latest)).body.fields).toEqual(GONE);
    expect(await isConfirmed(person)).toBe(false);
  });

  test("is mailed another link five times an hour, and none once it is confirmed", async () => {
    const person = await signedUp();
    const ask = () => send(again, "POST", { headers: person.headers, body: {} });
    for (let n = 0; n < 5; n++) expect((await ask()).status).toBe(202);
    expect((await ask()).status).toBe(429);
    const other = await signedUp();
    await confirmBy(await tokenIn(other.email, "address_proof"));
    const late = await send(again, "POST", { headers: other.headers, body: {} });
    expect([late.status, late.body.fields[0].path]).toEqual([400, "email"]);
    expect((await send(again, "POST", { body: {} })).status).toBe(401);
  });

  test("of an operator's store, of an invited person, and of who chose a password by mail is confirmed", async () => {
    const { owner } = await storeWithPeople();
    expect(await isConfirmed(owner)).toBe(true);

    const email = `bob-${newId()}@example.com`;
    await send(invitations, "POST", { headers: owner.headers, body: { email, role: "viewer" } });
    const token = await tokenIn(email, "team_invitation");
    const joined = await send(accept, "POST", { body: { token, name: "Bob", password: PASSWORD } });
    expect(joined.status).toBe(200);
    const [bob] = await pg()`select verified_at from users where email = ${email}`;
    expect(bob?.verified_at).not.toBeNull();

    const person = await signedUp();
    await resetFor(person.email, "another long password");
    expect(await isConfirmed({ headers: await signedIn(person) })).toBe(true);
    expect(await actionsOf(person)).toEqual(
      expect.arrayContaining(["password.reset", "address.confirmed"]),
    );
  });
});

describe("two-step sign-in", () => {
  test("can't be set up for an address that nobody confirmed, and can after it", async () => {
    const person = await signedUp();
    const refused = await setUpBy(person);
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      [{ path: "email", message: expect.stringContaining("must be confirmed first") }],
    ]);
    await confirmBy(await tokenIn(person.email, "address_proof"));
    const { secret } = (await setUpBy(person)).body;
    expect((await turnOnBy(person, codeOf(secret))).status).toBe(200);
    expect(await twoStepOf(person)).not.toBeNull();
  });

  test("that somebody set up with another's unconfirmed address ends with a password by mail: its owner gets in", async () => {
    const stranger = await signedUp();
    // As it could be turned on before addresses were confirmed.
    await pg()`update users set totp_enabled_at = now(), sealed_totp_secret = 'sealed'
      where id = ${stranger.userId}`;
    await resetFor(stranger.email, "the owner's own password");
    const opened = await signInAs(stranger, undefined, "the owner's own password");
    expect(opened).toMatchObject({ userId: stranger.userId });
    expect(await actionsOf(stranger)).toContain("totp.disabled");
    expect((await mailsTo(stranger.email)).map(({ template }) => template)).toContain(
      "two_step_changed",
    );
  });
});
