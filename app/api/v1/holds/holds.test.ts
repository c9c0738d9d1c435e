import { describe, expect, test } from "vitest";
import type { ApiShape } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import type { ApiScope } from "@/lib/base/roles";
import { passTime } from "@/lib/testing/holds";
import { outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { tillWithCard } from "@/lib/testing/till";

/** A till with a card of 2500 cents; `hold` holds an amount of the card. */
async function tillWithHolds(shape: ApiShape = "A") {
  const { card, ...store } = await tillWithCard(shape);
  const hold = (given: object = {}) =>
    store.till.post(`/cards/${card.id}/holds`, { amountCents: 1_000, ...given });
  return { ...store, cardId: card.id, hold };
}

describe.each(["A", "B"] as const)("Shape %s", (shape) => {
  test("a hold is placed, read, listed, captured in part and released, in the same form", async () => {
    const { till, cardId, hold } = await tillWithHolds(shape);
    const placed = await hold({ referenceId: "table-12", note: "Window seat" });
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject({
      cardUuid: cardId,
      amountCents: 1_000,
      capturedCents: 0,
      currency: "USD",
      status: "held",
      referenceId: "table-12",
      note: "Window seat",
    });
    const { createdAt, expiresAt } = placed.body;
    const seconds = (Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000;
    expect(Math.round(seconds)).toBe(900);
    expect((await till.get(`/holds/${placed.body.id}`)).body).toEqual(placed.body);
    const list = (await till.get(`/cards/${cardId}/holds`)).body;
    expect(list).toMatchObject({ holds: [placed.body], total: 1 });
    expect(list).toHaveProperty(shape === "A" ? "nextCursor" : "next_cursor");

    const balance = (await till.get(`/cards/${cardId}/balance`)).body;
    expect(balance).toMatchObject({ balanceCents: 2_500, availableCents: 1_500 });
    const card = (await till.get(`/cards/${cardId}`)).body;
    expect(card.availableCents ?? card.available_cents).toBe(1_500);
    const cards = (await till.get("/cards")).body.cards;
    expect(cards[0].availableCents ?? cards[0].available_cents).toBe(1_500);

    const captured = await till.post(`/holds/${placed.body.id}/capture`, { amountCents: 700 });
    expect(captured.status).toBe(200);
    const { hold: ended, transaction } = captured.body;
    expect(ended).toEqual({ ...placed.body, status: "captured", capturedCents: 700 });
    expect(transaction).toMatchObject({ amountCents: 700, holdId: ended.id, type: "spend" });
    const after = captured.body.card;
    expect(after.availableCents ?? after.available_cents).toBe(1_800);
    const { body } = await till.get("/transactions", { cardUuid: cardId });
    expect(body.transactions[0]).toMatchObject(transaction);

    const second = (await hold()).body;
    const released = await till.post(`/holds/${second.id}/release`, {});
    expect(released.body).toEqual({ ...second, status: "released" });
  });

  test("a hold has metadata, which its capture takes over unless it has its own", async () => {
    const { till, cardId, hold } = await tillWithHolds(shape);
    const metadata = { table: "12" };
    const first = (await hold({ metadata })).body;
    const second = (await hold({ metadata })).body;
    expect(first.metadata).toEqual(metadata);
    expect((await till.get(`/holds/${first.id}`)).body.metadata).toEqual(metadata);
    const capture = async (holdId: string, body: object) =>
      (await till.post(`/holds/${holdId}/capture`, body)).body.transaction.metadata;
    expect(await capture(first.id, {})).toEqual(metadata);
    expect(await capture(second.id, { metadata: { bill: "7" } })).toEqual({ bill: "7" });
    const found = await till.get("/transactions", { cardUuid: cardId, "metadata[table]": "12" });
    expect(found.body.transactions).toMatchObject([{ holdId: first.id, metadata }]);
  });

  test("a debit says what is available after it", async () => {
    const { till, cardId, hold } = await tillWithHolds(shape);
    await hold();
    const { body } = await till.post(`/cards/${cardId}/debit`, { amountCents: 500 });
    expect((body.card ?? body).availableCents).toBe(1_000);
  });
});

test("a partial hold is of what is available, and says what is left", async () => {
  const { hold } = await tillWithHolds();
  const { body } = await hold({ amountCents: 4_000, allowPartial: true });
  expect(body).toMatchObject({
    amountCents: 2_500,
    requestedAmountCents: 4_000,
    remainingAmountCents: 1_500,
  });
  expect(await outcomeOf(hold({ allowPartial: true }))).toBe("400 insufficient_balance");
});

test("a late capture or release gets the status in which the hold ended", async () => {
  const { till, cardId, hold } = await tillWithHolds();
  const ends: [string, (holdId: string) => Promise<unknown>][] = [
    ["captured", (holdId) => till.post(`/holds/${holdId}/capture`, { amountCents: 1 })],
    ["released", (holdId) => till.post(`/holds/${holdId}/release`, {})],
    ["expired", () => passTime(cardId)],
  ];
  for (const [status, end] of ends) {
    const { id: holdId } = (await hold()).body;
    await end(holdId);
    for (const verb of ["capture", "release"]) {
      const late = await till.post(`/holds/${holdId}/${verb}`, {});
      expect([late.status, late.body.error, late.body.status]).toEqual([409, "hold_ended", status]);
    }
    expect((await till.get(`/holds/${holdId}`)).body.status).toBe(status);
  }
  expect((await till.get(`/cards/${cardId}/holds`, { status: "expired" })).body.total).toBe(1);
});

test.each([
  [{ amountCents: 0 }, "400 invalid_request amountCents"],
  [{ expiresInSeconds: 59 }, "400 invalid_request expiresInSeconds"],
  [{ expiresInSeconds: 604_801 }, "400 invalid_request expiresInSeconds"],
  [{ expiresInSeconds: 60.5 }, "400 invalid_request expiresInSeconds"],
  [{ amountCents: 2_501 }, "400 insufficient_balance"],
  [{ expiresInSeconds: 604_800 }, "201"],
])("a hold with %j is answered with %s", async (given, wanted) => {
  const { hold } = await tillWithHolds();
  expect(await outcomeOf(hold(given))).toBe(wanted);
});

test("placing, capturing and releasing need money:write, reading cards:read", async () => {
  const { ctx, cardId, hold } = await tillWithHolds();
  const { id: holdId } = (await hold()).body;
  const withScope = (scope: ApiScope) => callerWithKey(ctx(), { scopes: [scope] });
  const [reader, writer] = [await withScope("cards:read"), await withScope("money:write")];
  const refused = "403 insufficient_scope";
  expect(await outcomeOf(reader.get(`/holds/${holdId}`))).toBe("200");
  expect(await outcomeOf(reader.get(`/cards/${cardId}/holds`))).toBe("200");
  expect(await outcomeOf(reader.post(`/cards/${cardId}/holds`, { amountCents: 1 }))).toBe(refused);
  expect(await outcomeOf(reader.post(`/holds/${holdId}/capture`, {}))).toBe(refused);
  expect(await outcomeOf(reader.post(`/holds/${holdId}/release`, {}))).toBe(refused);
  expect(await outcomeOf(writer.get(`/holds/${holdId}`))).toBe(refused);
  expect(await outcomeOf(writer.post(`/holds/${holdId}/capture`, {}))).toBe("200");
});

test("a repeated request is answered byte for byte as the first, whatever became of the hold", async () => {
  const { till, cardId } = await tillWithHolds();
  const repeat = async (path: string, body: object) => {
    const headers = { "Idempotency-Key": newId() };
    const ask = () => till.post(path, body, { headers });
    return { first: await ask(), ask };
  };
  const placed = await repeat(`/cards/${cardId}/holds`, { amountCents: 1_000 });
  const captured = await repeat(`/holds/${placed.first.body.id}/capture`, { amountCents: 600 });
  for (const { first, ask } of [placed, captured]) {
    const again = await ask();
    expect([again.status, again.text]).toEqual([first.status, first.text]);
  }
});
