import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { tillWithCard } from "@/lib/testing/till";

describe.each(["A", "B"] as const)("Shape %s", (shape) => {
  test("a code redeems in one request, with the card and the transaction", async () => {
    const { till, card } = await tillWithCard(shape);
    const { status, body } = await till.post("/cards/redeem", {
      code: card.code.toLowerCase().replaceAll("-", " "),
      amountCents: 950,
      note: "Lunch",
      referenceId: "receipt-1",
      currency: "USD",
    });
    expect(status).toBe(200);
    expect(body.card).toMatchObject(
      shape === "A"
        ? { uuid: card.id, balanceCents: 1_550, availableCents: 1_550 }
        : { uuid: card.id, balance_cents: 1_550, available_cents: 1_550 },
    );
    const told = { type: "spend", amountCents: 950, referenceId: "receipt-1" };
    expect(body.transaction).toMatchObject({ ...told, description: "Lunch" });
    expect(Object.keys(body).sort()).toEqual(["card", "transaction"]);
  });

  test.each(["redeem", "debit"])(
    "a partial %s says what was taken and what is left to pay, and so does its replay",
    async (verb) => {
      const { till, card } = await tillWithCard(shape);
      const headers = { "Idempotency-Key": newId() };
      const order = { amountCents: 4_000, allowPartial: true };
      const pay = () =>
        verb === "redeem"
          ? till.post("/cards/redeem", { ...order, cardUuid: card.id }, { headers })
          : till.post(`/cards/${card.id}/debit`, order, { headers });
      const first = await pay();
      expect(first.body).toMatchObject({
        amountCents: 2_500,
        requestedAmountCents: 4_000,
        remainingAmountCents: 1_500,
      });
      const second = await pay();
      expect(second.text).toBe(first.text);
      expect(second.headers.get("idempotent-replayed")).toBe("true");
      const { status, body } = await till.post(`/cards/${card.id}/debit`, order);
      expect([status, body.error, body.balanceCents]).toEqual([400, "insufficient_balance", 0]);
    },
  );
});

test("a partial redemption that the balance covers leaves nothing to pay", async () => {
  const { till, card } = await tillWithCard();
  const order = { code: card.code, amountCents: 500, allowPartial: true };
  const { body } = await till.post("/cards/redeem", order);
  expect(body).toMatchObject({ amountCents: 500, remainingAmountCents: 0 });
});

const byCode = ({ code }: { code: string }) => ({ code });

test.each([
  [
    "both a code and a uuid",
    ({ id, code }: { id: string; code: string }) => ({ code, cardUuid: id }),
    {},
    "400 invalid_request code",
  ],
  ["neither", () => ({}), {}, "400 invalid_request code"],
  ["another currency", byCode, { currency: "EUR" }, "400 currency_mismatch"],
  ["more than the balance", byCode, { amountCents: 2_501 }, "400 insufficient_balance"],
  [
    "allowPartial that is not a boolean",
    byCode,
    { allowPartial: "yes" },
    "400 invalid_request allowPartial",
  ],
])("%s is refused", async (_what, idOf, given, wanted) => {
  const { till, card } = await tillWithCard();
  const body = { amountCents: 1, ...idOf(card), ...given };
  expect(await outcomeOf(till.post("/cards/redeem", body))).toBe(wanted);
});

test("wrong codes count against guessing per key, together with lookups; what was answered before is replayed still", async () => {
  const { till, card, ctx } = await tillWithCard();
  const headers = { "Idempotency-Key": newId() };
  const right = { code: card.code, amountCents: 1 };
  const first = await till.post("/cards/redeem", right, { headers });
  const wrong = { code: "2222-2222-2222-2222" };
  expect(await outcomeOf(till.post("/cards/redeem", { ...wrong, amountCents: 1 }))).toBe(
    "404 not_found",
  );
  expect(await outcomeOf(till.post("/cards/lookup", wrong))).toBe("404 not_found");
  const counted = await pg()`update rate_limits
    set hits = hits || array(select statement_timestamp() from generate_series(1, 298))
    where bucket = 'lookup-code' and cardinality(hits) = 2 returning subject`;
  expect(counted).toHaveLength(1);

  const refused = await till.post("/cards/redeem", right);
  expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await till.post("/cards/redeem", right, { headers })).text).toBe(first.text);
  expect((await till.post("/cards/redeem", { cardUuid: card.id, amountCents: 1 })).status).toBe(
    200,
  );
  const other = await callerWithKey(ctx());
  expect((await other.post("/cards/redeem", right)).status).toBe(200);
});
