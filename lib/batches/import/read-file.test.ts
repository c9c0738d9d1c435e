import { expect, test } from "vitest";
import { readFile } from "./read-file";

const linesOf = async (csv: string) =>
  (await readFile(csv)).rows.map(({ line, code, note }) => [line, code, note]);

test("a row's line is the one an editor shows, whichever line ends a file has within and between its rows", async () => {
  const lines = ["code;balance;note", 'AAAA1111;5;"one', "two", 'three"', "BBBB2222;6;plain"];
  for (const end of ["\n", "\r\n", "\r"]) {
    expect(await linesOf(lines.join(end)), JSON.stringify(end)).toEqual([
      [4, "AAAA1111", "one\ntwo\nthree"],
      [5, "BBBB2222", "plain"],
    ]);
  }
  // A file whose parts were written by different programs.
  expect(await linesOf('code,balance,note\r\nAAAA1111,5,"a\r\n\r\nb"\nBBBB2222,6,\r')).toEqual([
    [4, "AAAA1111", "a\n\nb"],
    [5, "BBBB2222", ""],
  ]);
});

test("the headings choose the delimiter of a file whose lines end with carriage returns, not its notes", async () => {
  const rows = Array.from({ length: 5 }, (_, n) => `CODE000${n}\t${n}\ta, b, c; d, e`);
  const { rows: read } = await readFile(["code\tbalance\tnote", ...rows].join("\r"));
  expect(read.map(({ code, note }) => `${code} ${note}`)).toEqual(
    rows.map((_, n) => `CODE000${n} a, b, c; d, e`),
  );
});
