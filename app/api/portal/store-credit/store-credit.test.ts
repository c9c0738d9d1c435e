import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { activate } from "@/lib/cards/activate";
import { create } from "@/lib/cards/create";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/spend";
import type { Resource } from "@/lib/http/endpoint";
import { operatorContext } from "@/lib/merchants/operator";
import { issueStoreCredit } from "@/lib/store-credit/issue";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import * as file from "../cards/export/route";
import * as list from "./route";
import * as totals from "./totals/route";

useTestDatabase();

async function openStore() {
  const { owner, merchantId } = await storeWithPeople();
  const ctx = () => operatorContext(merchantId);
  const credit = (email: string, amountCents: number, currency: string) =>
    issueStoreCredit(ctx(), { email, amountCents, currency, source: "manual" });
  const read = async (route: Resource, query: Record<string, string> = {}) =>
    (await send(route, "GET", { headers: owner.headers, query })).body;
  return { ctx, credit, read, headers: owner.headers };
}

test("wallets are listed with their balance and last movement, and found by address and currency", async () => {
  const { ctx, credit, read } = await openStore();
  const { card } = await credit("ada@example.com", 3_000, "USD");
  await credit("ada@example.com", 900, "JPY");
  await credit("bob@example.com", 1_250, "KWD");
  const spent = await spend(ctx(), { cardId: card.id, amountCents: 1_000 });

  const { wallets, nextCursor } = await read(list);
  expect(nextCursor).toBeNull();
  expect(wallets).toMatchObject([
    { email: "bob@example.com", currency: "KWD", balanceCents: 1_250, cardStatus: "active" },
    { email: "ada@example.com", currency: "JPY", balanceCents: 900 },
    {
      email: "ada@example.com",
      currency: "USD",
      balanceCents: 2_000,
      cardUuid: card.id,
      lastMovementAt: new Date(spent.transaction.createdAt).toISOString(),
    },
  ]);
  const exact = await read(list, { email: "ADA@example.com", currency: "USD" });
  expect(exact.wallets).toEqual([wallets[2]]);
  const first = await read(list, { q: "a", limit: "1" });
  const second = await read(list, { q: "a", limit: "1", cursor: first.nextCursor });
  expect([...first.wallets, ...second.wallets]).toEqual([wallets[1], wallets[2]]);
  expect(second.nextCursor).toBeNull();
});

test("what is outstanding is added up by currency, without cards that were disabled", async () => {
  const { ctx, credit, read } = await openStore();
  await credit("ada@example.com", 3_000, "USD");
  const { card } = await credit("bob@example.com", 500, "USD");
  await credit("bob@example.com", 900, "JPY");
  await disable(ctx(), { cardId: card.id });
  expect(await read(totals)).toEqual({
    totals: [
      { currency: "JPY", wallets: 1, balanceCents: 900 },
      { currency: "USD", wallets: 2, balanceCents: 3_000 },
    ],
  });
});

test("another store's store credit is in no list and no total", async () => {
  const [own, other] = [await openStore(), await openStore()];
  await other.credit("ada@example.com", 3_000, "USD");
  expect(await own.read(list, { email: "ada@example.com" })).toMatchObject({ wallets: [] });
  expect(await own.read(totals)).toEqual({ totals: [] });
});

test("the file of cards tells store credit from a gift card of the same customer", async () => {
  const { ctx, credit, headers } = await openStore();
  const { card } = await credit("ada@example.com", 3_000, "USD");
  const gift = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(), {
    cardId: gift.card.id,
    amountCents: 500,
    consumerEmail: "ada@example.com",
  });
  const { text } = await send(file, "GET", { headers, query: {} });
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows.map((row) => [row["Card id"], row["Store credit"]])).toEqual([
    [gift.card.id, "no"],
    [card.id, "yes"],
  ]);
});
