import { decimalsOf } from "../money";

/** A positive decimal: `digits` / 10^`scale`. */
export type Rate = { digits: bigint; scale: number };

const SIGNIFICANT_DIGITS = 12;
const LEAST = 10n ** BigInt(SIGNIFICANT_DIGITS - 1);
const MAX_SCALE = 40;

const tenTo = (power: number): bigint => 10n ** BigInt(power);

/** Parses a decimal such as "1.0705". Throws for anything else. */
export function parseDecimal(text: string): Rate {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new Error("not a decimal");
  const [, whole = "", fraction = ""] = match;
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

export function rateText({ digits, scale }: Rate): string {
  const text = String(digits).padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, "");
  return fraction ? `${whole}.${fraction}` : whole;
}

/**
 * Computes the rate between two currencies from their rates per euro. Rounds down to 12 significant digits,
 * so that converting there and back never makes a profit.
 */
export function crossRate(fromPerEuro: string, toPerEuro: string): Rate {
  const from = parseDecimal(fromPerEuro);
  const to = parseDecimal(toPerEuro);
  const over = to.digits * tenTo(from.scale);
  const under = from.digits * tenTo(to.scale);
  let scale = 0;
  while ((over * tenTo(scale)) / under < LEAST && scale < MAX_SCALE) scale++;
  return { digits: (over * tenTo(scale)) / under, scale };
}

/** Converts minor units of `from` to minor units of `to`, rounded down. */
export const convert = (amountCents: bigint, rate: Rate, from: string, to: string): bigint =>
  (amountCents * rate.digits * tenTo(decimalsOf(to))) / tenTo(rate.scale + decimalsOf(from));
