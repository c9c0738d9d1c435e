import { expect, test } from "vitest";
import { CUSTOMER_HEADINGS } from "./heading-words";
import { guessColumns } from "./headings";
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

const rowsOf = async (csv: string) =>
  (await readFile(csv)).rows.map(({ code, balance }) => `${code} ${balance}`);

test("a line that names the delimiter and a title above the headings are no cards, and cells of spreadsheets keep their zeros", async () => {
  for (const [csv, headingLine] of [
    ['sep=;\r\ncode;balance\r\n="0012";1,50\r\n"=""0013""";2', 2],
    ['Vouchers, exported 1 May\n\nNummer;Betrag\n="0012";1,50\n0013;2\n', 3],
    ["Report;;\n;;\n;;\ncodice carta;saldo;note\n0012;1,50;a, b, c\n0013;2;\n", 4],
    ['"sep=\t"\nNuméro de carte\tSolde\n="0012"\t1,50\n0013\t2', 2],
  ] as const) {
    const file = await readFile(csv);
    expect(file.headingLine, csv).toBe(headingLine);
    expect(await rowsOf(csv), csv).toEqual(["0012 1,50", "0013 2"]);
  }
});

test("every heading that is known for customers is one column of emails", async () => {
  for (const heading of CUSTOMER_HEADINGS) {
    const { columns } = await readFile(`Code,Balance,${heading}\nAAAA1111,5,ada@example.com`);
    expect(columns, heading).toEqual({ code: 0, balance: 1, email: 2 });
  }
});

test("a column called Customer is the email if it has addresses, and is left if it has names", async () => {
  const fileWith = (customer: string) =>
    readFile(`Codigo,Saldo,Cliente\nAAAA1111,5,\nAAAA1112,5,${customer}`);
  expect((await fileWith("ada@example.com")).rows.map(({ email }) => email)).toEqual([
    "",
    "ada@example.com",
  ]);
  expect(await fileWith("Ada Lovelace")).toMatchObject({ ignored: ["Cliente"] });
  const mostly = await fileWith("ada@example.com\nAAAA1113,5,bob@example.com\nTotale,15,2 carte");
  expect(mostly.rows.map(({ email }) => email)).toContain("bob@example.com");
});

test("a row that a comma in its amount has shifted is marked, and a delimiter after every row is not", async () => {
  const marked = async (...rows: string[]) =>
    (await readFile(["code,balance,note", ...rows].join("\n"))).rows.map((row) => row.isTooLong);
  expect(await marked("AAAA1111,$2,500.00,", "AAAA1112,5,x")).toEqual([true, false]);
  expect(await marked("AAAA1111,5,,", "AAAA1112,5,x,")).toEqual([false, false]);
});

test("of several columns with amounts none is taken for the balance before a person chooses it", async () => {
  for (const headings of [
    ["Code", "Amount", "Left"],
    ["Code", "Face value", "Available balance"],
    ["Code", "Value", "Used"],
    ["Code", "Saldo", "saldo"],
    ["Code", "Nennwert", "Restwert"],
    ["Numero carta", "Importo iniziale", "Importo residuo"],
    ["Code cadeau", "Montant", "Solde"],
    ["Codigo", "Importe", "Importe restante"],
  ]) {
    const row = ["AAAA1111", "50.00", "12.50"];
    const csv = [headings, row].map((cells) => cells.join(",")).join("\n");
    expect(guessColumns(headings, [row]), csv).toEqual({ code: 0 });
    await expect(readFile(csv), csv).rejects.toMatchObject({
      options: { fields: [{ path: "columns" }] },
    });
    const [chosen] = (await readFile(csv, { code: 0, balance: 2 })).rows;
    expect(chosen?.balance).toBe("12.50");
  }
  const mistaken = [
    ["AAAA1111", "50", "n/a"],
    ["AAAA1112", "50", "none"],
    ["AAAA1113", "5", "2"],
  ];
  expect(guessColumns(["Code", "Value", "Remaining"], mistaken)).toEqual({ code: 0 });
  // An amount that was the card's once is no balance, even alone. A date below such a heading is no amount.
  expect(guessColumns(["Code", "Initial value"], [["AAAA1111", "5"]])).toEqual({ code: 0 });
  const rows = [["AAAA1111", "5", "2031-01-31"]];
  expect(guessColumns(["Code", "Balance", "Last used"], rows)).toEqual({ code: 0, balance: 1 });
});
