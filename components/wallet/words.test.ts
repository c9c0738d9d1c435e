import { expect, test } from "vitest";
import { translator } from "@/lib/testing/translator";
import type { OwnMovement } from "./types";
import { returnWords, stateOf, stateOfMovement, wordOfMovement } from "./words";

const t = translator("wallet");

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
  returned: null,
  otherEnd: null,
  referenceId: null,
  source: null,
  metadata: {},
  balanceAfterCents: 1_000,
  sequence: 1,
  createdAt: "2026-11-21T10:00:00.000Z",
  ...wanted,
});

test("store credit is called that, and a write-off is no redemption", () => {
  const wordFor = (wanted: Partial<OwnMovement>) => wordOfMovement(t, movement(wanted));
  expect(wordFor({ account: "store_credit" })).toBe("Store credit");
  expect(wordFor({ type: "spend", account: "breakage" })).toBe("Written off");
  expect(wordFor({ type: "spend", account: "redemption" })).toBe("Redeemed");
  expect(wordFor({ account: "imported" })).toBe("Imported");
  expect(wordFor({ account: "redemption" })).toBe("Refund");
  expect(wordFor({ type: "transfer_in", source: "replacement" })).toBe("Moved from the old card");
});

test("a card's first value is issued, and later value is a top-up", () => {
  expect(wordOfMovement(t, movement({ sequence: 1 }))).toBe("Issued");
  expect(wordOfMovement(t, movement({ sequence: 2 }))).toBe("Topped up");
});

test("a frozen card can't be spent and says so, unless it was disabled", () => {
  const card = { status: "active", frozen: true, expired: true, balanceCents: 100 } as const;
  expect(stateOf(card)).toBe("frozen");
  expect(stateOf({ ...card, status: "disabled" })).toBe("disabled");
  expect(stateOf({ ...card, frozen: false, expired: false })).toBeNull();
});

test("a pending gift says so; one that was returned says why", () => {
  const waiting = movement({ type: "gift_sent", status: "pending" });
  expect(stateOfMovement(t, waiting)).toEqual({ word: "Pending", tone: "attention" });
  const returned = { status: "declined", recipientEmail: "bob@example.com" } as const;
  const back = movement({ type: "gift_received", account: "escrow", source: "returned", returned });
  expect([wordOfMovement(t, back), stateOfMovement(t, back)]).toEqual(["Gift returned", null]);
  expect(returnWords(t, returned)).toBe("bob@example.com declined the gift.");
});
