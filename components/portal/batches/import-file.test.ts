import { expect, test } from "vitest";
import { guessColumns } from "@/lib/domain/batches/import/headings";
import { readFile } from "@/lib/domain/batches/import/read-file";
import { maskedCell, previewOf, rejectedFile, rejectedRowsOf } from "./import-file";

const FILE = [
  "Gift card code;Remaining balance;Name",
  "GOOD0001;25,00;Ada",
  'bad!;12,345;"Grace; ""Amazing"""',
  '"GOOD0002";-1;"Two\nlines"',
].join("\r\n");

const problems = [
  { line: 3, column: "code", message: "must be 4 to 32 letters and digits" },
  { line: 3, column: "balance", message: "must have at most 2 decimals" },
  { line: 5, column: "balance", message: "must be an amount" },
];
const reasonOf = ({ column, message }: (typeof problems)[number]) => `${column} ${message}.`;

test("columns are guessed by the headings of other providers, and the rest is left", () => {
  for (const [headings, places] of [
    [["Card number", "Remaining balance", "Expiry"], { code: 0, balance: 1, expiry: 2 }],
    [["Created", "Gift card code", "CURRENT_BALANCE (USD)"], { code: 1, balance: 2 }],
    [["E-Mail", "Betrag", "Gutscheincode"], { code: 2, balance: 1, email: 0 }],
    [["Numéro de carte", "Solde", "Valable jusqu’au"], { code: 0, balance: 1, expiry: 2 }],
    // The likelier of two headings counts.
    [["Balance", "Number", "Card Code"], { code: 2, balance: 0 }],
    [["6035710000001234", "25"], {}],
  ] as const) {
    expect(guessColumns([...headings], []), headings.join()).toEqual(places);
  }
});

test("a preview has the first five rows of each column", async () => {
  const rows = Array.from({ length: 9 }, (_, n) => `CODE000${n}\t${n}`);
  expect(await previewOf(["code\tbalance", ...rows].join("\n"))).toEqual({
    amounts: [],
    places: { code: 0, balance: 1 },
    columns: [
      {
        place: 0,
        heading: "code",
        samples: ["CODE0000", "CODE0001", "CODE0002", "CODE0003", "CODE0004"],
      },
      { place: 1, heading: "balance", samples: ["0", "1", "2", "3", "4"] },
    ],
  });
  expect(await previewOf('code,balance\n"CODE0001,5')).toBeNull();
});

test("the file of rejected rows has these alone, as they were, each with its reasons", async () => {
  const rejected = await rejectedRowsOf(FILE, problems);
  expect(rejectedFile(rejected, problems, "Reason", reasonOf)).toBe(
    `\uFEFF${[
      '"Gift card code";"Remaining balance";"Name";"Reason"',
      '"bad!";"12,345";"Grace; ""Amazing""";"code must be 4 to 32 letters and digits. balance must have at most 2 decimals."',
      '"GOOD0002";"\'-1";"Two\nlines";"balance must be an amount."',
      "",
    ].join("\r\n")}`,
  );
});

test("rejected again, a row has its new reason in place of the old one", async () => {
  const [first] = [await rejectedRowsOf(FILE, problems)];
  const file = rejectedFile(first, problems, "Reason", reasonOf);
  const again = [{ line: 2, column: "code", message: "is missing" }];
  const second = await rejectedRowsOf(file, again);
  expect(rejectedFile(second, again, "Reason", reasonOf)).toBe(
    [
      '\uFEFF"Gift card code";"Remaining balance";"Name";"Reason"',
      '"bad!";"12,345";"Grace; ""Amazing""";"code is missing."',
      "",
    ].join("\r\n"),
  );
});

test("no text of the file of rejected rows is a formula, and imported again it is what it was", async () => {
  const note = "to Grace;=1+1";
  const csv = `code,balance,note\nCODE0001,,"${note}"\nCODE0002,,@SUM(A1)`;
  const missing = [2, 3].map((line) => ({ line, column: "balance", message: "is missing" }));
  const file = rejectedFile(await rejectedRowsOf(csv, missing), missing, "Reason", reasonOf);
  expect(file).toContain(`"CODE0001","","to Grace;'=1+1"`);
  expect(file).toContain(`"CODE0002","","'@SUM(A1)"`);
  expect((await readFile(file)).rows.map((row) => row.note)).toEqual([note, "@SUM(A1)"]);
});

test("a page shows only the end of a code or PIN", () => {
  expect(maskedCell("code", "6035-7100-0000-1234")).toBe("••••1234");
  expect(maskedCell("code", "bad!")).toBe("••••d!");
  expect(maskedCell("pin", "123")).toBe("••••23");
  expect(maskedCell("balance", "12.345")).toBe("12.345");
});
