import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import type { Caller } from "@/lib/testing/requests";
import { anyone, consumerWithWallet } from "@/lib/testing/wallet";

type Asker = Pick<Caller, "get" | "post">;

test("a wallet's sessions are listed and ended, one by one or all others at once; never another person's", async () => {
  const email = anyone();
  const [here, there] = [await consumerWithWallet(email), await consumerWithWallet(email)];
  const stranger = await consumerWithWallet();
  const list = async ({ get }: Asker) => (await get("/sessions")).body.sessions;
  const [first, second] = await list(here);
  expect([first.current, second.current]).toEqual([true, false]);
  const end = ({ post }: Asker) => post(`/sessions/${second.id}/revoke`);
  expect((await end(stranger)).status).toBe(404);
  expect((await end(here)).body).toEqual({ revoked: 1 });
  expect((await there.get("/cards")).status).toBe(401);
  await consumerWithWallet(email);
  expect((await here.post("/sessions/revoke-others")).body.revoked).toBe(1);
  expect(await list(here)).toHaveLength(1);
  expect(await list(stranger)).toHaveLength(1);
});

test("tokens for shops are shown once, stored as a hash, listed and revoked by their owner only", async () => {
  const [ada, eve] = [await consumerWithWallet(), await consumerWithWallet()];
  const issued = await ada.post("/tokens", { name: "Book shop", days: 30 });
  expect(issued.status).toBe(201);
  const { token, secret } = issued.body;
  expect(secret).toMatch(/^scrip_consumer_[\w-]{43}$/);
  expect(token).toMatchObject({ name: "Book shop", last4: secret.slice(-4), lastUsedAt: null });
  const [row] = await pg()`select t::text as row, expires_at between now() + interval '29 days'
    and now() + interval '31 days' as right from consumer_tokens t where id = ${token.id}`;
  expect([row?.right, String(row?.row).includes(secret)]).toEqual([true, false]);
  const list = async ({ get }: Asker) => (await get("/tokens")).body.tokens;
  expect([await list(ada), await list(eve)]).toEqual([[token], []]);
  const end = ({ post }: Asker) => post(`/tokens/${token.id}/revoke`);
  expect((await end(eve)).status).toBe(404);
  expect((await end(ada)).body).toEqual({ revoked: 1 });
  expect((await end(ada)).status).toBe(404);
  expect(await list(ada)).toEqual([]);
});

test("a consumer has at most twenty tokens, also when they are made at once", async () => {
  const { post } = await consumerWithWallet();
  const issue = () => post("/tokens", { name: "Shop", days: 1 });
  const answers = await Promise.all(Array.from({ length: 22 }, issue));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
});
