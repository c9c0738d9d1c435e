import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { credit } from "@/lib/domain/cards/credit";
import { spend } from "@/lib/domain/cards/spend";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { storeWithPeople } from "@/lib/testing/portal";
import { allPages, type Caller, operationsIn, outcomeOf, send } from "@/lib/testing/requests";
import { newKey } from "@/lib/testing/store";
import {
  callerAtWallet,
  consumerWithWallet,
  mailsTo,
  storeWithCardMaker,
  uniqueAddress,
  uniqueEmail,
} from "@/lib/testing/wallet";

const operations = await operationsIn("/api");
const scopedOperations = operations.filter(({ spec }) => spec.scope !== null);
const isWalletOperation = ({ path }: { path: string }) => path.startsWith("/api/wallet/");
const fillPathParameters = (path: string) =>
  path.replace("[sequence]", "1").replace(/\[\w+\]/g, newId);

describe("who opens what", () => {
  test("every route of a wallet needs a wallet's scope, and no other route has one", () => {
    const wrong = scopedOperations.filter(
      (one) => isWalletOperation(one) !== one.spec.scope?.startsWith("wallet:"),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const open = operations.filter((one) => isWalletOperation(one) && one.spec.scope === null);
    expect(open.map(({ name }) => name).sort()).toEqual([
      "POST /wallet/balance",
      "POST /wallet/gifts/accept",
      "POST /wallet/gifts/decline",
      "POST /wallet/gifts/read",
      "POST /wallet/language",
      "POST /wallet/open",
      "POST /wallet/open/code",
      "POST /wallet/sign-in",
    ]);
    expect(operations.length).toBeGreaterThan(90);
  });

  test("a consumer's wallet opens no route of a merchant, and no key or person a wallet's: 401", async () => {
    const { ctx, owner } = await storeWithPeople();
    const { secret } = await newKey(ctx());
    const consumer = await consumerWithWallet();
    const merchants = [owner.headers, { authorization: `Bearer ${secret}` }];
    const opened: string[] = [];
    for (const { name, path, method } of scopedOperations) {
      for (const headers of isWalletOperation({ path }) ? merchants : [consumer.headers]) {
        const { status } = await send(fillPathParameters(path), method, { headers });
        if (status !== 401) opened.push(`${name}: ${status}`);
      }
    }
    expect(opened).toEqual([]);
  });

  test("a wallet that a link to one card opened does nothing that needs the whole: 403", async () => {
    const store = await storeWithCardMaker();
    const email = uniqueEmail();
    const { id } = await store.card(2_500, email);
    const session = await consumerWithWallet(email, { merchantId: store.id, cardId: id });
    const { headers } = session;
    const own = scopedOperations.filter(({ spec }) => spec.scope === "wallet:own");
    const answers = await Promise.all(
      own.map(({ path, method }) => send(fillPathParameters(path), method, { headers })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect(own.length).toBeGreaterThanOrEqual(6);
    expect((await session.post(`/cards/${id}/code`)).status).toBe(200);
  });

  test.each([
    ["another site's page", { origin: "https://evil.example" }],
    ["a page without an origin", { origin: "null" }],
    ["another site, as the browser says", { "sec-fetch-site": "cross-site" }],
  ])("a change that %s may have sent is refused", async (_, headers) => {
    const { get, post } = await consumerWithWallet();
    expect((await post("/claim", { code: "x" }, { headers })).status).toBe(403);
    expect((await get("/cards", {}, { headers })).status).toBe(200);
  });

  test("a session ends when it is idle for a week, after 30 days, or when it is closed", async () => {
    for (const change of ["last_seen_at = now() - interval '7 days'", "expires_at = now()"]) {
      const { id, get } = await consumerWithWallet();
      expect((await get("/cards")).status).toBe(200);
      await pg().unsafe(`update consumer_sessions set ${change} where consumer_id = '${id}'`);
      expect((await get("/cards")).status).toBe(401);
    }
    const { get, post } = await consumerWithWallet();
    const left = await post("/sign-out");
    expect(left.headers.get("set-cookie")).toMatch(/^scrip-wallet=; .*Max-Age=0$/);
    expect((await get("/cards")).status).toBe(401);
    const stranger = callerAtWallet({ cookie: "scrip-wallet=made-up" });
    expect((await stranger.get("/cards")).status).toBe(401);
  });
});

describe("the cards of a wallet", () => {
  test("are those of every store, with their balances; other people's cards are a 404", async () => {
    const { email, get, post } = await consumerWithWallet();
    const [bakery, books] = [
      await storeWithCardMaker({ name: "Bakery", slug: `bakery-${newId()}` }),
      await storeWithCardMaker({ name: "Books", timeZone: "Europe/Berlin" }),
    ];
    const [bread, novel] = [await bakery.card(2_500, email), await books.card(1_000, email)];
    const foreign = await books.card(9_900, uniqueEmail());
    const credited = { email, amountCents: 300, currency: "USD", source: "refund" } as const;
    await issueStoreCredit(bakery.ctx(), credited);
    const { body, text } = await get("/cards");
    expect(body.cards).toMatchObject([
      { store: { name: "Bakery" }, balanceCents: 2_500, isStoreCredit: false },
      { store: { name: "Bakery" }, balanceCents: 300, isStoreCredit: true },
      { store: { name: "Books" }, balanceCents: 1_000, isStoreCredit: false },
    ]);
    expect(text).not.toContain(bread.code);
    expect((await get(`/cards/${novel.id}`)).body).toMatchObject({
      uuid: novel.id,
      store: { name: "Books", timeZone: "Europe/Berlin" },
      last4: novel.code.slice(-4),
      expired: false,
    });
    const theirs = `/cards/${foreign.id}`;
    for (const path of [theirs, `${theirs}/history`]) expect((await get(path)).status).toBe(404);
    expect((await post(`${theirs}/code`)).status).toBe(404);
  });

  test("that expire first come first at their store, and those that never expire last", async () => {
    const { email, get } = await consumerWithWallet();
    const store = await storeWithCardMaker();
    const days = [null, 400, 30, null, 90];
    for (const [n, day] of days.entries()) {
      const { id } = await store.card(1_000 + n, email);
      await pg()`update cards set expires_on = current_date + ${day}::int where id = ${id}`;
    }
    const { cards } = (await get("/cards")).body;
    expect(cards.map(({ balanceCents }: { balanceCents: number }) => balanceCents)).toEqual([
      1_002, 1_004, 1_001, 1_003, 1_000,
    ]);
  });

  test("show their movements, with notes and running balances, and nothing of the store's own", async () => {
    const { email, get } = await consumerWithWallet();
    const store = await storeWithCardMaker();
    const { id: cardId } = await store.card(2_500, email);
    const sale = { amountCents: 700, note: "Two loaves", referenceId: "receipt-1" };
    await spend(store.ctx(), { cardId, ...sale });
    await credit(store.ctx(), { cardId, amountCents: 200 });
    const read = (query: Record<string, string> = {}) => get(`/cards/${cardId}/history`, query);
    const { body, text } = await read();
    expect(body.transactions).toMatchObject([
      { description: "Loaded", amountCents: 200, balanceAfterCents: 2_000 },
      { description: "Two loaves", amountCents: 700, balanceAfterCents: 1_800 },
      { description: "Loaded", amountCents: 2_500, balanceAfterCents: 2_500 },
    ]);
    expect(text).not.toContain("receipt-1");
    expect(await allPages(read, "2")).toEqual(body.transactions);
  });

  test("show their code on demand, by POST only", async () => {
    const { email, get, post } = await consumerWithWallet();
    const made = await (await storeWithCardMaker()).card(2_500, email);
    expect((await post(`/cards/${made.id}/code`)).body).toEqual({ code: made.code });
    expect((await get(`/cards/${made.id}/code`)).status).toBe(405);
  });

  test("show when a card has expired, by the store's calendar", async () => {
    const { email, get } = await consumerWithWallet();
    const { id } = await (await storeWithCardMaker()).card(2_500, email);
    await pg()`update cards set expires_on = current_date - 2 where id = ${id}`;
    expect((await get(`/cards/${id}`)).body.expired).toBe(true);
  });
});

describe("claiming a printed card", () => {
  test("makes it the consumer's, once and again, without a mail", async () => {
    const { email, post } = await consumerWithWallet();
    const { id, code } = await (await storeWithCardMaker()).card();
    for (const typed of [code, code.toLowerCase().replaceAll("-", " ")]) {
      const answer = await post("/claim", { code: typed });
      expect(answer.body).toMatchObject({ uuid: id, balanceCents: 2_500 });
    }
    expect(await mailsTo(email)).toEqual([]);
    const [audited] = await pg()`select actor from audit_log
      where action = 'card.claimed' and subject_id = ${id}`;
    expect(audited?.actor).toMatch(/^consumer:/);
  });

  test("refuses an unknown code, a card that is not active and another's", async () => {
    const { post } = await consumerWithWallet();
    const store = await storeWithCardMaker();
    const [disabled, taken] = [await store.card(), await store.card(2_500, uniqueEmail())];
    await pg()`update cards set status = 'disabled' where id = ${disabled.id}`;
    for (const [code, refusal] of [
      ["2222-2222-2222-2222", "404 not_found"],
      [disabled.code, "400 card_not_active"],
      [taken.code, "409 card_already_claimed"],
    ] as const) {
      expect(await outcomeOf(post("/claim", { code }))).toBe(refusal);
    }
  });

  test("lets a consumer guess ten times in 15 minutes; right codes don't count", async () => {
    const { post } = await consumerWithWallet();
    const store = await storeWithCardMaker();
    const guess = async (code: string) =>
      (await post("/claim", { code }, { headers: { "x-forwarded-for": uniqueAddress() } })).status;
    const right = await store.card();
    for (let time = 0; time < 12; time++) expect(await guess(right.code)).toBe(200);
    for (let time = 0; time < 10; time++) expect(await guess(`guess ${time}`)).toBe(404);
    expect(await guess((await store.card()).code)).toBe(429);
  });
});

type GetPostCaller = Pick<Caller, "get" | "post">;

test("a wallet's sessions are listed and ended, one by one or all others at once; never another person's", async () => {
  const email = uniqueEmail();
  const [here, there] = [await consumerWithWallet(email), await consumerWithWallet(email)];
  const stranger = await consumerWithWallet();
  const list = async ({ get }: GetPostCaller) => (await get("/sessions")).body.sessions;
  const [first, second] = await list(here);
  expect([first.current, second.current]).toEqual([true, false]);
  const end = ({ post }: GetPostCaller) => post(`/sessions/${second.id}/revoke`);
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
  const list = async ({ get }: GetPostCaller) => (await get("/tokens")).body.tokens;
  expect([await list(ada), await list(eve)]).toEqual([[token], []]);
  const end = ({ post }: GetPostCaller) => post(`/tokens/${token.id}/revoke`);
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
