import { describe, expect, test } from "vitest";
import { credit } from "@/lib/cards/credit";
import { spend } from "@/lib/cards/spend";
import { API_SCOPES } from "@/lib/context";
import { pg } from "@/lib/db/client";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { createKey } from "@/lib/merchants/keys/create";
import { operatorContext } from "@/lib/merchants/operator";
import { issueStoreCredit } from "@/lib/store-credit/issue";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import { anyone, consumerWithWallet, storeWithCards } from "@/lib/testing/wallet";
import * as code from "./cards/[uuid]/code/route";
import * as history from "./cards/[uuid]/history/route";
import * as card from "./cards/[uuid]/route";
import * as cards from "./cards/route";
import * as claim from "./claim/route";
import * as signOut from "./sign-out/route";

useTestDatabase();

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const routes = import.meta.glob<Resource>(["../**/route.ts", "!../auth/**"], { eager: true });

/** Every operation of the app, with the file it stands in. */
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

  test("a consumer's wallet opens no route of a merchant, and no key or person one of a wallet: 401", async () => {
    const { merchantId, owner } = await storeWithPeople();
    const wanted = { name: "All", shape: "A", scopes: API_SCOPES, expiresAt: null } as const;
    const { secret } = await createKey(operatorContext(merchantId), wanted);
    const consumer = await consumerWithWallet();
    const opened: string[] = [];
    for (const operation of operations.filter(({ scope }) => scope !== null)) {
      const { path, route, method } = operation;
      const merchants = [owner.headers, { authorization: `Bearer ${secret}` }];
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
    const { headers } = await consumerWithWallet(email, { merchantId: store.id, cardId: id });
    const own = operations.filter(({ scope }) => scope === "wallet:own");
    const statuses = await Promise.all(
      own.map(({ route, method }) => send(route, method, { headers, params: { id: newId() } })),
    );
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([403]));
    expect(own.length).toBeGreaterThanOrEqual(6);
    expect((await send(code, "POST", { headers, params: { uuid: id } })).status).toBe(200);
  });

  test.each([
    ["another site's page", { origin: "https://evil.example" }],
    ["a page of no origin", { origin: "null" }],
    ["another site, as the browser tells", { "sec-fetch-site": "cross-site" }],
  ])("a change that %s may have sent is refused: 403", async (_, sent) => {
    const { headers } = await consumerWithWallet();
    const answer = await send(claim, "POST", {
      headers: { ...headers, ...sent },
      body: { code: "x" },
    });
    expect(answer.status).toBe(403);
    expect((await send(cards, "GET", { headers: { ...headers, ...sent } })).status).toBe(200);
  });

  test("a session ends when it is idle for a week, after 30 days, or when it is closed", async () => {
    const status = async (headers: Record<string, string>) =>
      (await send(cards, "GET", { headers })).status;
    for (const change of ["last_seen_at = now() - interval '7 days'", "expires_at = now()"]) {
      const { id, headers } = await consumerWithWallet();
      expect(await status(headers)).toBe(200);
      await pg().unsafe(`update consumer_sessions set ${change} where consumer_id = '${id}'`);
      expect(await status(headers)).toBe(401);
    }
    const { headers } = await consumerWithWallet();
    const left = await send(signOut, "POST", { headers });
    expect(left.headers.get("set-cookie")).toMatch(/^scrip-wallet=; .*Max-Age=0$/);
    expect(await status(headers)).toBe(401);
    expect(await status({ cookie: "scrip-wallet=made-up" })).toBe(401);
  });
});

describe("the cards of a wallet", () => {
  test("are those of every store, with what can be spent; nobody else's are there: 404", async () => {
    const { email, headers } = await consumerWithWallet();
    const [bakery, books] = [
      await storeWithCards({ name: "Bakery", slug: `bakery-${newId()}` }),
      await storeWithCards({ name: "Books", timeZone: "Europe/Berlin" }),
    ];
    const [bread, novel] = [await bakery.card(2_500, email), await books.card(1_000, email)];
    const foreign = await books.card(9_900, anyone());
    const credited = { email, amountCents: 300, currency: "USD", source: "refund" } as const;
    await issueStoreCredit(bakery.ctx(), credited);
    const { body } = await send(cards, "GET", { headers });
    const shown = body.cards.map((one: Record<string, unknown> & { store: { name: string } }) => [
      one.store.name,
      one.balanceCents,
      one.isStoreCredit,
    ]);
    expect(shown).toEqual([
      ["Bakery", 2_500, false],
      ["Bakery", 300, true],
      ["Books", 1_000, false],
    ]);
    expect(JSON.stringify(body)).not.toContain(bread.code);
    expect((await send(card, "GET", { headers, params: { uuid: novel.id } })).body).toMatchObject({
      uuid: novel.id,
      store: { name: "Books", timeZone: "Europe/Berlin" },
      last4: novel.code.slice(-4),
      expired: false,
    });
    for (const route of [card, history]) {
      const answer = await send(route, "GET", { headers, params: { uuid: foreign.id } });
      expect(answer.status).toBe(404);
    }
    const asked = await send(code, "POST", { headers, params: { uuid: foreign.id } });
    expect(asked.status).toBe(404);
  });

  test("tell what moved, with notes and running balances, and nothing of the store's own", async () => {
    const { email, headers } = await consumerWithWallet();
    const store = await storeWithCards();
    const { id: cardId } = await store.card(2_500, email);
    const note = "Two loaves";
    await spend(store.ctx(), { cardId, amountCents: 700, note, referenceId: "receipt-1" });
    await credit(store.ctx(), { cardId, amountCents: 200 });
    const params = { uuid: cardId };
    const { body, text } = await send(history, "GET", { headers, params });
    expect(
      body.transactions.map((row: Record<string, unknown>) => [
        row.description,
        row.amountCents,
        row.balanceAfterCents,
      ]),
    ).toEqual([
      ["Loaded", 200, 2_000],
      ["Two loaves", 700, 1_800],
      ["Loaded", 2_500, 2_500],
    ]);
    expect(text).not.toContain("receipt-1");
    const first = await send(history, "GET", { headers, params, query: { limit: "2" } });
    const query = { cursor: first.body.nextCursor };
    const rest = await send(history, "GET", { headers, params, query });
    expect(rest.body.transactions).toHaveLength(1);
    expect(rest.body.nextCursor).toBeNull();
  });

  test("show their code on demand, by POST alone", async () => {
    const { email, headers } = await consumerWithWallet();
    const made = await (await storeWithCards()).card(2_500, email);
    const params = { uuid: made.id };
    expect((await send(code, "POST", { headers, params })).body).toEqual({ code: made.code });
    expect((await send(code, "GET", { headers, params })).status).toBe(405);
  });

  test("say when a card has expired, by the store's calendar", async () => {
    const { email, headers } = await consumerWithWallet();
    const { id } = await (await storeWithCards()).card(2_500, email);
    await pg()`update cards set expires_on = current_date - 2 where id = ${id}`;
    const { body } = await send(card, "GET", { headers, params: { uuid: id } });
    expect(body.expired).toBe(true);
  });
});

describe("claiming a printed card", () => {
  const from = () => ({ "x-forwarded-for": anyone() });

  test("makes it the consumer's, once and again, without a mail", async () => {
    const { email, headers } = await consumerWithWallet();
    const { id, code } = await (await storeWithCards()).card();
    for (const typed of [code, code.toLowerCase().replaceAll("-", " ")]) {
      const answer = await send(claim, "POST", { headers, body: { code: typed } });
      expect(answer.body).toMatchObject({ uuid: id, balanceCents: 2_500 });
    }
    const [row] = await pg()`select count(*)::int as mails from outbox
      where payload ->> 'to' = ${email}`;
    expect(row?.mails).toBe(0);
    const [audited] = await pg()`select actor from audit_log
      where action = 'card.claimed' and subject_id = ${id}`;
    expect(audited?.actor).toMatch(/^consumer:/);
  });

  test("of two consumers at once gives it to one", async () => {
    const people = await Promise.all([consumerWithWallet(), consumerWithWallet()]);
    const { id, code } = await (await storeWithCards()).card();
    const answers = await Promise.all(
      people.map(({ headers }) => send(claim, "POST", { headers, body: { code } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = people[answers.findIndex(({ status }) => status === 200)];
    const [row] = await pg()`select owner_id as "ownerId" from cards where id = ${id}`;
    expect(row?.ownerId).toBe(winner?.id);
  });

  test("refuses an unknown code, a card that is not active and another's: 404, 400, 409", async () => {
    const { headers } = await consumerWithWallet();
    const store = await storeWithCards();
    const [disabled, taken] = [await store.card(), await store.card(2_500, anyone())];
    await pg()`update cards set status = 'disabled' where id = ${disabled.id}`;
    const errorOf = async (code: string) => {
      const { status, body } = await send(claim, "POST", { headers, body: { code } });
      return `${status} ${body.error}`;
    };
    expect(await errorOf("2222-2222-2222-2222")).toBe("404 not_found");
    expect(await errorOf(disabled.code)).toBe("400 card_not_active");
    expect(await errorOf(taken.code)).toBe("409 card_already_claimed");
  });

  test("lets a consumer guess ten times in 15 minutes, right codes not counted", async () => {
    const { headers } = await consumerWithWallet();
    const store = await storeWithCards();
    const guess = async (code: string) =>
      (await send(claim, "POST", { headers: { ...headers, ...from() }, body: { code } })).status;
    const right = await store.card();
    for (let time = 0; time < 12; time++) expect(await guess(right.code)).toBe(200);
    for (let time = 0; time < 10; time++) expect(await guess(`guess ${time}`)).toBe(404);
    expect(await guess((await store.card()).code)).toBe(429);
  });
});
