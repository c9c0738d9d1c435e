import { describe, expect, test } from "vitest";
import { credit, spend } from "@/lib/cards/movements";
import { pg } from "@/lib/db/client";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { createKey } from "@/lib/merchants/keys/create";
import { API_SCOPES } from "@/lib/roles";
import { issueStoreCredit } from "@/lib/store-credit/issue";
import { useTestDatabase } from "@/lib/testing/database";
import { allPages, callerWith, outcomeOf, send, storeWithPeople } from "@/lib/testing/portal";
import { anyone, consumerWithWallet, mailsTo, storeWithCards } from "@/lib/testing/wallet";
import * as code from "./cards/[uuid]/code/route";
import * as history from "./cards/[uuid]/history/route";
import * as card from "./cards/[uuid]/route";
import * as cards from "./cards/route";
import * as claim from "./claim/route";
import * as signOut from "./sign-out/route";

useTestDatabase();

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const routes = import.meta.glob<Resource>(["../**/route.ts", "!../auth/**"], { eager: true });

/** Every operation of the app, with the path of its route file. */
const operations = Object.entries(routes).flatMap(([path, route]) =>
  METHODS.flatMap((method) => {
    const { spec } = route[method] ?? {};
    return spec ? [{ path, route, method: method as "GET", scope: spec.scope }] : [];
  }),
);
const isWallets = ({ path }: { path: string }) => path.startsWith("./");

describe("who opens what", () => {
  test("every route of a wallet needs a wallet's scope, and no other route has one", () => {
    const scoped = operations.filter(({ scope }) => scope !== null);
    const wrong = scoped.filter((one) => isWallets(one) !== one.scope?.startsWith("wallet:"));
    expect(wrong.map(({ path, method }) => `${method} ${path}`)).toEqual([]);
    const open = operations.filter((one) => isWallets(one) && one.scope === null);
    expect(open.map(({ path }) => path).sort()).toEqual([
      "./balance/route.ts",
      "./gifts/accept/route.ts",
      "./gifts/decline/route.ts",
      "./gifts/read/route.ts",
      "./open/route.ts",
      "./sign-in/route.ts",
    ]);
    expect(operations.length).toBeGreaterThan(90);
  });

  test("a consumer's wallet opens no route of a merchant, and no key or person a wallet's: 401", async () => {
    const { ctx, owner } = await storeWithPeople();
    const wanted = { name: "All", shape: "A", scopes: API_SCOPES, expiresAt: null } as const;
    const { secret } = await createKey(ctx(), wanted);
    const consumer = await consumerWithWallet();
    const merchants = [owner.headers, { authorization: `Bearer ${secret}` }];
    const opened: string[] = [];
    for (const operation of operations.filter(({ scope }) => scope !== null)) {
      const { path, route, method } = operation;
      for (const headers of isWallets(operation) ? merchants : [consumer.headers]) {
        const params = { uuid: newId(), id: newId(), deliveryId: newId(), sequence: "1" };
        const { status } = await send(route, method, { headers, params });
        if (status !== 401) opened.push(`${method} ${path}: ${status}`);
      }
    }
    expect(opened).toEqual([]);
  });

  test("a wallet that a link to one card opened does nothing that needs the whole: 403", async () => {
    const store = await storeWithCards();
    const email = anyone();
    const { id } = await store.card(2_500, email);
    const session = await consumerWithWallet(email, { merchantId: store.id, cardId: id });
    const { headers } = session;
    const own = operations.filter(({ scope }) => scope === "wallet:own");
    const statuses = await Promise.all(
      own.map(({ route, method }) => send(route, method, { headers, params: { id: newId() } })),
    );
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([403]));
    expect(own.length).toBeGreaterThanOrEqual(6);
    expect((await session.post(code, undefined, { params: { uuid: id } })).status).toBe(200);
  });

  test.each([
    ["another site's page", { origin: "https://evil.example" }],
    ["a page of no origin", { origin: "null" }],
    ["another site, as the browser says", { "sec-fetch-site": "cross-site" }],
  ])("a change that %s may have sent is refused", async (_, headers) => {
    const { get, post } = await consumerWithWallet();
    expect((await post(claim, { code: "x" }, { headers })).status).toBe(403);
    expect((await get(cards, { headers })).status).toBe(200);
  });

  test("a session ends when it is idle for a week, after 30 days, or when it is closed", async () => {
    for (const change of ["last_seen_at = now() - interval '7 days'", "expires_at = now()"]) {
      const { id, get } = await consumerWithWallet();
      expect((await get(cards)).status).toBe(200);
      await pg().unsafe(`update consumer_sessions set ${change} where consumer_id = '${id}'`);
      expect((await get(cards)).status).toBe(401);
    }
    const { get, post } = await consumerWithWallet();
    const left = await post(signOut);
    expect(left.headers.get("set-cookie")).toMatch(/^scrip-wallet=; .*Max-Age=0$/);
    expect((await get(cards)).status).toBe(401);
    const stranger = callerWith({ cookie: "scrip-wallet=made-up" });
    expect((await stranger.get(cards)).status).toBe(401);
  });
});

describe("the cards of a wallet", () => {
  test("are those of every store, with what can be spent; nobody else's are there: 404", async () => {
    const { email, get, post } = await consumerWithWallet();
    const [bakery, books] = [
      await storeWithCards({ name: "Bakery", slug: `bakery-${newId()}` }),
      await storeWithCards({ name: "Books", timeZone: "Europe/Berlin" }),
    ];
    const [bread, novel] = [await bakery.card(2_500, email), await books.card(1_000, email)];
    const foreign = await books.card(9_900, anyone());
    const credited = { email, amountCents: 300, currency: "USD", source: "refund" } as const;
    await issueStoreCredit(bakery.ctx(), credited);
    const { body, text } = await get(cards);
    expect(body.cards).toMatchObject([
      { store: { name: "Bakery" }, balanceCents: 2_500, isStoreCredit: false },
      { store: { name: "Bakery" }, balanceCents: 300, isStoreCredit: true },
      { store: { name: "Books" }, balanceCents: 1_000, isStoreCredit: false },
    ]);
    expect(text).not.toContain(bread.code);
    expect((await get(card, { params: { uuid: novel.id } })).body).toMatchObject({
      uuid: novel.id,
      store: { name: "Books", timeZone: "Europe/Berlin" },
      last4: novel.code.slice(-4),
      expired: false,
    });
    const params = { uuid: foreign.id };
    for (const route of [card, history]) expect((await get(route, { params })).status).toBe(404);
    expect((await post(code, undefined, { params })).status).toBe(404);
  });

  test("show their movements, with notes and running balances, and nothing of the store's own", async () => {
    const { email, get } = await consumerWithWallet();
    const store = await storeWithCards();
    const { id: cardId } = await store.card(2_500, email);
    const sale = { amountCents: 700, note: "Two loaves", referenceId: "receipt-1" };
    await spend(store.ctx(), { cardId, ...sale });
    await credit(store.ctx(), { cardId, amountCents: 200 });
    const read = async (query: Record<string, string> = {}) => {
      const { body, text } = await get(history, { params: { uuid: cardId }, query });
      return { items: body.transactions as object[], nextCursor: body.nextCursor, text };
    };
    const { items, text } = await read();
    expect(items).toMatchObject([
      { description: "Loaded", amountCents: 200, balanceAfterCents: 2_000 },
      { description: "Two loaves", amountCents: 700, balanceAfterCents: 1_800 },
      { description: "Loaded", amountCents: 2_500, balanceAfterCents: 2_500 },
    ]);
    expect(text).not.toContain("receipt-1");
    expect(await allPages(read, "2")).toEqual(items);
  });

  test("show their code on demand, by POST only", async () => {
    const { email, get, post } = await consumerWithWallet();
    const made = await (await storeWithCards()).card(2_500, email);
    const params = { uuid: made.id };
    expect((await post(code, undefined, { params })).body).toEqual({ code: made.code });
    expect((await get(code, { params })).status).toBe(405);
  });

  test("show when a card has expired, by the store's calendar", async () => {
    const { email, get } = await consumerWithWallet();
    const { id } = await (await storeWithCards()).card(2_500, email);
    await pg()`update cards set expires_on = current_date - 2 where id = ${id}`;
    expect((await get(card, { params: { uuid: id } })).body.expired).toBe(true);
  });
});

describe("claiming a printed card", () => {
  test("makes it the consumer's, once and again, without a mail", async () => {
    const { email, post } = await consumerWithWallet();
    const { id, code } = await (await storeWithCards()).card();
    for (const typed of [code, code.toLowerCase().replaceAll("-", " ")]) {
      const answer = await post(claim, { code: typed });
      expect(answer.body).toMatchObject({ uuid: id, balanceCents: 2_500 });
    }
    expect(await mailsTo(email)).toEqual([]);
    const [audited] = await pg()`select actor from audit_log
      where action = 'card.claimed' and subject_id = ${id}`;
    expect(audited?.actor).toMatch(/^consumer:/);
  });

  test("by two consumers at once gives it to one", async () => {
    const people = await Promise.all([consumerWithWallet(), consumerWithWallet()]);
    const { id, code } = await (await storeWithCards()).card();
    const answers = await Promise.all(people.map(({ post }) => post(claim, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = people[answers.findIndex(({ status }) => status === 200)];
    const [row] = await pg()`select owner_id as "ownerId" from cards where id = ${id}`;
    expect(row?.ownerId).toBe(winner?.id);
  });

  test("refuses an unknown code, a card that is not active and another's", async () => {
    const { post } = await consumerWithWallet();
    const store = await storeWithCards();
    const [disabled, taken] = [await store.card(), await store.card(2_500, anyone())];
    await pg()`update cards set status = 'disabled' where id = ${disabled.id}`;
    for (const [code, refusal] of [
      ["2222-2222-2222-2222", "404 not_found"],
      [disabled.code, "400 card_not_active"],
      [taken.code, "409 card_already_claimed"],
    ] as const) {
      expect(await outcomeOf(post(claim, { code }))).toBe(refusal);
    }
  });

  test("lets a consumer guess ten times in 15 minutes; right codes don't count", async () => {
    const { post } = await consumerWithWallet();
    const store = await storeWithCards();
    const guess = async (code: string) =>
      (await post(claim, { code }, { headers: { "x-forwarded-for": anyone() } })).status;
    const right = await store.card();
    for (let time = 0; time < 12; time++) expect(await guess(right.code)).toBe(200);
    for (let time = 0; time < 10; time++) expect(await guess(`guess ${time}`)).toBe(404);
    expect(await guess((await store.card()).code)).toBe(429);
  });
});
