import { invalidField, Refusal } from "@/lib/base/errors";
import { MAX_CENTS } from "@/lib/base/money";
import { verifyQuote } from "@/lib/domain/fx/quote";
import { convert, findRate, isUsable, rateText } from "@/lib/domain/fx/rate";

/** The amount that arrives, and the rate, which is null within one currency. */
export type Conversion = { amountCents: number; rate: string | null; asOf: string | null };

type ConversionRequest = {
  from: string;
  to: string;
  amountCents: number;
  quoteId?: string | undefined;
};

const currencyMismatch = (message: string) => new Refusal("currency_mismatch", { message });

/** Converts minor units at the quote's rate or the latest. Returns refusals: other checks come first. */
export async function convertTransfer(request: ConversionRequest): Promise<Conversion | Refusal> {
  const { from, to, amountCents, quoteId } = request;
  const quote = quoteId === undefined ? null : verifyQuote(quoteId);
  if (quoteId !== undefined) {
    if (!quote) return invalidField("quoteId", "is not a valid quote");
    if (quote.from !== from || quote.to !== to) {
      return currencyMismatch("The quote is for different currencies.");
    }
    if (quote.expiresAt.getTime() <= Date.now()) {
      return new Refusal("rate_stale", { message: "The quote has expired. Get a new one." });
    }
  }
  if (from === to) return { amountCents, rate: null, asOf: null };
  const found = await findRate(from, to, quote?.asOf);
  if (!found)
    return currencyMismatch("There's no exchange rate between the currencies of the two cards.");
  if (!isUsable(found.asOf)) return new Refusal("rate_stale");
  const arrives = convert(BigInt(amountCents), found.rate, from, to);
  if (arrives < 1n)
    return invalidField(
      "amountCents",
      "must convert to at least 1 minor unit of the other card's currency",
    );
  if (arrives > MAX_CENTS) return new Refusal("balance_limit_exceeded");
  return { amountCents: Number(arrives), rate: rateText(found.rate), asOf: found.asOf };
}
