/** The largest amount or balance that a JSON number represents exactly. */
export const MAX_CENTS = Number.MAX_SAFE_INTEGER;

// Active ISO 4217 currencies (no funds, metals or test codes), by decimals of the minor unit.
const CURRENCIES_WITHOUT_DECIMALS =
  "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
const CURRENCIES_WITH_3_DECIMALS = "BHD IQD JOD KWD LYD OMR TND";
const CURRENCIES_WITH_2_DECIMALS = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
  CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
  HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT
  MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB
  SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
  USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG`;

const DECIMALS: ReadonlyMap<string, number> = new Map(
  [
    [CURRENCIES_WITHOUT_DECIMALS, 0],
    [CURRENCIES_WITH_2_DECIMALS, 2],
    [CURRENCIES_WITH_3_DECIMALS, 3],
  ].flatMap(([codes, decimals]) =>
    String(codes)
      .trim()
      .split(/\s+/)
      .map((code) => [code, Number(decimals)] as const),
  ),
);

/** Whether `code` is an active ISO 4217 currency, in upper case. */
export const isCurrency = (code: string): boolean => DECIMALS.has(code);

/** What is wrong with a currency code; null for one that isCurrency(). */
export function currencyError(code: string): string | null {
  if (isCurrency(code)) return null;
  const isCode = /^[A-Z]{3}$/.test(code);
  return isCode
    ? "is not a supported currency"
    : "must be an uppercase ISO 4217 currency code, such as USD";
}

/** Decimals of a currency's minor unit: 0 for JPY, 2 for USD, 3 for KWD. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;

/** Formats an amount in minor units as a decimal number, without floating point: "-12.50". */
export function decimalText(amountCents: number | bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(amountCents)
    .replace("-", "")
    .padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : "";
  return `${amountCents < 0 ? "-" : ""}${whole}${fraction}`;
}

/** An amount in minor units as millionths of the currency's unit, in text because it can exceed MAX_SAFE_INTEGER. */
export const centsToMicros = (amountCents: number, currency: string): string =>
  String(BigInt(amountCents) * 10n ** BigInt(6 - decimalsOf(currency)));

/** Formats minor units with the currency's symbol, in `locale` or the runtime's own. */
export const localizedMoney = (
  amountCents: number | bigint,
  currency: string,
  locale?: string,
  signDisplay: "auto" | "exceptZero" = "auto",
): string =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency),
    signDisplay,
  }).format(decimalText(amountCents, currency) as Intl.StringNumericLiteral);

/** Parses a decimal number to minor units, without floating point; null if invalid or too precise. */
export function centsOfDecimal(text: string, currency: string): number | null {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const decimals = decimalsOf(currency);
  const excess = fraction.slice(decimals);
  if (whole === "" || /[1-9]/.test(excess)) return null;
  const cents = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  if (!Number.isSafeInteger(cents)) return null;
  return sign && cents > 0 ? -cents : cents;
}

/** Sums amounts in minor units by currency. Strings, because a sum can exceed MAX_SAFE_INTEGER. */
export function sumsByCurrency(
  amounts: [currency: string, cents: number][],
): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const [currency, cents] of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(cents));
  }
  return Object.fromEntries([...sums].map(([currency, cents]) => [currency, String(cents)]));
}

/** How an amount in minor units changed; `ratio` is the change by the former amount, null if that wasn't positive. */
export type Change = { cents: bigint; ratio: number | null };

export function changeBetween(before: bigint, now: bigint): Change {
  const cents = now - before;
  return { cents, ratio: before <= 0n ? null : Number((cents * 10_000n) / before) / 10_000 };
}
