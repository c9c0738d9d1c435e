import { expect, test } from "vitest";
import { escapeFormulas, unescapeFormulas } from "./formulas";

test("no cell of a text is a formula, whichever sign separates the cells, and other text stays as it is", () => {
  for (const [text, escaped] of [
    ["=1+1", "'=1+1"],
    ["Ada;@SUM(A1)", "Ada;'@SUM(A1)"],
    ["Ada\t-2\n+3", "Ada\t'-2\n'+3"],
    ['Ada;"@SUM(A1);b', "Ada;\"'@SUM(A1);b"],
    ['Ada\t""+2"', 'Ada\t""\'+2"'],
    ['"-1"', '"\'-1"'],
    ['say "=" aloud; "so" = it', 'say "=" aloud; "so" = it'],
    ["one,\uFF1Dtwo", "one,'\uFF1Dtwo"],
    ["1+1=2; 3 - 1, a@example.com", "1+1=2; 3 - 1, a@example.com"],
    ["O'Neil's;'tis", "O'Neil's;'tis"],
  ] as const) {
    expect(escapeFormulas(text)).toBe(escaped);
    expect(unescapeFormulas(escaped)).toBe(text);
  }
});
