import { expect, test } from "vitest";
import { disable } from "@/lib/domain/cards/disable";
import { spend } from "@/lib/domain/cards/spend";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { storeWithPeople } from "@/lib/testing/portal";
import { allPages, csvRowsOf } from "@/lib/testing/requests";

const [ada, bob] = ["ada@example.com", "bob@example.com"];

async function openStore() {
  const store = await storeWithPeople();
  const credit = (email: string, amountCents: number, currency: string) =>
    issueStoreCredit(store.ctx(), { email, amountCents, currency, source: "manual" });
  const read = async (path: string, query: Record<string, string> = {}) =>
    (await store.owner.get(path, query)).body;
  return { ...store, credit, read };
}

test("store credit is listed with balance and last movement, and found by email and currency", async () => {
  const { ctx, owner, credit, read } = await openStore();
  const { card } = await credit(ada, 3_000, "USD");
  await credit(ada, 900, "JPY");
  await credit(bob, 1_250, "KWD");
  const spent = await spend(ctx(), { cardId: card.id, amountCents: 1_000 });

  const { wallets, nextCursor } = await read("/store-credit");
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
  const exact = await read("/store-credit", { email: "ADA@example.com", currency: "USD" });
  expect(exact.wallets).toEqual([wallets[2]]);
  const paged = await allPages((page) => owner.get("/store-credit", { q: "DA@ex", ...page }));
  expect(paged).toEqual([wallets[1], wallets[2]]);
});

test("outstanding store credit is summed by currency, without disabled cards and other stores'", async () => {
  const [{ ctx, credit, read }, other] = [await openStore(), await openStore()];
  await credit(ada, 3_000, "USD");
  const { card } = await credit(bob, 500, "USD");
  await credit(bob, 900, "JPY");
  await disable(ctx(), { cardId: card.id });
  expect(await read("/store-credit/totals")).toEqual({
    totals: [
      { currency: "JPY", wallets: 1, balanceCents: "900" },
      { currency: "USD", wallets: 2, balanceCents: "3000" },
    ],
  });
  expect(await other.read("/store-credit/totals")).toEqual({ totals: [] });
  expect(await other.read("/store-credit", { email: ada })).toMatchObject({ wallets: [] });
});

test("the file of cards says which card is store credit", async () => {
  const { owner, card, credit } = await openStore();
  const credited = await credit(ada, 3_000, "USD");
  const gift = await card({ amountCents: 500, owner: ada });
  const rows = csvRowsOf(await owner.get("/cards/export"));
  expect(rows.map((row) => [row["Card ID"], row["Store credit"]])).toEqual([
    [gift.id, "no"],
    [credited.card.id, "yes"],
  ]);
});

test("outstanding store credit is exact, however much it is", async () => {
  const { credit, read } = await openStore();
  for (const email of [ada, bob]) await credit(email, Number.MAX_SAFE_INTEGER, "USD");
  expect(await read("/store-credit/totals")).toEqual({
    totals: [{ currency: "USD", wallets: 2, balanceCents: "18014398509481982" }],
  });
});
