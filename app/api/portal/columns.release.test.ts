import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { batchWorker } from "@/lib/domain/batches/work";
import { readDetails } from "@/lib/domain/cards/edit";
import { load } from "@/lib/domain/cards/load";
import { lookUpCard } from "@/lib/domain/transactions/read-card";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { storeWithPeople } from "@/lib/testing/portal";
import { outcomeOf } from "@/lib/testing/requests";

const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-06-30`;

test("a card imported without a balance keeps its customer, expiration date and note, and no email is sent", async () => {
  const { merchantId, owner, ctx } = await storeWithPeople();
  const csv = [
    "code,balance,currency,expiry,email,note",
    `WAITS001,0,USD,${NEXT_YEAR},grace@example.com,Reserved for the raffle`,
    "WAITS002,0.00,USD,,grace@example.com,",
    `WAITS003,0,USD,,,"Two\r\nlines"`,
    "SOLD0001,5,USD,,grace@example.com,",
  ].join("\r\n");
  const file = { csv, currency: "USD", name: "Old cards", cardType: "physical", cards: 4 };
  expect((await owner.post("/batches/import", file)).status).toBe(202);
  await batchWorker.runDue();

  const cardOf = async (code: string) => {
    const { card } = await lookUpCard(ctx(), { code });
    const { note } = await readDetails(ctx(), { cardId: card.id });
    return [card.status, card.ownerEmail, card.expiresOn, note];
  };
  expect(await cardOf("WAITS001")).toEqual([
    "inactive",
    "grace@example.com",
    NEXT_YEAR,
    "Reserved for the raffle",
  ]);
  expect(await cardOf("WAITS002")).toEqual(["inactive", "grace@example.com", null, null]);
  expect(await cardOf("WAITS003")).toEqual(["inactive", null, null, "Two\nlines"]);
  const { customers } = (await owner.get("/customers")).body;
  expect(customers).toMatchObject([{ email: "grace@example.com" }]);
  expect(await pg()`select from outbox where merchant_id = ${merchantId}`).toHaveLength(0);

  const sold = await load(ctx(), { code: "WAITS001", amountCents: 700 });
  expect(sold.card).toMatchObject({ status: "active", ownerEmail: "grace@example.com" });
  await expectNoProblems();
});

test("columns with any headings are imported as the person chose them, and others are ignored", async () => {
  const { owner, ctx } = await storeWithPeople();
  const csv = [
    "Kartennummer;Ausgegeben;Rest;Läuft ab;Code",
    `1234-5678-9012;50,00;12,50;${NEXT_YEAR};77`,
    "ABCD-EFGH-JKLM;50,00;0;;78",
  ].join("\r\n");
  const columns = { code: 0, balance: 2, expiry: 3 };
  const file = { csv, currency: "EUR", columns };
  const { body } = await owner.post("/batches/import/check", file);
  expect(body).toMatchObject({
    cards: 2,
    unsold: 1,
    problems: [],
    ignored: ["Ausgegeben", "Code"],
    amounts: [{ currency: "EUR", amountCents: "1250" }],
  });

  const kind = { name: "Altbestand", cardType: "physical", cards: 2 };
  expect((await owner.post("/batches/import", { ...file, ...kind })).status).toBe(202);
  await batchWorker.runDue();
  const { card } = await lookUpCard(ctx(), { code: "123456789012" });
  expect(card).toMatchObject({ balanceCents: 1_250, currency: "EUR", expiresOn: NEXT_YEAR });
});

test("amounts and dates that can be read in 2 ways are refused until the file's way is chosen", async () => {
  const { owner, ctx } = await storeWithPeople();
  const csv = [
    "Gift cards of October",
    "",
    "Card code;Balance;Valid until;Customer",
    `="00004711";1.500;09/04/2031;ada@example.com`,
    "PLAIN0001;€2.345,60;2031-01-31;",
    "PLAIN0002;25,00 $;31/01/2031;",
  ].join("\r\n");
  const file = { csv, currency: "EUR" };
  const checked = (formats: object) => owner.post("/batches/import/check", { ...file, ...formats });
  const refusal = await checked({});
  expect(await outcomeOf(refusal)).toBe("400 invalid_request decimalMark");
  expect(refusal.body.message).toContain("line 4 has the amount 1.500");
  const decimalMark = "comma";
  expect(await outcomeOf(checked({ decimalMark }))).toBe("400 invalid_request dateOrder");
  expect(await outcomeOf(checked({ decimalMark: "," }))).toBe("400 invalid_request decimalMark");

  const formats = { decimalMark, dateOrder: "day-first" };
  const { body } = await checked(formats);
  expect(body).toMatchObject({
    cards: 2,
    headingLine: 3,
    columns: { code: 0, balance: 1, expiry: 2, email: 3 },
    problems: [{ line: 6, column: "balance", message: "must be in the row's currency, EUR" }],
    amounts: [{ currency: "EUR", amountCents: "384560" }],
  });
  expect(body.conversions).toEqual([
    { column: "code", line: 4, from: '="••••••••"', to: "••••••••", rows: 1 },
    { column: "balance", line: 4, from: "1.500", to: "1500.00 EUR", rows: 1 },
    { column: "expiry", line: 4, from: "09/04/2031", to: "2031-04-09", rows: 2 },
    { column: "balance", line: 5, from: "€2.345,60", to: "2345.60 EUR", rows: 1 },
  ]);

  const kind = { name: "Alt", cardType: "physical", cards: 2 };
  expect((await owner.post("/batches/import", { ...file, ...formats, ...kind })).status).toBe(202);
  await batchWorker.runDue();
  const { card } = await lookUpCard(ctx(), { code: "00004711" });
  expect(card).toMatchObject({
    balanceCents: 150_000,
    expiresOn: "2031-04-09",
    ownerEmail: "ada@example.com",
  });
});

test("columns that a file lacks, that are used twice, or that make a card a heading are refused", async () => {
  const { owner } = await storeWithPeople();
  const csv = "A,B,C\nSECRET01,25,30";
  for (const [columns, field] of [
    [{ code: 0, balance: 3 }, "csv"],
    [{ code: 0 }, "columns"],
    [{ code: 0, balance: 0 }, "columns"],
    [{ code: 0, balance: -1 }, "columns.balance"],
    [{ code: 0, balance: 1, owner: 2 }, "columns.owner"],
  ] as const) {
    const answer = owner.post("/batches/import/check", { csv, currency: "USD", columns });
    expect(await outcomeOf(answer), JSON.stringify(columns)).toBe(`400 invalid_request ${field}`);
  }
  const headless = { csv: "SECRET01,25\nSECRET02,30", currency: "USD" };
  const answer = await owner.post("/batches/import/check", {
    ...headless,
    columns: { code: 0, balance: 1 },
  });
  expect(answer.text).toContain("must contain headings");
  expect(answer.text).not.toContain("SECRET");
});

test("a file that was read with the wrong encoding is refused, and nothing of it is kept", async () => {
  const { owner } = await storeWithPeople();
  for (const wrong of ["Gr\uFFFD\uFFFDe", "Jos\u008E", "\u0090t\u0099"]) {
    const csv = `code,balance,note\nAAAA1111,5,\nAAAA1112,5,${wrong}`;
    const answer = await owner.post("/batches/import/check", { csv, currency: "USD" });
    expect(await outcomeOf(answer)).toBe("400 invalid_request csv");
    expect(answer.text).toContain("encoding");
  }
});
