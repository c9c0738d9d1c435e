import { describe, expect, test } from "vitest";
import { POST as claimRoute } from "@/app/api/v1/cards/[uuid]/claim/route";
import { operationsWith } from "@/components/docs/leaked-keys";
import type { ApiShape } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { API_SCOPES, type ApiScope } from "@/lib/base/roles";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { openStore } from "@/lib/testing/ledger-fixtures";
import { auditOf } from "@/lib/testing/portal";
import { type Caller, outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { translator } from "@/lib/testing/translator";
import { mailsTo, storeWithCardMaker, uniqueEmail } from "@/lib/testing/wallet";

const SCOPES_WITHOUT_CODES = API_SCOPES.filter((scope) => scope !== "codes:read");
const SHAPES: ApiShape[] = ["A", "B"];

/** A store whose caller has a key with these scopes. */
async function storeWithScopes(scopes: readonly ApiScope[], shape: ApiShape = "A") {
  const store = await storeWithCardMaker();
  return { ...store, caller: await callerWithKey(store.ctx(), { scopes, shape }) };
}

type StoreWithScopes = Awaited<ReturnType<typeof storeWithScopes>>;
type Sent = { card: Awaited<ReturnType<StoreWithScopes["card"]>>; toCode: string };

/** A request to each operation whose response contains a card. */
const REQUESTS: Record<string, (caller: Caller, sent: Sent) => ReturnType<Caller["get"]>> = {
  "GET /cards": ({ get }) => get("/cards"),
  "GET /cards/{uuid}": ({ get }, { card }) => get(`/cards/${card.id}`),
  "PATCH /cards/{uuid}": ({ patch }, { card }) => patch(`/cards/${card.id}`, { metadata: null }),
  "POST /cards/lookup": ({ post }, { card }) => post("/cards/lookup", { code: card.code }),
  "POST /cards/load": ({ post }, { card }) =>
    post("/cards/load", { cardUuid: card.id, amountCents: 100 }),
  "POST /cards/redeem": ({ post }, { card }) =>
    post("/cards/redeem", { cardUuid: card.id, amountCents: 100 }),
  "POST /holds/{id}/capture": async ({ post }, { card }) => {
    const { id } = (await post(`/cards/${card.id}/holds`, { amountCents: 100 })).body;
    return await post(`/holds/${id}/capture`, {});
  },
  "POST /cards/{uuid}/activate": async ({ post }) => {
    const { uuid } = (await post("/cards", { currency: "USD", cardType: "digital" })).body;
    return await post(`/cards/${uuid}/activate`, { amountCents: 100, currency: "USD" });
  },
  "POST /cards/{uuid}/claim": ({ post }, { card }) =>
    post(`/cards/${card.id}/claim`, { email: uniqueEmail() }),
  "POST /cards/{uuid}/credit": ({ post }, { card }) =>
    post(`/cards/${card.id}/credit`, { amountCents: 100 }),
  "POST /cards/{uuid}/debit": ({ post }, { card }) =>
    post(`/cards/${card.id}/debit`, { amountCents: 100 }),
  "POST /cards/{uuid}/disable": ({ post }, { card }) => post(`/cards/${card.id}/disable`, {}),
  "POST /reversals": async ({ post }, { card }) => {
    const key = newId();
    const headers = { "idempotency-key": key };
    await post(`/cards/${card.id}/debit`, { amountCents: 100 }, { headers });
    return await post("/reversals", { idempotencyKey: key });
  },
  "POST /cards/{uuid}/freeze": ({ post }, { card }) => post(`/cards/${card.id}/freeze`, {}),
  "POST /cards/{uuid}/unfreeze": ({ post }, { card }) => post(`/cards/${card.id}/unfreeze`, {}),
  "POST /store-credit": ({ post }) =>
    post("/store-credit", { email: uniqueEmail(), amountCents: 100, currency: "USD" }),
  "GET /store-credit": async ({ get, post }) => {
    const email = uniqueEmail();
    await post("/store-credit", { email, amountCents: 100, currency: "USD" });
    return await get("/store-credit", { email });
  },
  "GET /store-credit/{walletId}": async ({ get, post }) => {
    const body = { email: uniqueEmail(), amountCents: 100, currency: "USD" };
    const credited = await post("/store-credit", body, { headers: { "scrip-shape": "B" } });
    return await get(`/store-credit/${credited.body.walletId}`);
  },
  "POST /transfers": ({ post }, { card, toCode }) =>
    post("/transfers", { fromCardUuid: card.id, toCode, amountCents: 100 }),
};

const CODE_PATTERN = /[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/;
const MASKED_CODE_PATTERN = /"•••• •••• •••• [2-9A-Z]{4}"/;

test("every operation that can show a code is covered here", () => {
  expect(operationsWith(translator("docs"), "codes:read").sort()).toEqual(
    Object.keys(REQUESTS).sort(),
  );
});

describe.each(SHAPES)("a key without codes:read (Shape %s)", (shape) => {
  test.each(Object.entries(REQUESTS))("sees masked codes in %s", async (_, ask) => {
    const shop = await storeWithScopes(SCOPES_WITHOUT_CODES, shape);
    const other = await openStore();
    const to = await callerWithKey(other.ctx());
    const { code: toCode, uuid } = (await to.post("/cards", { currency: "USD" })).body;
    await to.post(`/cards/${uuid}/activate`, { amountCents: 100 });
    await agreeOnTransfers(shop.id, other.id);
    const answer = await ask(shop.caller, { card: await shop.card(), toCode });
    expect(answer.status, answer.text).toBeLessThan(300);
    expect(answer.text).not.toMatch(CODE_PATTERN);
    if (answer.text.includes('"code"')) expect(answer.text).toMatch(MASKED_CODE_PATTERN);
  });

  test("sees the code of the card that it creates, also when it asks again, and never later", async () => {
    const { caller } = await storeWithScopes(SCOPES_WITHOUT_CODES, shape);
    const body = { currency: "USD", cardType: "digital" };
    const headers = { "idempotency-key": newId() };
    const first = await caller.post("/cards", body, { headers });
    expect(first.body.code).toMatch(CODE_PATTERN);
    const again = await caller.post("/cards", body, { headers });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body.code).toBe(first.body.code);
    const later = await caller.get(`/cards/${first.body.uuid}`);
    expect(later.text).not.toContain(first.body.code);
  });
});

test("a replayed movement shows its code only to a key with codes:read", async () => {
  const { caller, ctx, card } = await storeWithScopes(API_SCOPES);
  const { id, code } = await card();
  const debit = ({ post }: Caller) =>
    post(`/cards/${id}/debit`, { amountCents: 1 }, { headers: { "idempotency-key": "receipt-1" } });
  const till = await callerWithKey(ctx(), { scopes: ["cards:read", "money:write"] });
  expect((await debit(caller)).body.card.code).toBe(code);
  expect((await debit(till)).text).not.toContain(code);
});

test("a replayed creation shows its code only to its creator, or to a key with codes:read", async () => {
  const { caller, ctx } = await storeWithScopes(["cards:write"]);
  const create = ({ post }: Caller) =>
    post("/cards", { currency: "USD" }, { headers: { "idempotency-key": "new-card-1" } });
  const { code } = (await create(caller)).body;
  expect(code).toMatch(CODE_PATTERN);
  const leaked = await create(await callerWithKey(ctx(), { scopes: ["cards:write"] }));
  expect(leaked.headers.get("idempotent-replayed")).toBe("true");
  expect(leaked.text).not.toContain(code);
  expect((await create(await callerWithKey(ctx()))).body.code).toBe(code);
});

describe("a list of cards", () => {
  test("that shows codes leaves one audit row that says who saw how many", async () => {
    const { id: merchantId, caller, card } = await storeWithScopes(API_SCOPES);
    expect((await caller.get("/cards")).body.cards).toEqual([]);
    for (let n = 0; n < 3; n++) await card();
    const { body } = await caller.get("/cards", { limit: "2" });
    expect(body.cards.map((one: { code: string }) => one.code)).toEqual([
      expect.stringMatching(CODE_PATTERN),
      expect.stringMatching(CODE_PATTERN),
    ]);
    const entries = await auditOf(merchantId, "cards.codes_listed");
    expect(entries).toMatchObject([
      { actor: expect.stringMatching(/^key:/), details: { cards: 2 } },
    ]);
  });

  test("with masked codes leaves no audit entry", async () => {
    const { id: merchantId, caller, card } = await storeWithScopes(SCOPES_WITHOUT_CODES);
    await card();
    await caller.get("/cards");
    expect(await auditOf(merchantId, "cards.codes_listed")).toEqual([]);
  });
});

test("a claim without the card's code needs both scopes that the table of leaked keys names", async () => {
  const { scope, scopeWithoutCode } = claimRoute.spec;
  const both = [scope, scopeWithoutCode] as ApiScope[];
  for (const [scopes, expected] of [
    [both.slice(0, 1), "403 insufficient_scope"],
    [both.slice(1), "403 insufficient_scope"],
    [both, "200"],
  ] as const) {
    const { caller, card } = await storeWithScopes(scopes);
    const claimed = caller.post(`/cards/${(await card()).id}/claim`, { email: uniqueEmail() });
    expect(await outcomeOf(claimed), scopes.join()).toBe(expected);
  }
});

describe.each(SHAPES)("a claim with cards:write alone (Shape %s)", (shape) => {
  test("needs the card's code, and the refusal names money:write", async () => {
    const { caller, card } = await storeWithScopes(["cards:write"], shape);
    const { id, code } = await card();
    const email = uniqueEmail();
    for (const body of [{ email }, ...(shape === "A" ? [{}] : [])]) {
      const answer = await caller.post(`/cards/${id}/claim`, body);
      expect(await outcomeOf(answer)).toBe("403 insufficient_scope");
      expect(answer.body.message).toContain("money:write");
    }
    expect(await mailsTo(email)).toEqual([]);
    const wrong = caller.post(`/cards/${id}/claim`, { email, claimCode: "2222-2222-2222-2222" });
    expect(await outcomeOf(wrong)).toBe("404 not_found");
    const claimed = await caller.post(`/cards/${id}/claim`, { email, claimCode: code });
    expect(claimed.status).toBe(200);
  });
});
