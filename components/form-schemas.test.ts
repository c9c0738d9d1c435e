import { expect, test } from "vitest";
import { amountSchema, optionalEmail, optionalNote } from "./form-schemas";

const problemOf = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

test("an amount is read in its currency's own decimals", () => {
  expect(amountSchema("USD").safeParse("12,50").data).toBe(1_250);
  expect(amountSchema("KWD").safeParse("1.5").data).toBe(1_500);
  expect(problemOf(amountSchema("JPY").safeParse("1.5"))).toBe("JPY has no decimals.");
});

test("more than the balance is refused with the balance", () => {
  expect(amountSchema("USD", 500).safeParse("5").data).toBe(500);
  expect(problemOf(amountSchema("USD", 500).safeParse("5.01"))).toBe("Only $5.00 is available.");
});

test("empty fields are not sent; too long texts and invalid emails are reported", () => {
  expect(optionalNote.parse("  ")).toBeUndefined();
  expect(optionalNote.parse(" For Ada ")).toBe("For Ada");
  expect(problemOf(optionalNote.safeParse("x".repeat(501)))).toBe("Use at most 500 characters.");
  expect(optionalEmail.parse("")).toBeUndefined();
  expect(problemOf(optionalEmail.safeParse("ada"))).toMatch(/Enter an e-mail address/);
});
