import { expect, test } from "vitest";
import { disable } from "@/lib/cards/disable";
import { spend } from "@/lib/cards/movements";
import type { Resource } from "@/lib/http/endpoint";
import { issueStoreCredit } from "@/lib/store-credit/issue";
import { useTestDatabase } from "@/lib/testing/database";
import { allPages, rowsOf, storeWithPeople } from "@/lib/testing/portal";
import * as file from "../cards/export/route";
import * as list from "./route";
import * as totals from "./totals/route";

useTestDatabase();

const [ada, bob] = ["ada@example.com", "bob@example.com"];

async function openStore() {
  const store = await storeWithPeople();
  const credit = (email: string, amountCents: number, currency: string) =>
    issueStoreCredit(store.ctx(), { email, amountCents, currency, source: "manual" });
  const read = async (route: Resource, query: Record<string, string> = {}) =>
    (await store.owner.get(route, { query })).body;
  return { ...store, credit, read };
}

test("store credit is listed with balance and last movement, and found by email and currency", async () => {
  const { ctx, credit, read } = await openStore();
  const { card } = await credit(ada, 3_000, "USD");
  await credit(ada, 900, "JPY");
  await credit(bob, 1_250, "KWD");
  const spent = await spend(ctx(), { cardId: card.id, amountCents: 1_000 });

  const { wallets, nextCursor } = await read(list);
  expect(nextCursor).toBeNull();
  expect(wallets).toMatchObject([
    { email: bob, currency: "KWD", balanceCents: 1_250, cardStatus: "active" },
    { email: ada, currency: "JPY", balanceCents: 900 },
    {
      email: ada,
      currency: "USD",
      balanceCents: 2_000,
      cardUuid: card.id,
      lastMovementAt: new Date(spent.transaction.createdAt).toISOString(),
    },
  ]);
  const exact = await read(list, { email: "ADA@example.com", currency: "USD" });
  expect(exact.wallets).toEqual([wallets[2]]);
  const paged = await allPages(async (query) => {
    const page = await read(list, { q: "a", ...query });
    return { items: page.wallets, nextCursor: page.nextCursor };
  });
  expect(paged).toEqual([wallets[1], wallets[2]]);
});

test("outstanding store credit is summed by currency, without disabled cards and other stores'", async () => {
  const [{ ctx, credit, read }, other] = [await openStore(), await openStore()];
  await credit(ada, 3_000, "USD");
  const { card } = await credit(bob, 500, "USD");
  await credit(bob, 900, "JPY");
  await disable(ctx(), { cardId: card.id });
  expect(await read(totals)).toEqual({
    totals: [
      { currency: "JPY", wallets: 1, balanceCents: 900 },
      { currency: "USD", wallets: 2, balanceCents: 3_000 },
    ],
  });
  expect(await other.read(totals)).toEqual({ totals: [] });
  expect(await other.read(list, { email: ada })).toMatchObject({ wallets: [] });
});

test("the file of cards says which card is store credit", async () => {
  const { owner, card, credit } = await openStore();
  const credited = await credit(ada, 3_000, "USD");
  const gift = await card({ amountCents: 500, owner: ada });
  const rows = rowsOf(await owner.get(file));
  expect(rows.map((row) => [row["Card id"], row["Store credit"]])).toEqual([
    [gift.id, "no"],
    [credited.card.id, "yes"],
  ]);
});
