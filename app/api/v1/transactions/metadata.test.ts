import { describe, expect, test } from "vitest";
import { outcomeOf } from "@/lib/testing/requests";
import { storeWithTill } from "@/lib/testing/till";

describe("GET /transactions?metadata[key]=value", () => {
  test("finds movements of a card or a period, and of this store alone", async () => {
    const [{ till, activeCard }, other] = [await storeWithTill(), await storeWithTill()];
    const uuid = await activeCard();
    const debit = async (order: string, on = uuid, by = till) =>
      (await by.post(`/cards/${on}/debit`, { amountCents: 1, metadata: { order, lane: "2" } })).body
        .transaction.id;
    const [first, second] = [await debit("1"), await debit("2")];
    const elsewhere = await debit("1", await activeCard());
    await debit("1", await other.activeCard(), other.till);
    const from = new Date(Date.now() - 60_000).toISOString();
    const found = async (query: object) => {
      const answer = await till.get("/transactions", { ...query });
      expect(answer.body.total).toBe(answer.body.transactions.length);
      return answer.body.transactions.map(({ id }: { id: string }) => id);
    };
    expect(await found({ cardUuid: uuid, "metadata[order]": "1" })).toEqual([first]);
    expect(await found({ cardUuid: uuid, "metadata[lane]": "2" })).toEqual([second, first]);
    expect(await found({ from, "metadata[order]": "1" })).toEqual([elsewhere, first]);
    const both = { "metadata[order]": "2", "metadata[lane]": "2" };
    expect(await found({ from, ...both })).toEqual([second]);
    expect(await found({ from, type: "load", ...both })).toEqual([]);
  });

  test("without a card or a period of at most 92 days is a 400 that says so", async () => {
    const { till } = await storeWithTill();
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    for (const query of [
      {},
      { to: days(0) },
      { from: days(93) },
      { from: days(200), to: days(100) },
      { referenceId: "receipt-7" },
    ] as Record<string, string>[]) {
      const answer = await till.get("/transactions", { "metadata[order]": "1", ...query });
      expect(await outcomeOf(answer)).toBe("400 invalid_request metadata");
      expect(answer.body.message).toContain("cardUuid, or with from and to at most 92 days apart");
    }
    const old = await till.get("/transactions", {
      "metadata[order]": "1",
      from: days(190),
      to: days(100),
    });
    expect(old.body).toMatchObject({ transactions: [], total: 0 });
  });
});
