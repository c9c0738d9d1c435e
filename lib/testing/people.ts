import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { signIn } from "@/lib/domain/people/sign-in";
import { callerOf, PASSWORD, storeWithPeople } from "./portal";
import { anybody } from "./requests";

const STEP_MS = 30_000;

/** Signs up a new person, who owns the store that they create. */
export async function signUpPerson() {
  const email = `ada-${newId()}@example.com`;
  const store = { storeName: "Bakery", name: "Ada", email, password: PASSWORD, currency: "EUR" };
  await anybody.post("/sign-up", store);
  return await callerOf({ ...(await memberOf(email)), email, store });
}

/** The account of an email, and the store it belongs to. */
export async function memberOf(email: string): Promise<{ merchantId: string; userId: string }> {
  const [row] = await pg()<{ merchantId: string; userId: string }[]>`
    select merchant_id as "merchantId", user_id as "userId"
    from memberships join users on users.id = user_id where email = ${email}`;
  if (!row) throw new Error(`${email} is in no store`);
  return { ...row };
}

/** The owner of a store with a confirmed email. */
export const newOwner = async () => (await storeWithPeople()).owner;

export type Person = Awaited<ReturnType<typeof newOwner>>;

/** Freezes the clock for the file, so that no 30-second step ends between generating and checking a code. */
export function stopClock(): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
  afterAll(() => void vi.useRealTimers());
}

/** The code the person's authenticator app shows, `steps` 30-second steps from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

export const setUpTwoStep = ({ post }: Pick<Person, "post">, password = PASSWORD) =>
  post("/totp/set-up", { password });

export const turnOnTwoStep = ({ post }: Pick<Person, "post">, code: string) =>
  post("/totp/turn-on", { code });

export const turnOffTwoStep = ({ post }: Pick<Person, "post">, code: string, password = PASSWORD) =>
  post("/totp/turn-off", { password, code });

export const replaceRecoveryCodes = (
  { post }: Pick<Person, "post">,
  code: string,
  password = PASSWORD,
) => post("/totp/recovery-codes", { password, code });

/** A person with two-step sign-in who has not used a code for a while. */
export async function ownerWithTwoStep() {
  const person = await newOwner();
  const { secret }: { secret: string } = (await setUpTwoStep(person)).body;
  const answer = await turnOnTwoStep(person, codeOf(secret));
  expect(answer.status).toBe(200);
  await pg()`update users set totp_last_step = totp_last_step - 3 where id = ${person.userId}`;
  return { person, secret, codes: answer.body.recoveryCodes as string[] };
}

/** Signs in. Returns "session", null if refused, or the status of the second step. */
export async function signInAs(
  { email }: { email: string },
  { code, password = PASSWORD, address = newId() }: Partial<Record<string, string>> = {},
) {
  const opened = await signIn({ email, password, code }, { address, userAgent: null });
  return typeof opened === "object" && opened ? "session" : opened;
}
