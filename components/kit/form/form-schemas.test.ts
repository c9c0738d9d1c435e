import { expect, test } from "vitest";
import * as z from "zod/mini";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { translator } from "@/lib/testing/translator";
import { optionalEmail, optionalNote, typedName, upTo } from "./form-schemas";
import { schemaResolver } from "./forms";

/** The problem that a form with this one field shows. */
async function problemOf(schema: z.ZodMiniType<unknown, unknown>, typed: unknown) {
  const resolve = schemaResolver(z.object({ field: schema }), translator("common"));
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolve({ field: typed }, undefined, options);
  return errors.field?.message;
}

test("an amount is read in its currency's own decimals", async () => {
  expect(amountSchema("USD").safeParse("12,50").data).toBe(1_250);
  expect(amountSchema("KWD").safeParse("1.5").data).toBe(1_500);
  expect(await problemOf(amountSchema("JPY"), "1.5")).toBe("JPY amounts can't have decimals.");
  expect(await problemOf(amountSchema("USD"), "1.234,567")).toBe(
    "USD amounts can have up to 2 decimals.",
  );
});

test("more than the balance is refused with the balance", async () => {
  expect(amountSchema("USD", 500).safeParse("5").data).toBe(500);
  expect(await problemOf(amountSchema("USD", 500), "5.01")).toBe("Only $5.00 is available.");
});

test("empty fields are not sent; too long texts and invalid emails are reported", async () => {
  expect(optionalNote.parse("  ")).toBeUndefined();
  expect(optionalNote.parse(" For Ada ")).toBe("For Ada");
  expect(await problemOf(optionalNote, "x".repeat(501))).toBe("Use 500 characters or fewer.");
  expect(optionalEmail.parse("")).toBeUndefined();
  expect(await problemOf(optionalEmail, "ada")).toMatch(/^Enter an email address/);
  expect(await problemOf(typedName, " ")).toBe("Enter a name.");
  expect(await problemOf(upTo(50_000), 50_001)).toBe("Enter a number from 1 to 50,000.");
});
