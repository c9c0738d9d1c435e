import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import * as security from "@/app/api/portal/security/route";
import * as recoveryCodes from "@/app/api/portal/totp/recovery-codes/route";
import * as setUp from "@/app/api/portal/totp/set-up/route";
import * as turnOff from "@/app/api/portal/totp/turn-off/route";
import * as turnOn from "@/app/api/portal/totp/turn-on/route";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { signIn } from "@/lib/merchants/sign-in";
import { send, storeWithPeople } from "./portal";

export const PASSWORD = "a long enough password";
const STEP_MS = 30_000;

type Person = {
  headers: Record<string, string>;
  userId: string;
  merchantId: string;
  email: string;
};

export async function ada(): Promise<Person> {
  const { owner } = await storeWithPeople();
  const [user] = await pg()<
    { email: string }[]
  >`select email from users where id = ${owner.userId}`;
  return { ...owner, email: user?.email ?? "" };
}

/** What the person's device shows, `steps` of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

export const setUpBy = (person: Person, password = PASSWORD) =>
  send(setUp, "POST", { headers: person.headers, body: { password } });

export const turnOnBy = (person: Person, code: string) =>
  send(turnOn, "POST", { headers: person.headers, body: { code } });

export const turnOffBy = (person: Person, code: string, password = PASSWORD) =>
  send(turnOff, "POST", { headers: person.headers, body: { password, code } });

export const replaceBy = (person: Person, code: string, password = PASSWORD) =>
  send(recoveryCodes, "POST", { headers: person.headers, body: { password, code } });

/** Forgets which code was used last, as if the half minute had passed. */
const waitAStep = ({ userId }: Person) =>
  pg()`update users set totp_last_step = totp_last_step - 3 where id = ${userId}`;

/** Somebody whose sign-in takes two steps. */
export async function adaInTwoSteps() {
  const person = await ada();
  const { secret } = (await setUpBy(person)).body;
  const answer = await turnOnBy(person, codeOf(secret));
  expect(answer.status).toBe(200);
  await waitAStep(person);
  return { person, secret: secret as string, codes: answer.body.recoveryCodes as string[] };
}

export const signInAs = (
  { email }: Person,
  code?: string,
  password = PASSWORD,
  address = newId(),
) => signIn({ email, password, code }, { address, userAgent: null });

export const isSignedIn = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer !== null && typeof answer === "object";

export const twoStepOf = async ({ headers }: Person) =>
  (await send(security, "GET", { headers })).body.twoStep;

export const actionsOf = async ({ merchantId }: Person) =>
  (
    await pg()`select action from audit_log where merchant_id = ${merchantId}
    and action like 'totp.%' order by id`
  ).map(({ action }) => action);

export const changesMailedTo = async ({ email }: Person) =>
  (
    await pg()`select payload ->> 'change' as change from outbox
    where payload ->> 'to' = ${email} order by id`
  ).map(({ change }) => change);
