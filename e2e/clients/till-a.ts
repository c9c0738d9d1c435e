import { createClient, type Schemas } from "scrip-client";

/** A day at a till in shape A. Returns what the till saw. */
export async function dayAtTheTill(baseUrl: string, key: string) {
  const scrip = createClient({ baseUrl, key });
  const created: Schemas["Card"] = await scrip.POST("/cards", { body: { currency: "USD" } });
  const params = { path: { uuid: created.uuid } };
  const card = await scrip.POST("/cards/{uuid}/activate", { params, body: { amountCents: 5_000 } });
  const found = await scrip.POST("/cards/lookup", { body: { code: created.code } });
  const sale = await scrip.POST("/cards/{uuid}/debit", {
    params: { ...params, header: { "Idempotency-Key": `receipt-${created.uuid}` } },
    body: { amountCents: 950, note: "Lunch", metadata: { register: "2" } },
  });
  const hold = await scrip.POST("/cards/{uuid}/holds", { params, body: { amountCents: 2_000 } });
  const captured = await scrip.POST("/holds/{id}/capture", {
    params: { path: { id: hold.id } },
    body: { amountCents: 1_500 },
  });
  const reversal = await scrip.POST("/reversals", {
    body: { transactionId: captured.transaction.id },
  });
  const refund = await scrip.POST("/cards/{uuid}/credit", {
    params,
    body: { amountCents: 450, originalTransactionId: sale.transaction.id },
  });
  const transactions: Schemas["Transaction"][] = [];
  for await (const one of scrip.list("/transactions", { params: { query: { limit: 2 } } })) {
    transactions.push(one);
  }
  const day = new Date(refund.transaction.createdAt).toISOString().slice(0, 10);
  const { totals } = await scrip.GET("/transactions/totals", {
    params: { query: { day, groupBy: "type" } },
  });
  return {
    statuses: [created.status, card.status, found.status],
    balances: [card.balanceCents, sale.card.balanceCents, refund.card.balanceCents],
    hold: [hold.status, captured.hold.status],
    reversal: reversal.outcome,
    amounts: transactions.map(({ amountCents }) => amountCents),
    groups: totals.length,
  };
}
