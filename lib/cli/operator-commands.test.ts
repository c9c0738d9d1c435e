import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { storeWithPeople } from "@/lib/testing/portal";
import { callerWith } from "@/lib/testing/requests";
import { createStore } from "@/lib/testing/store";
import { UsageError } from "./command";
import { OPERATOR_COMMANDS } from "./operator-commands";

const createKeyOptions = ["--merchant", "x", "--name", "x"];

test.for([
  ["merchant create", ["--name", "Shop"], /^--email is required$/],
  [
    "merchant create",
    ["--name", "x", "--email", "x", "--password", "y", "--shop", "z"],
    /'--shop'/,
  ],
  ["merchant list", ["everything"], /'everything'/],
  ["key create", [...createKeyOptions, "--shape", "C"], /^--shape must be A or B$/],
  [
    "key create",
    [...createKeyOptions, "--scopes", "all"],
    /^--scopes contains "all", which is not a scope\. Use cards:read, /,
  ],
  ["key create", [...createKeyOptions, "--limit", "2", "--no-limits"], /can't be combined$/],
  [
    "key create",
    [...createKeyOptions, "--limit", "1001"],
    /^--limit must be a whole number from 1 to 1000$/,
  ],
  [
    "key create",
    [...createKeyOptions, "--expires", "0"],
    /^--expires must be "never", or a number of days from 1 to 3650/,
  ],
  ["cron", ["tea"], /^JOB must be one of: .*webhooks/],
  ["cron", [], /^JOB must be one of: /],
  ["cron", ["fx", "now"], /^Unexpected argument 'now'$/],
  ["key list", ["--merchant", " "], /^--merchant is required$/],
] as const)("scrip %s %j is refused before anything is begun", ([name, words, message]) => {
  const read = () => OPERATOR_COMMANDS[name]?.prepare(words);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});

test.each([
  [[], 365],
  [["--expires", "30"], 30],
  [["--expires", "never"], null],
])("scrip key create %j expires in %s days", async (words, days) => {
  const { id } = await createStore();
  const flags = ["--merchant", id, "--name", "Till", ...words];
  const create = OPERATOR_COMMANDS["key create"]?.prepare(flags);
  const made = await create?.();
  const [key] = await pg()`select (extract(epoch from expires_at - now()) / 86400)::float8 as days
    from api_keys where merchant_id = ${id}`;
  expect(made).toHaveProperty("expiresAt");
  if (days === null) expect(key?.days).toBeNull();
  else expect(key?.days).toBeCloseTo(days, 2);
});

test("scrip key create --test makes a key of the store's test store, which the list of stores leaves out", async () => {
  const { id } = await createStore();
  const words = ["--merchant", id, "--name", "Dev", "--test"];
  expect(Object(await OPERATOR_COMMANDS["key create"]?.prepare(words)()).key).toMatch(
    /^scrip_test_/,
  );
  const { merchants } = Object(await OPERATOR_COMMANDS["merchant list"]?.prepare([])());
  const names = merchants.map(({ name }: { name: string }) => name);
  expect(names).not.toContain("Test store (test)");
});

test("--shape, --scopes, --limit and --no-limits are the key's", async () => {
  const { id } = await createStore();
  const make = async (...words: string[]) => {
    const flags = ["--merchant", id, "--name", "Till", ...words];
    const { key } = Object(await OPERATOR_COMMANDS["key create"]?.prepare(flags)());
    return callerWith({ Authorization: `Bearer ${key}` }, "/api/v1");
  };
  const reader = await make("--shape", "B", "--scopes", "cards:read");
  expect((await reader.get("/cards")).headers.get("scrip-shape")).toBe("B");
  expect((await reader.post("/cards", { currency: "EUR", cardType: "digital" })).status).toBe(403);

  const raised = await make("--limit", "2");
  const statuses = [];
  for (let n = 0; n < 3; n++)
    statuses.push((await raised.post("/cards", { currency: "EUR" })).status);
  expect(statuses).toEqual([201, 201, 429]);

  const unlimited = await make("--no-limits");
  const { status, headers } = await unlimited.post("/cards", { currency: "EUR" });
  expect([status, headers.get("ratelimit")]).toEqual([201, null]);
});

test("the operator turns off a team member's two-step sign-in, who gets an email, and the audit log an entry", async () => {
  const { owner } = await storeWithPeople();
  const { userId, email, merchantId } = owner;
  const turnOff = async (address: string) =>
    await OPERATOR_COMMANDS["user two-step off"]?.prepare(["--email", address])();
  await expect(turnOff(email)).rejects.toMatchObject({ code: "invalid_request" });
  await pg()`update users set totp_enabled_at = now(), sealed_totp_secret = 'sealed'
    where id = ${userId}`;
  expect(await turnOff(email.toUpperCase())).toMatchObject({ userId, twoStep: false });
  const [user] = await pg()`select totp_enabled_at, sealed_totp_secret from users
    where id = ${userId}`;
  expect(user).toEqual({ totp_enabled_at: null, sealed_totp_secret: null });
  const audited = await pg()`select actor, subject_id from audit_log
    where merchant_id = ${merchantId} and action = 'totp.disabled'`;
  expect([...audited]).toEqual([{ actor: "operator", subject_id: userId }]);
  const mails = await pg()`select from outbox
    where payload ->> 'to' = ${email} and payload ->> 'change' = 'off'`;
  expect(mails).toHaveLength(1);
  await expect(turnOff("nobody@example.com")).rejects.toMatchObject({ code: "not_found" });
});
