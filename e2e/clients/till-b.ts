import { createClient, type Schemas } from "scrip-client";

/** A day at a till in shape B. Returns what the till saw. */
export async function dayAtTheTill(baseUrl: string, key: string) {
  const scrip = createClient({ baseUrl, key, shape: "B" });
  const created: Schemas<"B">["Card"] = await scrip.POST("/cards", {
    body: { currency: "USD", cardType: "digital" },
  });
  const params = { path: { uuid: created.uuid } };
  const card = await scrip.POST("/cards/{uuid}/activate", {
    params,
    body: { amountCents: 5_000, currency: "USD" },
  });
  const found = await scrip.POST("/cards/lookup", { body: { code: created.code } });
  const sale = await scrip.POST("/cards/{uuid}/debit", {
    params,
    body: { amountCents: 950, referenceId: created.uuid },
  });
  const hold = await scrip.POST("/cards/{uuid}/holds", { params, body: { amountCents: 2_000 } });
  const captured = await scrip.POST("/holds/{id}/capture", {
    params: { path: { id: hold.id } },
    body: { amountCents: 1_500 },
  });
  const reversal = await scrip.POST("/reversals", {
    body: { transactionId: captured.transaction.id },
  });
  const { transactions: sales } = await scrip.GET("/transactions", {
    params: { query: { referenceId: created.uuid } },
  });
  const refund = await scrip.POST("/cards/{uuid}/credit", {
    params,
    body: { amountCents: 450, ...(sales[0] && { originalTransactionId: sales[0].id }) },
  });
  const amounts: number[] = [];
  for await (const one of scrip.list("/transactions", { params: { query: { limit: 2 } } })) {
    amounts.push(one.amountCents);
  }
  const day = new Date(refund.transaction.createdAt).toISOString().slice(0, 10);
  const { totals } = await scrip.GET("/transactions/totals", {
    params: { query: { day, groupBy: "type" } },
  });
  return {
    statuses: [created.status, card.status, found.status],
    balances: [card.balance_cents, sale.newBalanceCents, refund.card.balance_cents],
    hold: [hold.status, captured.hold.status],
    reversal: reversal.outcome,
    amounts,
    groups: totals.length,
  };
}
