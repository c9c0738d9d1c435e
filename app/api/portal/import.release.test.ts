import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { readBatch } from "@/lib/domain/batches/batch";
import { batchWorker } from "@/lib/domain/batches/work";
import { generateCode, unsealCode } from "@/lib/domain/cards/code";
import { load } from "@/lib/domain/cards/load";
import { readRollForward } from "@/lib/domain/reports/roll-forward";
import { lookUpCard } from "@/lib/domain/transactions/read-card";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { anybody, type Caller, outcomeOf } from "@/lib/testing/requests";
import { uniqueAddress } from "@/lib/testing/wallet";

const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-06-30`;

const fileOf = (...rows: string[]) =>
  ["code,balance,currency,expiry,email,note", ...rows].join("\r\n");

const check = ({ post }: Caller, csv: string, currency = "USD") =>
  post("/batches/import/check", { csv, currency });
const startImport = ({ post }: Caller, csv: string, cards: number, headers = {}) => {
  const kind = { currency: "USD", name: "Old cards", cardType: "physical" };
  return post("/batches/import", { ...kind, csv, cards }, { headers });
};
const rowsNamed = (name: string, count: number) =>
  fileOf(...Array.from({ length: count }, (_, n) => `${name}${1_000 + n},${n + 1},USD,,,`));

const rowCountsOf = async (merchantId: string) => {
  const [row] = await pg()`select
    (select count(*)::int from cards where merchant_id = ${merchantId}) as cards,
    (select count(*)::int from batches where merchant_id = ${merchantId}) as batches,
    (select count(*)::int from transactions where merchant_id = ${merchantId}) as moved,
    (select count(*)::int from outbox where merchant_id = ${merchantId}) as mails`;
  return row;
};

test("a check lists every problem of every row with its line, and writes nothing", async () => {
  const { merchantId, owner, card } = await storeWithPeople();
  const taken = await card({});
  const before = await rowCountsOf(merchantId);
  const csv = fileOf(
    "GOOD-0001,25.00,USD,,,",
    "bad!,25.00,USD,,,",
    "good 0001,1,USD,,,",
    `${taken.code},5,USD,,,`,
    "GOOD0002,-5,USD,,,",
    "GOOD0003,5.0010001,USD,,,",
    "GOOD0004,5,XXX,,,",
    "GOOD0005,5,USD,2020-01-31,,",
    "GOOD0006,5,USD,31 Jan 2030,,",
    "GOOD0007,5,USD,,not an address,",
    "abc,,ZZZ,2030-02-30,@,",
    `GOOD0008,0,,${NEXT_YEAR},,"Two lines`,
    'of note"',
    "GOOD0009,1200,JPY,,Ada@Example.com,From the old shop",
  );
  const { status, body } = await check(owner, csv);

  expect(status).toBe(200);
  const problems: { line: number; column: string }[] = body.problems;
  expect(problems.map(({ line, column }) => `${line} ${column}`)).toEqual([
    "3 code",
    "4 code",
    "5 code",
    "6 balance",
    "7 balance",
    "8 currency",
    "9 expiry",
    "10 expiry",
    "11 email",
    "12 code",
    "12 currency",
    "12 balance",
    "12 expiry",
    "12 email",
  ]);
  expect(body).toMatchObject({
    rows: 13,
    cards: 3,
    unsold: 1,
    short: 3,
    amounts: [
      { currency: "USD", amountCents: "2500" },
      { currency: "JPY", amountCents: "1200" },
    ],
  });
  expect(JSON.stringify(body)).not.toContain("GOOD");
  expect(await rowCountsOf(merchantId)).toEqual(before);
});

test("a file that is not CSV, or has no cards, no headings or too many cards is refused without showing its codes", async () => {
  const { owner } = await storeWithPeople();
  for (const [csv, message, field = "csv"] of [
    ["\n", "empty"],
    ["code,balance", "no cards"],
    ["SECRET01,25\nSECRET02,30", 'heading "code"'],
    ["code,card number,balance\nSECRET01,2,3", "2 columns", "columns"],
    ['code,balance\n"SECRET01,25', "not valid CSV"],
    [`code,balance\n${"A1234567,1\n".repeat(50_001)}`, "50001"],
  ] as const) {
    const answer = await check(owner, csv);
    expect(await outcomeOf(answer), csv.slice(0, 40)).toBe(`400 invalid_request ${field}`);
    expect(answer.text).toContain(message.replaceAll('"', '\\"'));
    expect(answer.text).not.toContain("SECRET");
  }
});

test("cards are imported with their codes, balances, expiration dates, customers and notes, found by code, and no email is sent", async () => {
  const { merchantId, owner, ctx } = await storeWithPeople();
  const csv = fileOf(
    `12-34-56-78-90-12,25.00,USD,${NEXT_YEAR},ada@example.com,From the old shop`,
    "abcd1,0,USD,,,",
    "77777777,0.01,USD,,,",
    "9,9,USD,,,",
  ).replaceAll(",", ";");
  const begun = await startImport(owner, csv, 3);
  expect(begun.status).toBe(202);
  const [slice] =
    await pg()`select sealed_rows from import_slices where merchant_id = ${merchantId}`;
  expect(slice?.sealed_rows).not.toContain("123456789012");
  await batchWorker.runDue();

  const { batch, cards } = await readBatch(ctx(), { batchId: begun.body.id });
  expect(batch).toMatchObject({ source: "import", currency: "USD", quantity: 3, createdCards: 3 });
  expect(cards).toEqual({ inactive: 1, active: 2, disabled: 0 });
  const found = await lookUpCard(ctx(), { code: "123456789012" });
  expect(found.card).toMatchObject({
    balanceCents: 2_500,
    status: "active",
    ownerEmail: "ada@example.com",
    expiresOn: NEXT_YEAR,
  });
  expect(unsealCode(found.card)).toBe("123456789012");
  expect(found.transactions).toMatchObject([
    { type: "load", source: "import", note: "From the old shop", amountCents: 2_500 },
  ]);
  const loaded = await load(ctx(), { code: "ABCD1", amountCents: 300 });
  expect(loaded.card).toMatchObject({ status: "active", balanceCents: 300 });
  expect((await rowCountsOf(merchantId))?.mails).toBe(0);
  expect(await pg()`select from import_slices`).toHaveLength(0);
  const [row] = await pg()`select counter_account, actor from transactions
    where merchant_id = ${merchantId} and source = 'import' limit 1`;
  expect(row).toEqual({ counter_account: "imported", actor: `user:${owner.userId}` });
  const [month] = (await readRollForward(ctx(), { currency: "USD" })).months;
  expect(month?.changes).toMatchObject({ imported: 2_501n, issued: 300n });
  expect(await auditOf(merchantId, "batch.imported")).toMatchObject([
    { details: { name: "Old cards", cards: 3, amounts: { USD: "2501" } } },
  ]);
  await expectNoProblems();
});

test("two stores may import the same code, and neither finds the other's card by it", async () => {
  const [one, two] = [await storeWithPeople(), await storeWithPeople()];
  const code = "SAMECODE99";
  const csv = fileOf(`${code},5.00,USD,,,`);
  await startImport(one.owner, csv, 1);
  await batchWorker.runDue();
  expect((await check(two.owner, csv)).body).toMatchObject({ cards: 1, problems: [] });
  await expect(lookUpCard(two.ctx(), { code })).rejects.toMatchObject({ code: "not_found" });
  await startImport(two.owner, csv, 1);
  await batchWorker.runDue();
  const cards = await Promise.all([one, two].map(({ ctx }) => lookUpCard(ctx(), { code })));
  expect(cards[0]?.card.id).not.toBe(cards[1]?.card.id);
});

test("an import sent twice under one Idempotency-Key, even at once, is made once", async () => {
  const { merchantId, owner } = await storeWithPeople();
  const csv = rowsNamed("ONCE", 250);
  const send = () => startImport(owner, csv, 250, { "Idempotency-Key": "import-1" });
  const answers = await Promise.all([send(), send()]);
  await Promise.all([batchWorker.runDue(), batchWorker.runDue()]);
  await batchWorker.runDue();
  answers.push(await send());

  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await rowCountsOf(merchantId)).toMatchObject({ cards: 250, batches: 1, moved: 250 });
  // With another key, every code in the file is already used.
  expect(await outcomeOf(startImport(owner, csv, 250))).toBe("400 invalid_request cards");
  await expectNoProblems();
});

test("two imports of the same codes at once make each card once, and count what they left out", async () => {
  const { merchantId, owner, ctx } = await storeWithPeople();
  const csv = rowsNamed("RACE", 120);
  const begun = await Promise.all([startImport(owner, csv, 120), startImport(owner, csv, 120)]);
  await Promise.all([batchWorker.runDue(), batchWorker.runDue()]);
  await batchWorker.runDue();
  const batches = await Promise.all(
    begun.map(({ body }) => readBatch(ctx(), { batchId: body.id })),
  );
  const runs = batches.map(({ batch }) => batch.lastRun);
  expect(runs.reduce((sum, { done }) => sum + done, 0)).toBe(120);
  expect(runs.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(120);
  expect(await rowCountsOf(merchantId)).toMatchObject({ cards: 120, moved: 120 });
  await expectNoProblems();
});

test("codes that can be guessed are not found on the public balance page; long ones are", async () => {
  const { merchantId, owner, ctx } = await storeWithPeople();
  await startImport(owner, fileOf("LONG12345678,5,USD,,,", "1234,5,USD,,,"), 2);
  await batchWorker.runDue();
  const [store] = await pg()`select slug from merchants where id = ${merchantId}`;
  const ask = (code: string) => anybody.post("/api/wallet/balance", { store: store?.slug, code });
  expect((await ask("LONG12345678")).body).toMatchObject({ balanceCents: 500 });
  expect((await ask("1234")).status).toBe(404);
  const short = await lookUpCard(ctx(), { code: "1234" });
  expect(short.card.balanceCents).toBe(500);
  const [shown] = await pg()`select code_last4 from cards where id = ${short.card.id}`;
  expect(shown?.code_last4).toBe("••34");
});

test("codes that follow each other are flagged, and on public pages work only with their PIN", async () => {
  const { merchantId, owner } = await storeWithPeople();
  const [store] = await pg()`select slug from merchants where id = ${merchantId}`;
  const rows = Array.from({ length: 30 }, (_, n) => [
    `600649120000${1_000 + n}`,
    n < 20 ? `48${70 + n}` : "",
  ]);
  const csv = ["code,balance,pin", ...rows.map(([code, pin]) => `${code},25.00,${pin}`)].join("\n");
  expect((await check(owner, csv)).body).toMatchObject({
    cards: 30,
    withPin: 20,
    guessable: { reason: "sequential" },
  });
  const batch = (await startImport(owner, csv, 30)).body;
  expect(batch.hasGuessableCodes).toBe(true);
  await batchWorker.runDue();

  const balanceOf = (code: string, pin?: string) =>
    anybody.post(
      "/api/wallet/balance",
      { store: store?.slug, code, ...(pin && { pin }) },
      { headers: { "x-forwarded-for": uniqueAddress() } },
    );
  expect(await outcomeOf(balanceOf("6006491200001000", "4870"))).toBe("200");
  for (const [code, pin] of [
    ["6006491200001000"],
    ["6006491200001000", "4871"],
    ["6006491200001025"],
  ]) {
    expect(await outcomeOf(balanceOf(code ?? "", pin)), `${code} ${pin}`).toBe("404 not_found");
  }
  const [stored] =
    await pg()`select count(*)::int from card_pins where merchant_id = ${merchantId}`;
  expect(stored).toEqual({ count: 20 });
  expect(
    JSON.stringify(await pg()`select * from card_pins where merchant_id = ${merchantId}`),
  ).not.toContain("4870");
});

test("a PIN that many cards of a file share is a problem of each of them", async () => {
  const { owner } = await storeWithPeople();
  const rows = Array.from(
    { length: 30 },
    (_, n) => `${generateCode()},5.00,${n < 4 ? "0000" : 5_000 + n}`,
  );
  const { body } = await check(owner, ["code,balance,pin", ...rows].join("\n"));
  expect(body).toMatchObject({ cards: 26, withPin: 26 });
  expect(body.problems).toHaveLength(4);
  const message = "is shared by too many cards; use a different PIN for each";
  expect(body.problems[0]).toEqual({ line: 2, column: "pin", message });
});
