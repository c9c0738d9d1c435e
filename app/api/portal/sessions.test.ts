import { describe, expect, test } from "vitest";
import type { Role } from "@/lib/base/roles";
import { pg } from "@/lib/db/client/client";
import { actionsOf, callerOf, storeWithPeople } from "@/lib/testing/portal";
import type { Caller } from "@/lib/testing/requests";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

/** A person with this role in a new store, signed in with one browser. */
const person = async (role: Role = "viewer") => await (await storeWithPeople()).join(role);

const statusIn = async ({ get }: Caller) => (await get("/me")).status;

describe("a person's sessions", () => {
  test("are listed, the current one first, without ended ones or anybody else's", async () => {
    const here = await person();
    const there = await callerOf(here, FIREFOX);
    for (const ended of [
      "revoked_at = now()",
      "expires_at = now()",
      "last_seen_at = now() - interval '2 hours'",
    ]) {
      const { sessionId } = await callerOf(here);
      await pg().unsafe(`update user_sessions set ${ended} where id = '${sessionId}'`);
    }
    await person();
    expect((await here.get("/sessions")).body.sessions).toMatchObject([
      { id: here.sessionId, current: true, browser: null, system: null },
      { id: there.sessionId, current: false, browser: "Firefox", system: "Linux" },
    ]);
  });

  test("can be ended one by one, at once, with an entry in the log", async () => {
    const here = await person();
    const there = await callerOf(here);
    expect(await statusIn(there)).toBe(200);
    const end = () => here.post(`/sessions/${there.sessionId}/revoke`);
    const { status, body } = await end();
    expect([status, body]).toEqual([200, { revoked: 1 }]);
    expect([await statusIn(there), await statusIn(here)]).toEqual([401, 200]);
    expect((await actionsOf(here.merchantId)).at(-1)).toBe("session.revoked");
    expect((await end()).status).toBe(404);
  });

  test("can be ended except for this one, at every store, with one entry in the log", async () => {
    const [here, elsewhere] = [await person("owner"), await person("owner")];
    await pg()`insert into memberships (merchant_id, user_id, role)
      values (${elsewhere.merchantId}, ${here.userId}, 'viewer')`;
    const inOtherStore = await callerOf({ ...here, merchantId: elsewhere.merchantId });
    const there = [await callerOf(here), inOtherStore];
    expect((await here.post("/sessions/revoke-others")).body).toEqual({ revoked: 2 });
    expect(await Promise.all(there.map(statusIn))).toEqual([401, 401]);
    expect([await statusIn(here), await statusIn(elsewhere)]).toEqual([200, 200]);
    expect((await actionsOf(here.merchantId)).at(-1)).toBe("session.others_revoked");
    expect((await here.post("/sessions/revoke-others")).body).toEqual({ revoked: 0 });
  });
});
