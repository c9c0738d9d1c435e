import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { mailsOfStore, storeWithPeople } from "@/lib/testing/portal";
import { newKey } from "@/lib/testing/store";
import { revokeKey } from "./change";
import { remindOfExpiringKeys } from "./mails";
import { rollKey } from "./roll";

const DAY_MS = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Lets time pass for the keys of a store. */
const passDays = (merchantId: string, days: number) => pg()`update api_keys k
  set created_at = earlier.created_at, expires_at = earlier.expires_at
  from (select id, created_at - ${days} * interval '1 day' as created_at,
    expires_at - ${days} * interval '1 day' as expires_at from api_keys offset 0) earlier
  where k.merchant_id = ${merchantId} and k.id = earlier.id`;

test("owners are reminded 14 days and 1 day before a key expires, once each", async () => {
  const { merchantId, owner, join, ctx } = await storeWithPeople();
  await join("manager");
  await newKey(ctx(), { name: "Till 7", expiresAt: inDays(365) });
  await newKey(ctx(), { name: "Forever" });
  const reminders = () => mailsOfStore(merchantId, "api_key_expiring");
  const counts: number[] = [];
  for (const days of [350, 1.5, 6, 6, 1, 0.3]) {
    await passDays(merchantId, days);
    await remindOfExpiringKeys();
    await remindOfExpiringKeys();
    counts.push((await reminders()).length);
  }
  expect(counts).toEqual([0, 1, 1, 1, 2, 2]);
  const [first] = await reminders();
  expect(first?.to).toBe(owner.email);
  expect(first?.text).toMatch(
    /Corner Bakery API key “Till 7” \(ending in \w{4}\) stops working on \w+ \d+, \d{4}/,
  );
  expect(first?.text).toMatch(/\/settings\/api-keys$/);
});

test("no reminder comes of a key that was revoked or rolled, or never lasted longer", async () => {
  const { merchantId, ctx } = await storeWithPeople();
  const [revoked, rolled] = [
    await newKey(ctx(), { expiresAt: inDays(20) }),
    await newKey(ctx(), { expiresAt: inDays(20) }),
  ];
  await newKey(ctx(), { expiresAt: inDays(14) });
  await passDays(merchantId, 10);
  await revokeKey(ctx(), { keyId: revoked.key.id });
  await rollKey(ctx(), { keyId: rolled.key.id, overlapHours: 168 });
  await remindOfExpiringKeys();
  expect(await mailsOfStore(merchantId, "api_key_expiring")).toEqual([]);
});
