import { expect, test } from "vitest";
import { amountIn } from "./amount";

const problemOf = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

test("an amount is read in its currency's own decimals", () => {
  expect(amountIn("USD").safeParse("12,50").data).toBe(1_250);
  expect(amountIn("KWD").safeParse("1.5").data).toBe(1_500);
  expect(problemOf(amountIn("JPY").safeParse("1.5"))).toBe("JPY has no decimals.");
});

test("more than the balance is refused with the balance", () => {
  expect(amountIn("USD", 500).safeParse("5").data).toBe(500);
  expect(problemOf(amountIn("USD", 500).safeParse("5.01"))).toBe("The balance is $5.00.");
});
