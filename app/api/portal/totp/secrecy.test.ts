import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useTestDatabase } from "@/lib/testing/database";
import { send, signedIn } from "@/lib/testing/portal";
import {
  codeOf,
  PASSWORD,
  replaceBy,
  setUpBy,
  signInAs,
  turnOffBy,
  turnOnBy,
} from "@/lib/testing/two-steps";
import * as confirm from "../address/confirm/route";
import * as again from "../address/send/route";
import * as forgot from "../password/forgot/route";
import * as reset from "../password/reset/route";
import * as signUp from "../sign-up/route";

useTestDatabase();

// The clock stands still, so that no half minute ends between making a code and checking it.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterAll(() => void vi.useRealTimers());

/** Everything the process logs from here on, with nothing redacted on its way. */
function openLog(): string[] {
  const lines: string[] = [];
  const store = globalThis as { [key: symbol]: unknown };
  store[Symbol.for("scrip.log")] = pino(
    { level: "trace" },
    { write: (line: string) => void lines.push(line) },
  );
  return lines;
}

async function signedUp() {
  const email = `ada-${newId()}@example.com`;
  const body = { storeName: "Bakery", name: "Ada", email, password: PASSWORD, currency: "EUR" };
  const { merchantId } = (await send(signUp, "POST", { body })).body;
  const [row] = await pg()<{ userId: string }[]>`select user_id as "userId" from memberships
    where merchant_id = ${merchantId}`;
  const member = { merchantId: merchantId as string, userId: row?.userId ?? "" };
  return { ...member, email, headers: await signedIn(member) };
}

/** The tokens of all links that were mailed to an address. */
const tokensTo = async (email: string): Promise<string[]> =>
  (
    await pg()<{ token: string }[]>`select split_part(payload ->> 'link', '#', 2) as token
      from outbox where payload ->> 'to' = ${email} and payload ? 'link' order by id`
  ).map(({ token }) => token);

/** Runs what waits for the person's row until the database gives up, which is logged. */
const whileHeld = (userId: string, run: () => Promise<unknown>) =>
  pg().begin(async (tx) => {
    await tx`select from users where id = ${userId} for update`;
    await run();
  });

/** What the database keeps, but for the mails, which carry the links. */
async function stored(): Promise<string> {
  const tables = await pg()<{ name: string }[]>`select table_name as name
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name <> 'outbox'`;
  const rows = await Promise.all(
    tables.map(({ name }) => pg().unsafe(`select t::text as row from ${name} t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join("\n");
}

test("no secret, code, recovery code or link's token is logged, audited or kept, whatever succeeds or fails", async () => {
  const lines = openLog();
  const person = await signedUp();
  await send(again, "POST", { headers: person.headers, body: {} });
  const proof = (await tokensTo(person.email)).at(-1);
  await whileHeld(person.userId, () => send(confirm, "POST", { body: { token: proof } }));
  await send(confirm, "POST", { body: { token: proof } });

  const { secret } = (await setUpBy(person)).body;
  const [used, later] = [codeOf(secret), codeOf(secret, 1)];
  await turnOnBy(person, codeOf(secret, 9));
  await whileHeld(person.userId, () => turnOnBy(person, used));
  const first: string[] = (await turnOnBy(person, used)).body.recoveryCodes;
  await whileHeld(person.userId, async () => {
    await signInAs(person, later).catch(() => {});
  });
  await signInAs(person, first[0]);
  await signInAs(person, "zzzzz-zzzzz");
  const second: string[] = (await replaceBy(person, first[1] ?? "")).body.recoveryCodes;
  await turnOffBy(person, second[0] ?? "");

  await send(forgot, "POST", { body: { email: person.email } });
  const token = (await tokensTo(person.email)).at(-1);
  const body = { token, password: "another long password" };
  await whileHeld(person.userId, () => send(reset, "POST", { body }));
  expect((await send(reset, "POST", { body })).status).toBe(200);

  const tokens = await tokensTo(person.email);
  expect([tokens.length, first.length, second.length]).toEqual([3, 10, 10]);
  const codes = [...first, ...second].flatMap((code) => [code, code.replace("-", "")]);
  const told = `${lines.join("")}\n${await stored()}`;
  expect(lines.filter((line) => line.includes("request failed")).length).toBeGreaterThanOrEqual(3);
  expect(told).toContain("address.confirmed");
  for (const one of [secret, PASSWORD, ...tokens, ...codes]) expect(told).not.toContain(one);
  for (const one of [used, later]) expect(told).not.toMatch(new RegExp(`\\b${one}\\b`));
}, 60_000);
