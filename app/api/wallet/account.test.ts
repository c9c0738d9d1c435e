import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { send } from "@/lib/testing/portal";
import { anyone, consumerWithWallet } from "@/lib/testing/wallet";
import * as cards from "./cards/route";
import * as revoke from "./sessions/[id]/revoke/route";
import * as revokeOthers from "./sessions/revoke-others/route";
import * as sessions from "./sessions/route";
import * as revokeToken from "./tokens/[id]/revoke/route";
import * as tokens from "./tokens/route";

useTestDatabase();

describe("where the wallet is open", () => {
  test("is listed, closed one by one and all others at once; never another person's", async () => {
    const email = anyone();
    const [here, there] = [await consumerWithWallet(email), await consumerWithWallet(email)];
    const stranger = await consumerWithWallet();
    const list = async (headers: Record<string, string>) =>
      (await send(sessions, "GET", { headers })).body.sessions;
    const [first, second] = await list(here.headers);
    expect([first.current, second.current]).toEqual([true, false]);
    const close = (headers: Record<string, string>, id: string) =>
      send(revoke, "POST", { headers, params: { id } });
    expect((await close(stranger.headers, second.id)).status).toBe(404);
    expect((await close(here.headers, second.id)).body).toEqual({ revoked: 1 });
    expect((await send(cards, "GET", { headers: there.headers })).status).toBe(401);
    await consumerWithWallet(email);
    expect((await send(revokeOthers, "POST", { headers: here.headers })).body.revoked).toBe(1);
    expect(await list(here.headers)).toHaveLength(1);
    expect(await list(stranger.headers)).toHaveLength(1);
  });
});

describe("tokens for shops", () => {
  test("are shown once, kept as a hash, listed and revoked by their owner alone", async () => {
    const [ada, eve] = [await consumerWithWallet(), await consumerWithWallet()];
    const body = { name: "Book shop", days: 30 };
    const issued = await send(tokens, "POST", { headers: ada.headers, body });
    expect(issued.status).toBe(201);
    const { token, secret } = issued.body;
    expect(secret).toMatch(/^scrip_consumer_[\w-]{43}$/);
    expect(token).toMatchObject({ name: "Book shop", last4: secret.slice(-4), lastUsedAt: null });
    const [row] = await pg()`select t::text as row, expires_at between now() + interval '29 days'
      and now() + interval '31 days' as right from consumer_tokens t where id = ${token.id}`;
    expect([row?.right, String(row?.row).includes(secret)]).toEqual([true, false]);
    const listed = await send(tokens, "GET", { headers: ada.headers });
    expect(listed.body.tokens).toEqual([token]);
    expect((await send(tokens, "GET", { headers: eve.headers })).body.tokens).toEqual([]);
    const end = (headers: Record<string, string>) =>
      send(revokeToken, "POST", { headers, params: { id: token.id } });
    expect((await end(eve.headers)).status).toBe(404);
    expect((await end(ada.headers)).body).toEqual({ revoked: 1 });
    expect((await end(ada.headers)).status).toBe(404);
    expect((await send(tokens, "GET", { headers: ada.headers })).body.tokens).toEqual([]);
  });

  test.each([
    ["name", { name: " ", days: 30 }],
    ["days", { name: "Shop", days: 31 }],
    ["days", { name: "Shop" }],
    ["scopes", { name: "Shop", days: 30, scopes: [] }],
  ])("with a wrong %s are refused: 400", async (path, body) => {
    const { headers } = await consumerWithWallet();
    const answer = await send(tokens, "POST", { headers, body });
    expect([answer.status, answer.body.fields[0].path]).toEqual([400, path]);
  });

  test("are at most twenty at a time, also when made at once", async () => {
    const { headers } = await consumerWithWallet();
    const issue = () => send(tokens, "POST", { headers, body: { name: "Shop", days: 1 } });
    const answers = await Promise.all(Array.from({ length: 22 }, issue));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  });
});
