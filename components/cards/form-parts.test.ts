import { expect, test } from "vitest";
import { optionalEmail, optionalNote } from "./form-parts";

const problemOf = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

test("what is left empty is not sent, and what is too long or no address is told", () => {
  expect(optionalNote.parse("  ")).toBeUndefined();
  expect(optionalNote.parse(" For Ada ")).toBe("For Ada");
  expect(problemOf(optionalNote.safeParse("x".repeat(501)))).toBe("Use at most 500 characters.");
  expect(optionalEmail.parse("")).toBeUndefined();
  expect(problemOf(optionalEmail.safeParse("ada"))).toMatch(/Enter an e-mail address/);
});
