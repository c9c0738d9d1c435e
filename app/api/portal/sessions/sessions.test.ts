import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { openSession } from "@/lib/merchants/sessions";
import type { Role } from "@/lib/roles";
import { useTestDatabase } from "@/lib/testing/database";
import { actionsOf, callerWith, headersIn, storeWithPeople } from "@/lib/testing/portal";
import * as me from "../me/route";
import * as revoke from "./[id]/revoke/route";
import * as others from "./revoke-others/route";
import * as sessions from "./route";

useTestDatabase();

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

type Member = { merchantId: string; userId: string };

async function signedIn({ merchantId, userId }: Member, userAgent: string | null = null) {
  const browser = { address: "127.0.0.1", userAgent };
  const sessionId = await openSession({ merchantId, userId }, browser);
  return { merchantId, userId, sessionId, ...callerWith(await headersIn(sessionId)) };
}

type Person = Awaited<ReturnType<typeof signedIn>>;

/** A user with this role in a new store, signed in with one browser. */
async function person(role: Role = "owner") {
  const { merchantId, join } = await storeWithPeople();
  const { userId } = await join(role);
  await pg()`update user_sessions set revoked_at = now() where user_id = ${userId}`;
  return await signedIn({ merchantId, userId });
}

/** Adds the first user to the second user's store, and signs them in there. */
async function signedInAt({ userId }: Member, { merchantId }: Member) {
  await pg()`insert into memberships (merchant_id, user_id, role)
    values (${merchantId}, ${userId}, 'viewer')`;
  return await signedIn({ merchantId, userId });
}

const statusIn = async ({ get }: Person) => (await get(me)).status;

describe("a person's sessions", () => {
  test("are listed, the current one first, without ended ones or anybody else's", async () => {
    const here = await person("viewer");
    const there = await signedIn(here, FIREFOX);
    const ended = [await signedIn(here), await signedIn(here), await signedIn(here)];
    const [revoked, expired, idle] = ended.map(({ sessionId }) => sessionId);
    await pg()`update user_sessions set revoked_at = now() where id = ${revoked ?? ""}`;
    await pg()`update user_sessions set expires_at = now() where id = ${expired ?? ""}`;
    await pg()`update user_sessions set last_seen_at = now() - interval '2 hours'
      where id = ${idle ?? ""}`;
    await person();
    expect((await here.get(sessions)).body.sessions).toMatchObject([
      { id: here.sessionId, current: true, browser: null, system: null },
      { id: there.sessionId, current: false, browser: "Firefox", system: "Linux" },
    ]);
  });

  test("can be ended one by one, at once, with an entry in the log", async () => {
    const here = await person("viewer");
    const there = await signedIn(here, FIREFOX);
    expect(await statusIn(there)).toBe(200);
    const end = () => here.post(revoke, undefined, { id: there.sessionId });
    const { status, body } = await end();
    expect([status, body]).toEqual([200, { revoked: 1 }]);
    expect([await statusIn(there), await statusIn(here)]).toEqual([401, 200]);
    expect((await actionsOf(here.merchantId)).at(-1)).toBe("session.revoked");
    expect((await end()).status).toBe(404);
  });

  test("can be ended except for this one, at every store, with one entry in the log", async () => {
    const [here, elsewhere] = [await person(), await person()];
    const there = [await signedIn(here), await signedInAt(here, elsewhere)];
    expect((await here.post(others)).body).toEqual({ revoked: 2 });
    expect(await Promise.all(there.map(statusIn))).toEqual([401, 401]);
    expect([await statusIn(here), await statusIn(elsewhere)]).toEqual([200, 200]);
    expect((await actionsOf(here.merchantId)).at(-1)).toBe("session.others_revoked");
    expect((await here.post(others)).body).toEqual({ revoked: 0 });
  });

  test("can't be ended by anybody else", async () => {
    const [here, stranger] = [await person(), await person()];
    for (const id of [stranger.sessionId, newId(), "nonsense"])
      expect((await here.post(revoke, undefined, { id })).status).toBe(404);
    expect(await statusIn(stranger)).toBe(200);
  });
});
