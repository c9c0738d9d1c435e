import { pino } from "pino";
import { expect, test } from "vitest";
import { schemasOf } from "@/lib/db/client/buckets";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { shortenLockTimeout } from "@/lib/testing/locks";
import {
  codeOf,
  replaceRecoveryCodes,
  setUpTwoStep,
  signInAs,
  signUpPerson,
  stopClock,
  turnOffTwoStep,
  turnOnTwoStep,
} from "@/lib/testing/people";
import { PASSWORD } from "@/lib/testing/portal";
import { anybody } from "@/lib/testing/requests";
import { mailedToken, mailsTo } from "@/lib/testing/wallet";

stopClock();

/** Collects everything the process logs from here on, without redaction. */
function openLog(): string[] {
  const lines: string[] = [];
  const store = globalThis as { [key: symbol]: unknown };
  store[Symbol.for("scrip.log")] = pino(
    { level: "trace" },
    { write: (line: string) => void lines.push(line) },
  );
  return lines;
}

/** Runs `run` while the user's row is locked, so that it hits the lock timeout and logs an error. */
const whileUserLocked = (userId: string, run: () => Promise<unknown>) =>
  pg().begin(async (tx) => {
    await tx`select from users where id = ${userId} for update`;
    await run();
  });

/** All rows of the database as text. */
async function databaseText(): Promise<string> {
  const parts = await inEachBucket(async (bucket) => {
    const tables = await pg()<{ name: string }[]>`select table_name as name
      from information_schema.tables
      where table_schema = any(${schemasOf([bucket])}::text[]) and table_type = 'BASE TABLE'`;
    return await Promise.all(
      tables.map(({ name }) => pg().unsafe(`select t::text as row from ${name} t`)),
    );
  });
  return parts
    .flat(2)
    .map(({ row }) => row)
    .join("\n");
}

test("no password, secret, code, recovery code or link's token is logged, audited or stored in the clear, whatever succeeds or fails", async () => {
  await shortenLockTimeout();
  const lines = openLog();
  const snapshots: string[] = [];
  const look = async () => void snapshots.push(await databaseText());
  const person = await signUpPerson();
  const { email, userId } = person;
  await person.post("/address/send", {});
  const proof = await mailedToken(email);
  await look();
  await whileUserLocked(userId, () => anybody.post("/address/confirm", { token: proof }));
  await anybody.post("/address/confirm", { token: proof });

  const { secret } = (await setUpTwoStep(person)).body;
  const [used, later] = [codeOf(secret), codeOf(secret, 1)];
  await turnOnTwoStep(person, codeOf(secret, 9));
  await whileUserLocked(userId, () => turnOnTwoStep(person, used));
  const first: string[] = (await turnOnTwoStep(person, used)).body.recoveryCodes;
  await whileUserLocked(userId, () => signInAs(person, { code: later }).catch(() => {}));
  await signInAs(person, { code: first[0] });
  await signInAs(person, { code: "zzzzz-zzzzz" });
  await look();
  const second: string[] = (await replaceRecoveryCodes(person, first[1] ?? "")).body.recoveryCodes;
  await turnOffTwoStep(person, second[0] ?? "");

  await anybody.post("/password/forgot", { email });
  const password = "another long password";
  const body = { token: await mailedToken(email), password };
  await look();
  await whileUserLocked(userId, () => anybody.post("/password/reset", body));
  expect((await anybody.post("/password/reset", body)).status).toBe(200);

  const mails = await mailsTo(email);
  const tokens = mails.flatMap(({ link }) => link?.split("#")[1] ?? []);
  expect([tokens.length, first.length, second.length]).toEqual([3, 10, 10]);
  const codes = [...first, ...second].flatMap((code) => [code, code.replace("-", "")]);
  await look();
  const found = [...lines, ...snapshots].join("\n");
  expect(lines.filter((line) => line.includes("request failed")).length).toBeGreaterThanOrEqual(3);
  expect(found).toContain("address.confirmed");
  for (const one of [secret, PASSWORD, password, ...tokens, ...codes]) {
    // Postgres prints bytes as hex.
    for (const form of [one, Buffer.from(one).toString("hex")]) expect(found).not.toContain(form);
  }
  for (const one of [used, later]) expect(found).not.toMatch(new RegExp(`\\b${one}\\b`));
  for (const one of [secret, PASSWORD, password, ...codes])
    expect(JSON.stringify(mails)).not.toContain(one);
});
