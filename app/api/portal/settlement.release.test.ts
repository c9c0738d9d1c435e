import { expect, test } from "vitest";
import { acceptGift, declineGift } from "@/lib/domain/gifts/accept-or-return";
import { readRollForward } from "@/lib/domain/reports/roll-forward";
import { transfer } from "@/lib/domain/transfers/transfer";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { ADA_EMAIL, BOB_EMAIL, give } from "@/lib/testing/ledger-fixtures";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { allPages } from "@/lib/testing/requests";

/** A store and its viewer. */
async function openStore(name: string) {
  const store = await storeWithPeople({ name });
  return { ...store, viewer: await store.join("viewer") };
}

type Store = Awaited<ReturnType<typeof openStore>>;
type TransferCards = { from: { id: string }; to: { code: string } };

const transferBetween = ({ ctx }: Store, { from, to }: TransferCards, amountCents: number) =>
  transfer(ctx(), { fromCardId: from.id, toCode: to.code, amountCents });

test("the settlement of transfers is the same for both stores: who owes, in the currency that left, by month and pair", async () => {
  const [bakery, books] = [await openStore("Bakery"), await openStore("Books")];
  const stranger = await openStore("Stranger");
  await agreeOnTransfers(bakery.merchantId, books.merchantId);
  const dollars = await bakery.card({ amountCents: 10_000 });
  const more = await books.card({ amountCents: 5_000 });
  const yen = await books.card({ amountCents: 5_000, currency: "JPY" });
  await transferBetween(bakery, { from: dollars, to: more }, 1_000);
  await transferBetween(bakery, { from: dollars, to: more }, 500);
  await transferBetween(bakery, { from: dollars, to: yen }, 1_000);
  await transferBetween(books, { from: more, to: dollars }, 200);

  const month = new Date().toISOString().slice(0, 7);
  const linesOf = async ({ viewer }: Store) => (await viewer.get("/reports/settlement")).body.lines;
  /**
   * Expected lines of one store. `sent` is the direction of the first three transfers, `received` of the
   * last.
   */
  const linesWith = (otherStore: string, sent: string, received: string) =>
    (
      [
        [sent, 2, "1500", "1500", "USD"],
        [sent, 1, "1000", "1606", "JPY"],
        [received, 1, "200", "200", "USD"],
      ] as const
    ).map(([direction, transfers, owedCents, creditedCents, creditedCurrency]) => ({
      month,
      direction,
      otherStore,
      transfers,
      owedCents,
      owedCurrency: "USD",
      creditedCents,
      creditedCurrency,
    }));
  for (const [store, expected] of [
    [bakery, linesWith("Books", "out", "in")],
    [books, linesWith("Bakery", "in", "out")],
    [stranger, []],
  ] as const) {
    const lines = await linesOf(store);
    expect(lines).toHaveLength(expected.length);
    expect(lines).toEqual(expect.arrayContaining([...expected]));
  }

  const { text, status } = await books.viewer.get("/reports/settlement/export");
  expect(status).toBe(200);
  expect(text).toContain(`${month},"Bakery","They owe you",1,10.00,"USD",1606,"JPY"`);
  expect(await auditOf(books.merchantId, "settlement.exported")).toHaveLength(1);
  const { months } = await readRollForward(books.ctx(), { currency: "USD" });
  expect(months[0]?.changes.transfers).toBe(1_300n);
});

test("a store's gifts are listed with sender, recipient and expiration, and pending ones summed by currency", async () => {
  const { viewer, ctx, card: cardOf } = await openStore("Bakery");
  const other = await openStore("Books");
  const card = await cardOf({ amountCents: 1_000, owner: ADA_EMAIL });
  const send = (amountCents: number) => give(ctx, card, amountCents, { message: "For you alone" });
  const [accepted, declined, pending] = [await send(100), await send(200), await send(400)];
  await acceptGift(ctx(), { giftId: accepted, email: BOB_EMAIL });
  await declineGift(ctx(), { giftId: declined, email: BOB_EMAIL });

  const list = (query: Record<string, string> = {}) => viewer.get("/gifts", query);
  const { body, text } = await list();
  expect(body.gifts).toMatchObject([
    {
      id: pending,
      status: "pending",
      amountCents: 400,
      senderEmail: ADA_EMAIL,
      recipientEmail: BOB_EMAIL,
      cardUuid: card.id,
      settledCardUuid: null,
    },
    { status: "declined" },
    { status: "accepted" },
  ]);
  expect(text).not.toContain("For you alone");
  expect((await list({ status: "pending" })).body.gifts).toHaveLength(1);
  expect(await allPages(list, "2")).toEqual(body.gifts);

  const totals = [{ currency: "USD", gifts: 1, amountCents: "400" }];
  expect((await viewer.get("/gifts/totals")).body).toEqual({ totals });
  expect((await other.viewer.get("/gifts")).body.gifts).toEqual([]);
  expect((await other.viewer.get("/gifts/totals")).body).toEqual({ totals: [] });
});
