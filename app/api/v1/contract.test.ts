import { describe, expect, test } from "vitest";
import * as unknown from "@/app/api/[...path]/route";
import { routes } from "@/app/api/v1/routes";
import { replyRefusal } from "@/lib/api/kernel/respond";
import type { ApiShape } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { formatCode } from "@/lib/domain/cards/code";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { makeCard } from "@/lib/testing/ledger-fixtures";
import { outcomeOf } from "@/lib/testing/requests";
import { createStore } from "@/lib/testing/store";
import { storeWithTill } from "@/lib/testing/till";

const SHAPES: ApiShape[] = ["A", "B"];

const WEBHOOK = { url: "https://receiver.invalid/", events: ["card.debited"] };

const withKey = () => ({ headers: { "Idempotency-Key": newId() } });
const messageOf = async (answer: Promise<{ body: { fields?: { message: string }[] } }>) =>
  (await answer).body.fields?.[0]?.message;

describe.each(SHAPES)("Shape %s", (shape) => {
  test("a replay of a webhook's test is the first response, byte for byte", async () => {
    const { post } = (await storeWithTill(shape)).till;
    const { id } = (await post("/webhooks", WEBHOOK)).body;
    const key = withKey();
    const first = await post(`/webhooks/${id}/test`, undefined, key);
    const again = await post(`/webhooks/${id}/test`, undefined, key);
    expect(first.body).toMatchObject({ delivered: false, httpStatus: null });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });
});

test("an amount above the maximum is refused with the maximum", async () => {
  const { get } = (await storeWithTill()).till;
  for (const amountCents of ["9007199254740992", "99999999999999999", "9".repeat(40)]) {
    expect(
      await messageOf(get("/transfers/fx-rate", { from: "USD", to: "EUR", amountCents })),
    ).toBe("must be at most 9007199254740991");
  }
});

test.each([
  ["USD", "100"],
  ["USD", "9007199254740991"],
  ["EUR", "250"],
  ["KWD", "250"],
])("the rate of %s to itself is 1, also for %s cents", async (currency, amountCents) => {
  const { get } = (await storeWithTill()).till;
  const query = { from: currency, to: currency, amountCents };
  const { status, body } = await get("/transfers/fx-rate", query);
  expect([status, body.rate, body.convertedAmountCents]).toEqual([200, "1", Number(amountCents)]);
});

test("a card's id in capitals under one Idempotency-Key is the same request", async () => {
  const { till, activeCard } = await storeWithTill();
  const { post } = till;
  const id = await activeCard();
  const key = withKey();
  const first = await post(`/cards/${id}/debit`, { amountCents: 300 }, key);
  for (const spelling of [id.toUpperCase(), `%30${id.slice(1)}`]) {
    const again = await post(`/cards/${spelling}/debit`, { amountCents: 300 }, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
  }
  expect(await outcomeOf(post(`/cards/${newId()}/debit`, { amountCents: 300 }, key))).toBe(
    "409 idempotency_key_reused",
  );
});

test("both forms of a webhook's id under one Idempotency-Key are the same request", async () => {
  const { post } = (await storeWithTill("B")).till;
  const { id } = (await post("/webhooks", WEBHOOK)).body;
  const uuid = id.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const key = withKey();
  const first = await post(`/webhooks/${id}/test`, undefined, key);
  const again = await post(`/webhooks/${uuid}/test`, undefined, key);
  expect([again.status, again.text]).toEqual([200, first.text]);
});

test("an unsupported currency and a malformed one get different messages", async () => {
  const { post } = (await storeWithTill()).till;
  expect(await messageOf(post("/cards", { currency: "XAU" }))).toBe("is not a supported currency");
  expect(await messageOf(post("/cards", { currency: "usd" }))).toBe(
    "must be an uppercase ISO 4217 currency code, such as USD",
  );
});

test("the list of webhooks takes and returns limit, offset and total", async () => {
  const { get, post } = (await storeWithTill()).till;
  for (let n = 0; n < 3; n++)
    await post("/webhooks", { url: `https://a.example.com/${n}`, events: ["card.debited"] });
  const { body } = await get("/webhooks", { limit: "1", offset: "1" });
  expect(body).toMatchObject({ total: 3, limit: 1, offset: 1 });
  expect(body.webhooks.map(({ url }: { url: string }) => url)).toEqual(["https://a.example.com/1"]);
  expect((await get("/webhooks")).body).toMatchObject({ total: 3, limit: 20, offset: 0 });
});

test.each(["-1", "0"])("limit=%s must be at least 1", async (limit) => {
  const { get } = (await storeWithTill()).till;
  expect(await messageOf(get("/cards", { limit }))).toBe("must be at least 1");
});

test("a note can have several lines, tabs, emoji and right-to-left letters", async () => {
  const { till, activeCard } = await storeWithTill();
  const { post } = till;
  const id = await activeCard();
  const note = "One\r\nTwo\tThree 👩‍👩‍👧 שלום";
  const { status, body } = await post(`/cards/${id}/debit`, { amountCents: 1, note });
  expect([status, body.transaction.description]).toEqual([200, note]);
});

test.each(["\u0000", "\u0007", "\u001b[31m", "\u009b", "\u202e", "\u2066", "\u200f"])(
  "a note with %j is refused",
  async (text) => {
    const { till, activeCard } = await storeWithTill();
    const id = await activeCard();
    const debit = (note: string) => till.post(`/cards/${id}/debit`, { amountCents: 1, note });
    expect(await outcomeOf(debit(`a${text}b`))).toBe("400 invalid_request note");
  },
);

test("the client's own X-Request-Id is returned with ours", async () => {
  const { get } = (await storeWithTill()).till;
  const answer = await get("/cards", {}, { headers: { "X-Request-Id": "till-4/9931" } });
  expect(answer.headers.get("x-request-id")).toBe("till-4/9931");
  expect(answer.headers.get("scrip-request-id")).toMatch(/^req_/);
});

test.each(["two words", "x".repeat(129), "é"])("the X-Request-Id %j is ignored", async (given) => {
  const { get } = (await storeWithTill()).till;
  const answer = await get(`/cards/${newId()}`, {}, { headers: { "X-Request-Id": given } });
  expect(answer.headers.get("x-request-id")).toBe(answer.body.requestId);
  expect(answer.headers.get("scrip-request-id")).toBe(answer.body.requestId);
});

/** A request for each operation that answers 201, and the folder of what it makes. */
async function creationsAt({ id, till, activeCard }: Awaited<ReturnType<typeof storeWithTill>>) {
  const away = await createStore();
  await agreeOnTransfers(id, away.id);
  const { code: toCode } = await makeCard(away.ctx, { amountCents: 100 });
  const [card, lost] = [await activeCard(), await activeCard()];
  await till.post(`/cards/${card}/debit`, { amountCents: 100 });
  const spent = (await till.get("/transactions", { cardUuid: card })).body.transactions[0].id;
  const transfer = { fromCardUuid: card, toCode: formatCode(toCode), amountCents: 100 };
  const batch = { name: "x", quantity: 1, currency: "USD", cardType: "digital" };
  return [
    ["/cards", "/cards", { currency: "USD", cardType: "digital" }, "cards"],
    ["/cards/{uuid}/holds", `/cards/${card}/holds`, { amountCents: 100 }, "holds"],
    ["/cards/{uuid}/replace", `/cards/${lost}/replace`, {}, "cards"],
    ["/webhooks", "/webhooks", WEBHOOK, "webhooks"],
    ["/batches", "/batches", batch, "batches"],
    ["/reversals", "/reversals", { transactionId: spent }, "transactions"],
    ["/transfers", "/transfers", transfer, "transfers"],
  ] as const;
}

test.each(SHAPES)("a 201 says where the new resource is (Shape %s)", async (shape) => {
  const store = await storeWithTill(shape);
  const { get, post } = store.till;
  const creations = await creationsAt(store);
  for (const [route, path, body, folder] of creations) {
    const { status, headers, body: made } = await post(path, body);
    expect(status, route).toBe(201);
    const location = headers.get("location") ?? "";
    expect(location).toMatch(new RegExp(`^/api/v1/${folder}/`));
    const found = await get(location);
    expect(found.status, route).toBe(200);
    const idOf = ({ transfer, transaction, card, ...rest }: typeof made) => {
      const { uuid, id } = transfer ?? transaction ?? card ?? rest;
      return uuid ?? id;
    };
    expect(idOf(made), route).toEqual(expect.any(String));
    expect(idOf(found.body), route).toBe(idOf(made));
  }
  const all = Object.entries(routes).filter(([, { POST }]) => POST.spec?.status === 201);
  expect(creations.map(([route]) => route).sort()).toEqual(all.map(([route]) => route).sort());
});

test("an unknown path below /api is a 404 in JSON, whatever the method", async () => {
  for (const handler of Object.values(unknown)) {
    const answer = await handler(new Request("http://localhost:3000/api/nothing"), {
      params: Promise.resolve({ path: ["nothing"] }),
    });
    expect([answer.status, (await answer.json()).error]).toEqual([404, "not_found"]);
  }
});

test("an error leads to its code in the docs", async () => {
  const { get } = (await storeWithTill()).till;
  const { body } = await get(`/cards/${newId()}`);
  expect(body.doc_url).toBe("http://localhost:3000/docs/errors#not_found");
});

test("an error's own fields have one order, so that a replay is the same byte for byte", async () => {
  const textWith = (extras: object) =>
    replyRefusal(
      new Refusal("card_not_active", { extras: { ...extras }, requestId: "req_1" }),
    ).text();
  const [first, again] = [
    { status: "disabled", balanceCents: 5 },
    { balanceCents: 5, status: "disabled" },
  ];
  expect(await textWith(again)).toBe(await textWith(first));
});

test("the stored response of a deleted webhook shows no secret", async () => {
  const { post, delete: remove } = (await storeWithTill("B")).till;
  const key = withKey();
  const first = await post("/webhooks", WEBHOOK, key);
  expect(first.body.secret).toMatch(/^whsec_/);
  await remove(`/webhooks/${first.body.id}`);
  const again = await post("/webhooks", WEBHOOK, key);
  expect(again.status).toBe(201);
  expect(again.body).toEqual({ ...first.body, secret: null });
});
