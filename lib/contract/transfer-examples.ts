import type { Quote } from "../fx/quote";
import type { Example } from "./shapes";

export const fxRateExample: Example<Quote> = {
  query: { from: "USD", to: "EUR", amountCents: "2500" },
  result: () => ({
    from: "USD",
    to: "EUR",
    rate: "0.934142923867",
    asOf: "2026-01-30",
    source: "European Central Bank",
    stale: false,
    quoteId: "fxq_bEhkM3h2UWZfVVNEX0VVUl8yMDI2LTAxLTMwXzE3Njk4NjE3NjAwMDA.9b1QmYw0Ud5mHqk3xw2rTA",
    expiresAt: new Date("2026-01-31T12:14:00.000Z"),
    amountCents: 2_500,
    convertedAmountCents: 2_335,
  }),
};
