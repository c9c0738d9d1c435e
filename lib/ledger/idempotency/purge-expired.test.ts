import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { storeWithPeople } from "@/lib/testing/portal";
import { purgeSharedExpired } from "./purge-expired";

test("sessions that ended 30 days ago are deleted, live and recent ones are kept", async () => {
  const { merchantId, join } = await storeWithPeople();
  const [live, recent, revoked, expired] = await Promise.all(
    Array.from({ length: 4 }, () => join("viewer")),
  );
  await pg()`update user_sessions set revoked_at = now() - interval '29 days'
    where id = ${recent?.sessionId ?? ""}`;
  await pg()`update user_sessions set revoked_at = now() - interval '31 days'
    where id = ${revoked?.sessionId ?? ""}`;
  await pg()`update user_sessions set expires_at = now() - interval '31 days'
    where id = ${expired?.sessionId ?? ""}`;
  expect((await purgeSharedExpired()).sessions).toBeGreaterThanOrEqual(2);
  const left = await pg()`select id from user_sessions where merchant_id = ${merchantId}`;
  const ids = left.map(({ id }) => id);
  expect(ids).toContain(live?.sessionId);
  expect(ids).toContain(recent?.sessionId);
  expect(ids).not.toContain(revoked?.sessionId);
  expect(ids).not.toContain(expired?.sessionId);
});
