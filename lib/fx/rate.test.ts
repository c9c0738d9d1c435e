import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FEED } from "@/lib/testing/ecb-feed";
import { MAX_CENTS } from "../money";
import { parseRates } from "./parse";
import { convert, crossRate, isStale, parseDecimal, rateText } from "./rate";

const feed = parseRates(FEED, "2024-06-28");
// The feed has no currencies with three decimals, so add three.
const PER_EURO: [currency: string, perEuro: string][] = [
  ["EUR", "1"],
  ...feed.perEuro,
  ["KWD", "0.3283"],
  ["BHD", "0.4036"],
  ["TND", "3.3585"],
];

const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 1n, max: BigInt(MAX_CENTS) }),
);
const currency = fc.constantFrom(...PER_EURO);

describe("exchange", () => {
  test("of known amounts, to currencies of 0, 2 and 3 decimals, rounding down", () => {
    const per = (code: string) => PER_EURO.find(([one]) => one === code)?.[1] ?? "";
    const exchange = (cents: bigint, from: string, to: string) =>
      convert(cents, crossRate(per(from), per(to)), from, to);

    expect(exchange(10_000n, "EUR", "USD")).toBe(10_705n);
    expect(exchange(10_000n, "USD", "EUR")).toBe(9_341n);
    // 100.00 euros are 17,194 yen. 1 yen is worth less than 1 cent.
    expect(exchange(10_000n, "EUR", "JPY")).toBe(17_194n);
    expect(exchange(17_194n, "JPY", "EUR")).toBe(9_999n);
    expect(exchange(1n, "JPY", "EUR")).toBe(0n);
    expect(exchange(10_000n, "EUR", "KWD")).toBe(32_830n);
    expect(exchange(1_000n, "KWD", "JPY")).toBe(523n);
    expect(exchange(123n, "USD", "USD")).toBe(123n);
  });

  test("rates are told with twelve significant digits, rounded down", () => {
    expect(rateText(crossRate("1.0705", "1"))).toBe("0.934142923867");
    expect(rateText(crossRate("1", "1.0705"))).toBe("1.0705");
    expect(rateText(crossRate("17487.21", "0.84638"))).toBe("0.0000483999448739");
    expect(rateText(parseDecimal("0395.10"))).toBe("395.1");
  });

  test("for every pair of currencies and any amount, there and back makes nothing", () => {
    fc.assert(
      fc.property(currency, currency, amounts, ([from, a], [to, b], cents) => {
        const there = convert(cents, crossRate(a, b), from, to);
        expect(convert(there, crossRate(b, a), to, from)).toBeLessThanOrEqual(cents);
      }),
      { seed, numRuns: 5_000 },
    );
  });

  test("no way around through other currencies makes anything either", () => {
    fc.assert(
      fc.property(
        currency,
        fc.array(currency, { minLength: 1, maxLength: 5 }),
        amounts,
        (start, way, cents) => {
          let [at, perEuro] = start;
          let left = cents;
          for (const [next, nextPerEuro] of [...way, start]) {
            left = convert(left, crossRate(perEuro, nextPerEuro), at, next);
            [at, perEuro] = [next, nextPerEuro];
          }
          expect(left).toBeLessThanOrEqual(cents);
        },
      ),
      { seed, numRuns: 3_000 },
    );
  });

  test("two halves never bring more than the whole", () => {
    fc.assert(
      fc.property(currency, currency, amounts, amounts, ([from, a], [to, b], one, other) => {
        const rate = crossRate(a, b);
        const apart = convert(one, rate, from, to) + convert(other, rate, from, to);
        expect(apart).toBeLessThanOrEqual(convert(one + other, rate, from, to));
      }),
      { seed, numRuns: 3_000 },
    );
  });

  test("a rate is stale from the fifth day on", () => {
    const at = (day: string) => new Date(`${day}T23:59:59Z`);
    expect(isStale("2026-11-20", at("2026-11-24"))).toBe(false);
    expect(isStale("2026-11-20", at("2026-11-25"))).toBe(true);
  });
});
