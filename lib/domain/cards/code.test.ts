import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  codeHmacs,
  formatCode,
  generateCode,
  maskCode,
  newCodeColumns,
  parseCode,
  parseStoreCode,
  unsealCode,
} from "./code";

const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

describe("a card's code", () => {
  test("has 16 letters without look-alikes, and reads back as it was printed", () => {
    for (let n = 0; n < 500; n++) {
      const code = generateCode();
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
      expect(parseCode(formatCode(code))).toBe(code);
      expect(parseCode(` ${formatCode(code).toLowerCase().replaceAll("-", " ")} `)).toBe(code);
    }
  });

  test.each([
    (code: string) => code.replaceAll("-", "\u2011"),
    (code: string) => code.replaceAll("-", " \u2014 "),
    (code: string) => code.replaceAll("-", "\u2212"),
    (code: string) => `\ufeff${code.replaceAll("-", "\u200b-\u2060")}\u200e`,
    (code: string) => `]Q3${code}`,
    (code: string) => `]C0${code.replaceAll("-", "")}\r\n`,
    (code: string) => `%${code.replaceAll("-", "")}?;60064912?`,
    (code: string) =>
      [...code]
        .map((sign) =>
          String.fromCodePoint((sign.codePointAt(0) as number) + (sign === "-" ? 0 : 0xfee0)),
        )
        .join(""),
  ])("reads back however it was copied or scanned (%#)", (written) => {
    const code = generateCode();
    expect(parseCode(written(formatCode(code)))).toBe(code);
    expect(parseStoreCode(written("6006-4912-ABCD"))).toBe("60064912ABCD");
  });

  test.each(["6006?4912", "?60064912", "60064912%", "]60064912", "6006/4912"])(
    "of another provider is not read from %j",
    (typed) => expect(parseStoreCode(typed)).toBeNull(),
  );

  test("with one letter mistyped is no code", () => {
    fc.assert(
      fc.property(fc.nat(15), fc.nat(31), (at, letter) => {
        const code = generateCode();
        const typed = code.slice(0, at) + CODE_ALPHABET.charAt(letter) + code.slice(at + 1);
        expect(parseCode(typed)).toBe(typed === code ? code : null);
      }),
    );
  });

  test.each([
    "",
    "2345",
    "0000-0000-0000-0000",
    "A".repeat(17),
    "ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄ",
    "\0".repeat(16),
  ])("is not read from %j", (typed) => expect(parseCode(typed)).toBeNull());

  test("opens only for its own merchant and card", () => {
    const { sealedCode, codeLast4, ...made } = newCodeColumns("merchant", "card");
    const shown = unsealCode({ merchantId: "merchant", id: "card", sealedCode });
    expect(shown).toMatch(new RegExp(`-${codeLast4}$`));
    expect(codeHmacs(parseCode(shown) ?? "")).toEqual([made.codeHmac]);
    expect(() => unsealCode({ merchantId: "other", id: "card", sealedCode })).toThrow();
    expect(() => unsealCode({ merchantId: "merchant", id: "other", sealedCode })).toThrow();
    expect(made.codeHmac).toHaveLength(32);
  });
});

test("a masked code shows the last 4 of ours, and only the last 2 of an imported one", () => {
  const code = generateCode();
  expect(maskCode(formatCode(code))).toBe(`•••• •••• •••• ${code.slice(-4)}`);
  expect(maskCode("60064912")).toBe("•••• •••• •••• ••12");
});
