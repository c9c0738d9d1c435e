import { randomBytes } from "node:crypto";
import { keyedHashes, sameSecret } from "@/lib/base/config/secrets";
import type { Ctx } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { MAX_CENTS } from "@/lib/base/money";
import { convert, findRate, isStale, type Rate, rateText, SOURCE } from "./rate";

const VALID_MS = 10 * 60 * 1000;
const TAG_BYTES = 16;
const ID_BYTES = 9;

/** The terms of a quote: the currency pair, the date of its rate, and when it expires. */
export type QuoteTerms = { from: string; to: string; asOf: string; expiresAt: Date };

export type Quote = Awaited<ReturnType<typeof quoteRate>>;

type QuoteRequest = { from: string; to: string; amountCents?: number | undefined };

/**
 * Returns the latest rate between two currencies and a signed quote, valid for 10 minutes and not stored
 * (design, Transfers). Converts `amountCents` (minor units), rounded down. The rate between a currency and
 * itself is 1, whether or not the bank publishes one for it. Refuses: invalid_request
 * (a currency without a rate, an amount too large).
 */
export async function quoteRate(_ctx: Ctx, { from, to, amountCents }: QuoteRequest) {
  const isSame = from === to;
  const found = isSame ? sameCurrency() : await findRate(from, to);
  if (!found)
    throw invalidField((await findRate(from, from)) ? "to" : "from", "has no exchange rate");
  const promised = { from, to, asOf: found.asOf, expiresAt: new Date(Date.now() + VALID_MS) };
  return {
    ...promised,
    rate: rateText(found.rate),
    source: isSame ? "Same currency" : SOURCE,
    stale: isStale(found.asOf),
    quoteId: sign(promised),
    ...(amountCents === undefined ? {} : convertAmount(amountCents, found.rate, from, to)),
  };
}

const sameCurrency = () => ({
  rate: { digits: 1n, scale: 0 },
  asOf: new Date().toISOString().slice(0, 10),
});

function convertAmount(amountCents: number, rate: Rate, from: string, to: string) {
  const result = convert(BigInt(amountCents), rate, from, to);
  if (result > MAX_CENTS) throw invalidField("amountCents", "is too large to convert");
  return { amountCents, convertedAmountCents: Number(result) };
}

/** The payload's tags: under ENCRYPTION_KEY, first, and under each former key. */
const tagsOf = (payload: string): Buffer[] =>
  keyedHashes("fx-quote", payload).map((hash) => hash.subarray(0, TAG_BYTES));

function sign({ from, to, asOf, expiresAt }: QuoteTerms): string {
  const id = randomBytes(ID_BYTES).toString("base64url");
  const payload = [id, from, to, asOf, expiresAt.getTime()].join("_");
  const [tag] = tagsOf(payload).map((one) => one.toString("base64url"));
  return `fxq_${Buffer.from(payload).toString("base64url")}.${tag}`;
}

/** Decodes a quote, even an expired one. Null if the signature is invalid. */
export function verifyQuote(quoteId: string): QuoteTerms | null {
  const [text = "", tag = ""] = quoteId.replace(/^fxq_/, "").split(".");
  const payload = Buffer.from(text, "base64url").toString();
  const tagBytes = Buffer.from(tag, "base64url");
  if (!tagsOf(payload).some((ours) => sameSecret(tagBytes, ours))) return null;
  // Read from the end, because the random id can contain the separator.
  const [expiresAt = "", asOf = "", to = "", from = ""] = payload.split("_").reverse();
  return { from, to, asOf, expiresAt: new Date(Number(expiresAt)) };
}
