import { describe, expect, test } from "vitest";
import type { Role } from "@/lib/context";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { openSession } from "@/lib/merchants/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { headersIn, send, storeWithPeople } from "@/lib/testing/portal";
import * as me from "../me/route";
import * as revoke from "./[id]/revoke/route";
import * as others from "./revoke-others/route";
import * as sessions from "./route";

useTestDatabase();

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

async function signedIn(
  { merchantId, userId }: { merchantId: string; userId: string },
  userAgent: string | null = null,
) {
  const browser = { address: "127.0.0.1", userAgent };
  const sessionId = await openSession({ merchantId, userId }, browser);
  return { merchantId, userId, sessionId, headers: await headersIn(sessionId) };
}

/** Somebody of a role at a store of their own test, in one browser. */
async function person(role: Role = "owner") {
  const { merchantId, join } = await storeWithPeople();
  const { userId } = await join(role);
  await pg()`update user_sessions set revoked_at = now() where user_id = ${userId}`;
  return await signedIn({ merchantId, userId });
}

const statusIn = async ({ headers }: { headers: Record<string, string> }) =>
  (await send(me, "GET", { headers })).status;

const actionsAt = async (merchantId: string) =>
  (await pg()`select action from audit_log where merchant_id = ${merchantId} order by id`).map(
    ({ action }) => action,
  );

describe("a person's sessions", () => {
  test.each(["owner", "manager", "viewer"] as const)(
    "are listed for a %s, this one first, and nobody else's",
    async (role) => {
      const here = await person(role);
      const there = await signedIn(here, FIREFOX);
      await person();
      const { status, body } = await send(sessions, "GET", here);
      expect(status).toBe(200);
      expect(body.sessions).toMatchObject([
        { id: here.sessionId, current: true, browser: null, system: null },
        { id: there.sessionId, current: false, browser: "Firefox", system: "Linux" },
      ]);
    },
  );

  test("that have ended are not listed", async () => {
    const here = await person();
    const ended = [await signedIn(here), await signedIn(here), await signedIn(here)];
    const [revoked, expired, idle] = ended.map(({ sessionId }) => sessionId);
    await pg()`update user_sessions set revoked_at = now() where id = ${revoked ?? ""}`;
    await pg()`update user_sessions set expires_at = now() where id = ${expired ?? ""}`;
    await pg()`update user_sessions set last_seen_at = now() - interval '2 hours'
      where id = ${idle ?? ""}`;
    expect((await send(sessions, "GET", here)).body.sessions).toHaveLength(1);
  });

  test("can be ended one by one, in force at once, audited", async () => {
    const here = await person("viewer");
    const there = await signedIn(here, FIREFOX);
    expect(await statusIn(there)).toBe(200);
    const { status, body } = await send(revoke, "POST", { ...here, id: there.sessionId });
    expect([status, body]).toEqual([200, { revoked: 1 }]);
    expect(await statusIn(there)).toBe(401);
    expect(await statusIn(here)).toBe(200);
    expect((await actionsAt(here.merchantId)).at(-1)).toBe("session.revoked");
    expect((await send(revoke, "POST", { ...here, id: there.sessionId })).status).toBe(404);
  });

  test("can be ended all but this one, at every store, audited once", async () => {
    const here = await person();
    const elsewhere = await person();
    await pg()`insert into memberships (merchant_id, user_id, role)
      values (${elsewhere.merchantId}, ${here.userId}, 'viewer')`;
    const there = [
      await signedIn(here),
      await signedIn({ ...here, merchantId: elsewhere.merchantId }),
    ];
    expect((await send(others, "POST", here)).body).toEqual({ revoked: 2 });
    expect(await Promise.all(there.map(statusIn))).toEqual([401, 401]);
    expect(await statusIn(here)).toBe(200);
    expect(await statusIn(elsewhere)).toBe(200);
    expect((await actionsAt(here.merchantId)).at(-1)).toBe("session.others_revoked");
    expect((await send(others, "POST", here)).body).toEqual({ revoked: 0 });
  });

  test("of somebody else are absent: 404, and go on", async () => {
    const [here, stranger] = [await person(), await person()];
    for (const id of [stranger.sessionId, newId(), "nonsense"]) {
      expect((await send(revoke, "POST", { ...here, id })).status).toBe(404);
    }
    expect(await statusIn(stranger)).toBe(200);
  });
});

test("without a session, or with another site's page behind it, nothing is told or ended", async () => {
  const here = await person();
  const { headers, sessionId: id } = await signedIn(here);
  const forged = { headers: { ...headers, origin: "https://evil.example" }, id };
  for (const route of [revoke, others]) {
    expect((await send(route, "POST", { id })).status).toBe(401);
    expect((await send(route, "POST", forged)).status).toBe(403);
  }
  expect((await send(sessions, "GET")).status).toBe(401);
  expect(await statusIn(here)).toBe(200);
});
