import { expect, test } from "vitest";
import { entriesOf, stateOfMovement, wordOfMovement } from "./history-words";
import type { GiftReturn, OwnMovement } from "./types";

const movement = (wanted: Partial<OwnMovement>): OwnMovement => ({
  id: "0199a0f4-0000-7000-8000-000000000001",
  cardUuid: "0199a0f4-0000-7000-8000-000000000002",
  type: "load",
  account: "issuance",
  status: "completed",
  amountCents: 1_000,
  currency: "USD",
  description: "Loaded",
  note: null,
  referenceId: null,
  source: null,
  balanceAfterCents: 1_000,
  sequence: 1,
  createdAt: "2026-11-21T10:00:00.000Z",
  ...wanted,
});

const back = (sequence: number): GiftReturn => ({
  id: `0199a0f4-0000-7000-8000-00000000010${sequence}`,
  status: "declined",
  recipientEmail: "bob@example.com",
  amountCents: 400,
  balanceAfterCents: 1_000,
  sequence,
  createdAt: "2026-11-21T11:00:00.000Z",
});

test("store credit is called that, and a write-off is no redemption", () => {
  expect(wordOfMovement(movement({ account: "store_credit" }))).toBe("Store credit");
  expect(wordOfMovement(movement({ type: "spend", account: "breakage" }))).toBe(
    "Expired balance written off",
  );
  expect(wordOfMovement(movement({ type: "spend", account: "redemption" }))).toBe("Redeemed");
});

test("a gift that came back is no failure", () => {
  const gift = movement({ type: "gift_sent", status: "failed" });
  expect(stateOfMovement(gift)).toEqual({ word: "Came back", tone: "neutral" });
});

test("what came back stands in its place, and waits while older movements are to be loaded", () => {
  const [first, sent, later] = [1, 4, 6].map((sequence) => movement({ sequence })) as [
    OwnMovement,
    OwnMovement,
    OwnMovement,
  ];
  const returns = [back(2), back(5)];
  const newest = { transactions: [later, sent], returns, nextCursor: "more" };
  const placesOf = (pages: Parameters<typeof entriesOf>[0]) =>
    entriesOf(pages).map(({ sequence }) => sequence);
  expect(placesOf([newest])).toEqual([6, 5, 4]);
  const oldest = { transactions: [first], returns, nextCursor: null };
  expect(placesOf([newest, oldest])).toEqual([6, 5, 4, 2, 1]);
  expect(placesOf([])).toEqual([]);
});
