import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { acceptGift } from "@/lib/gifts/accept";
import { declineGift } from "@/lib/gifts/return";
import { sendGift } from "@/lib/gifts/send";
import { operatorContext } from "@/lib/merchants/operator";
import { readRollForward } from "@/lib/reports/roll-forward";
import { cardOf } from "@/lib/testing/between";
import { useTestDatabase } from "@/lib/testing/database";
import { send, storeWithPeople } from "@/lib/testing/portal";
import { transfer } from "@/lib/transfers/transfer";
import * as gifts from "../gifts/route";
import * as escrow from "../gifts/totals/route";
import * as file from "./settlement/export/route";
import * as settlement from "./settlement/route";

useTestDatabase();

/** A store that takes transfers, and whose viewer looks at it. */
async function store(name: string) {
  const { merchantId, owner, join } = await storeWithPeople();
  await pg()`update merchants set transfers_enabled = true, name = ${name} where id = ${merchantId}`;
  const viewer = await join("viewer");
  return { merchantId, owner, viewer, ctx: () => operatorContext(merchantId) };
}

type Store = Awaited<ReturnType<typeof store>>;
type Cards = { from: { id: string }; to: { code: string } };

const move = (home: Store, { from, to }: Cards, amountCents: number) =>
  transfer(home.ctx(), { fromCardId: from.id, toCode: to.code, amountCents });

describe("the settlement of transfers", () => {
  test("is the same to both stores: who owes, in the currency that left, by month and pair", async () => {
    const [bakery, books, stranger] = [
      await store("Bakery"),
      await store("Books"),
      await store("Stranger"),
    ];
    const dollars = await cardOf(bakery.ctx, { amountCents: 10_000 });
    const more = await cardOf(books.ctx, { amountCents: 5_000 });
    const yen = await cardOf(books.ctx, { amountCents: 5_000, currency: "JPY" });
    await move(bakery, { from: dollars, to: more }, 1_000);
    await move(bakery, { from: dollars, to: more }, 500);
    await move(bakery, { from: dollars, to: yen }, 1_000);
    await move(books, { from: more, to: dollars }, 200);

    const month = new Date().toISOString().slice(0, 7);
    const line = (direction: string, otherStore: string, transfers: number, sums: string[]) => {
      const [owedCents, owedCurrency, creditedCents, creditedCurrency] = sums;
      const money = { owedCents, owedCurrency, creditedCents, creditedCurrency };
      return { month, direction, otherStore, transfers, ...money };
    };
    const linesOf = async ({ viewer }: Store) =>
      (await send(settlement, "GET", { headers: viewer.headers })).body.lines;
    const sorted = (lines: object[]) =>
      lines.map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();
    const [a, b, c] = [
      ["1500", "USD", "1500", "USD"],
      ["1000", "USD", "1606", "JPY"],
      ["200", "USD", "200", "USD"],
    ];
    expect(sorted(await linesOf(bakery))).toEqual(
      sorted([
        line("out", "Books", 2, a as string[]),
        line("out", "Books", 1, b as string[]),
        line("in", "Books", 1, c as string[]),
      ]),
    );
    expect(sorted(await linesOf(books))).toEqual(
      sorted([
        line("in", "Bakery", 2, a as string[]),
        line("in", "Bakery", 1, b as string[]),
        line("out", "Bakery", 1, c as string[]),
      ]),
    );
    expect(await linesOf(stranger)).toEqual([]);

    const { text, status } = await send(file, "GET", { headers: books.viewer.headers });
    expect(status).toBe(200);
    expect(text).toContain(`${month},Bakery,They owe you,1,10.00,USD,1606,JPY`);
    const [audited] = await pg()`select count(*)::int from audit_log
      where merchant_id = ${books.merchantId} and action = 'settlement.exported'`;
    expect(audited?.count).toBe(1);
    const { months } = await readRollForward(books.ctx(), { currency: "USD" });
    expect(months[0]?.changes.transfers).toBe(1_300n);
  });
});

describe("gifts as their store sees them", () => {
  test("are listed with who, whom and until when, and what waits is added up by currency", async () => {
    const { viewer, ctx, merchantId } = await store("Bakery");
    const other = await store("Books");
    const card = await cardOf(ctx, { amountCents: 1_000, owner: "ada@example.com" });
    const give = (amountCents: number) =>
      sendGift(ctx(), {
        cardId: card.id,
        senderId: card.ownerId,
        amountCents,
        recipientEmail: "bob@example.com",
        message: "For you alone",
      });
    const [first, second, third] = [await give(100), await give(200), await give(400)];
    await acceptGift(ctx(), { giftId: first.gift.id, email: "bob@example.com" });
    await declineGift(ctx(), { giftId: second.gift.id, email: "bob@example.com" });

    const list = async (query = {}) => await send(gifts, "GET", { headers: viewer.headers, query });
    const { body, text } = await list();
    expect(body.gifts.map((gift: { status: string }) => gift.status)).toEqual([
      "pending",
      "declined",
      "accepted",
    ]);
    expect(body.gifts[0]).toMatchObject({
      id: third.gift.id,
      amountCents: 400,
      senderEmail: "ada@example.com",
      recipientEmail: "bob@example.com",
      cardUuid: card.id,
      settledCardUuid: null,
    });
    expect(text).not.toContain("For you alone");
    expect((await list({ status: "pending" })).body.gifts).toHaveLength(1);
    const page = (await list({ limit: "2" })).body;
    const rest = (await list({ limit: "2", cursor: page.nextCursor })).body;
    expect([...page.gifts, ...rest.gifts]).toEqual(body.gifts);

    const totals = await send(escrow, "GET", { headers: viewer.headers });
    expect(totals.body.totals).toEqual([{ currency: "USD", gifts: 1, amountCents: "400" }]);
    expect((await send(gifts, "GET", { headers: other.viewer.headers })).body.gifts).toEqual([]);
    expect((await send(escrow, "GET", { headers: other.viewer.headers })).body.totals).toEqual([]);
    // What is owed is what is on cards and what waits between them.
    const [onCards] = await pg()`select sum(balance_cents)::int as sum from cards
      where merchant_id = ${merchantId}`;
    expect(onCards?.sum + 400).toBe(1_000);
  });
});
